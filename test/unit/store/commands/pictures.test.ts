import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toMediaId } from '#main/store/core/media-id.ts';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import { NOON, buildContact, buildList } from '#test/unit/store/builders.ts';
import { StoreInOneThread } from '#test/unit/store/store-in-one-thread.ts';

const HREF = 'avatars/7.png';

describe('a picture that was replaced', () => {
  let store: StoreInOneThread;
  beforeEach(() => {
    store = new StoreInOneThread();
  });
  afterEach(() => store.close());

  const commit = (avatarHref: string | null = HREF): void =>
    store.run('commitContacts', { contacts: [buildContact(7, { avatarHref })] });
  const getPicture = (): string | null =>
    store.ask('getContactDetails', { contactId: toContactId(7) })?.avatarId ?? null;
  const getHref = (mediaId: string | null): string | undefined =>
    store.ask('findMedia', { mediaId: mediaId ?? '' })?.href.split('#')[0];

  it('has an id of its own where the service keeps its address, also when that is read again', () => {
    commit();
    expect(getPicture()).toBe(toMediaId(HREF));
    store.run('renewPicture', { href: HREF });
    commit();
    expect(store.changes?.contactIds).toEqual([7]);
    const second = getPicture();
    expect(second).not.toBe(toMediaId(HREF));
    expect(getHref(second)).toBe(HREF);
    commit();
    expect(store.changes).toBeNull();
    store.run('renewPicture', { href: HREF });
    commit();
    expect([toMediaId(HREF), second]).not.toContain(getPicture());
    expect(getHref(getPicture())).toBe(HREF);
  });

  it('is not renewed where the address was never seen', () => {
    store.run('renewPicture', { href: HREF });
    commit();
    expect(getPicture()).toBe(toMediaId(HREF));
  });

  it('is shown beside a change of that contact which waits', () => {
    commit();
    const change = {
      ...({ kind: 'edit-contact', contactId: toContactId(7), field: 'company', value: 'Mine', base: '' } as const),
    };
    store.run('applyPeopleChanges', { changes: [change], at: NOON, dueAt: NOON + 1 });
    store.run('renewPicture', { href: HREF });
    commit();
    const details = store.ask('getContactDetails', { contactId: toContactId(7) });
    expect(details).toMatchObject({ company: 'Mine' });
    expect(details?.avatarId).not.toBe(toMediaId(HREF));
    commit(null);
    expect(store.ask('getContactDetails', { contactId: toContactId(7) })).toMatchObject({
      ...{ company: 'Mine', avatarId: null },
    });
  });

  it('has an id of its own on a list too', () => {
    const list = buildList(5, { avatarHref: HREF });
    store.run('commitLists', { lists: [list] });
    store.run('renewPicture', { href: HREF });
    store.run('commitLists', { lists: [list] });
    expect(store.changes?.listIds).toEqual([toListId(5)]);
    const [shown] = store.ask('countContacts', {}).lists;
    expect(shown?.avatarId).not.toBe(toMediaId(HREF));
    expect(getHref(shown?.avatarId ?? null)).toBe(HREF);
  });
});
