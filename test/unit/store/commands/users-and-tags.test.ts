import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Contact } from '#shared/domain/entities.ts';
import { toContactId } from '#shared/domain/ids.ts';
import { buildAccount, buildChat, buildContact, phoneOf } from '../builders.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';

const VIP = { id: 12, title: 'VIP' };
const BITES = { id: 13, title: 'Bites' };

describe('users of the account and tags', () => {
  let store: StoreInOneThread;
  beforeEach(() => {
    store = new StoreInOneThread();
    store.run('saveAccount', { account: buildAccount() });
  });
  afterEach(() => store.close());

  const commit = (...contacts: readonly Contact[]): void => store.run('commitContacts', { contacts });
  const users = (): readonly unknown[] => store.ask('listUsers', {});
  const ownerOf = (id: number) => store.ask('getContactDetails', { contactId: toContactId(id) })?.ownerName;

  it('are listed as the service listed them last', () => {
    store.run('saveUsers', {
      users: [
        { id: 8, name: 'Bob Hale' },
        { id: 9, name: 'Cleo' },
      ],
    });
    store.run('saveUsers', { users: [{ id: 8, name: 'Bob Hall' }] });
    expect(users()).toEqual([{ id: 8, name: 'Bob Hall' }]);
  });

  it('name the owners of contacts, also those whom no list and only a contact names', () => {
    const account = buildAccount();
    store.run('saveUsers', { users: [{ id: 8, name: 'Bob Hall' }] });
    commit(
      buildContact(1, { ownerId: 8 }),
      buildContact(2, { ownerId: 9, ownerName: 'Cleo Marsh' }),
      buildContact(3, { ownerId: 10 }),
      buildContact(4, { ownerId: account.userId }),
      buildContact(5),
    );
    const me = `${account.firstName} ${account.lastName}`.trim();
    expect([1, 2, 3, 4, 5].map(ownerOf)).toEqual(['Bob Hall', 'Cleo Marsh', '', me, '']);
    expect(users()).toEqual([{ id: 8, name: 'Bob Hall' }]);
    commit(buildContact(2, { ownerId: 9, ownerName: 'Cleo Moss' }));
    expect(ownerOf(2)).toBe('Cleo Moss');
    // An owner who is on the list no more has a name still.
    store.run('saveUsers', { users: [] });
    expect([users(), ownerOf(1)]).toEqual([[], 'Bob Hall']);
  });

  it('of a contact are none where the service says its tags and no owner', () => {
    commit(buildContact(1, { ownerId: 9, ownerName: 'Cleo', tags: [VIP] }));
    commit(buildContact(1, { ownerId: null, tags: null }));
    expect(ownerOf(1)).toBe('Cleo');
    commit(buildContact(1, { ownerId: null, tags: [VIP] }));
    expect(store.ask('getContactDetails', { contactId: toContactId(1) })).toMatchObject({ ownerId: null, tags: [VIP] });
  });

  it('are those of contacts, of chats, and those that were made here; each once, by its newest title', () => {
    commit(buildContact(1, { tags: [VIP] }), buildContact(2, { tags: [VIP, BITES] }), buildContact(3, { tags: null }));
    store.run('commitChats', { chats: [buildChat(5, { phone: phoneOf(9), tags: [{ id: 14, title: 'Puppy' }] })] });
    store.run('saveTags', { tags: [{ id: 15, title: 'New' }] });
    commit(buildContact(2, { tags: [{ ...BITES, title: 'Bites a lot' }] }));
    expect(store.ask('listTags', {}).map(({ title }) => title)).toEqual(['VIP', 'Bites a lot', 'Puppy', 'New']);
  });

  it('leave the contacts that the service blocks to be found by number, with all their ids', () => {
    const [one, two] = [toContactId(1), toContactId(2)];
    commit(
      buildContact(1, { isBlocked: true }),
      buildContact(2, { phone: phoneOf(1), isBlocked: true, isShared: true }),
      buildContact(3, { isBlocked: false }),
      buildContact(4, { isBlocked: null }),
    );
    store.run('commitRows', { name: 'blocked', rows: [buildContact(1, { isBlocked: true }), buildContact(4)] });
    const phones = [phoneOf(4), phoneOf(1), phoneOf(3), phoneOf(99)];
    expect(store.ask('listBlockedContacts', { phones })).toEqual([
      { phone: phoneOf(4), contactId: 4 },
      { phone: phoneOf(1), contactId: one },
      { phone: phoneOf(1), contactId: two },
    ]);
  });
});
