import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Contacts } from '#renderer/features/contacts/contacts.svelte.ts';
import { isShownInList, toMembersProgress } from '#renderer/features/contacts/members-progress.ts';
import { listColumns, moveColumn, NO_CHOICE, parseColumnChoice } from '#renderer/features/contacts/contact-columns.ts';
import { toNextSort } from '#renderer/features/contacts/contact-scope.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { FakeBridge } from '#test/support/fake-bridge.ts';
import { buildContactList, buildContactRow, buildMembersChange } from '#test/support/fake-contacts.ts';
import { until } from '#test/support/until.ts';

let bridge: FakeBridge;
let contacts: Contacts;
beforeEach(() => {
  bridge = new FakeBridge();
  bridge.contacts.lists = [buildContactList({ id: 1, name: 'Dogs' })];
  const dogs = [{ id: 1, name: 'Dogs' }];
  bridge.contacts.rows = [
    buildContactRow({ id: 1, name: 'Ann', lists: dogs }),
    buildContactRow({ id: 2, name: 'Ben', lists: dogs, isBlocked: true }),
    buildContactRow({ id: 3, name: 'Cleo' }),
  ];
  contacts = new Contacts(bridge);
});
afterEach(() => contacts.dispose());

describe('the table of contacts', () => {
  it('asks one question at a time, and shows the answer to the newest', async () => {
    await contacts.start({ kind: 'all' });
    const release = bridge.hold('contacts.list');
    for (const text of ['A', 'Ab', 'B']) contacts.ask({ text });
    release();
    await until(() => expect(!contacts.isAsking).toBe(true));
    expect(bridge.inputsOf('contacts.list').map(({ query }) => query.text)).toEqual(['', 'A', 'B']);
    expect(contacts.table.ids).toEqual([2]);
    expect(contacts.allCount).toBe(3);
  });

  it('keeps nothing of another scope', async () => {
    await contacts.start({ kind: 'all' });
    contacts.table.checkAll();
    const release = bridge.hold('contacts.list');
    contacts.show({ kind: 'blocked' });
    expect(contacts.status).toBe('loading');
    expect(contacts.table.ids).toEqual([]);
    release();
    await until(() => expect(contacts.status === 'ready').toBe(true));
    expect(contacts.table.ids).toEqual([2]);
    expect(contacts.table.checked.size).toBe(0);
  });

  it('follows what changes, with the counts of the narrowings of a list', async () => {
    await contacts.start({ kind: 'list', listId: 1 });
    expect(contacts.narrowed).toEqual({ listId: 1, onlyHere: 2, unreachable: 1 });
    await bridge.request('lists.changeMembers', {
      ...{ requestId: '12345678', listId: 1, contactIds: [3], isAdded: true, agreedCount: 0 },
    });
    await until(() => expect(contacts.table.ids.length === 3).toBe(true));
    await until(() => expect(contacts.counts?.lists[0]?.membersCount === 3).toBe(true));
  });

  it('has the service search as well while contacts are still being loaded', async () => {
    bridge.contacts.isFilling = true;
    bridge.contacts.atService = [buildContactRow({ id: 4, name: 'Dora' })];
    await contacts.start({ kind: 'all' });
    contacts.ask({ text: 'Dora' });
    await until(() => expect(contacts.table.ids.includes(4)).toBe(true));
  });

  it('says why it is not there, and is there after another try', async () => {
    bridge.fail('contacts.list', { code: 'disk', detail: null, fields: {}, retryAfterMs: null });
    await contacts.start({ kind: 'all' });
    expect(contacts.status).toBe('failed');
    bridge.fail('contacts.list', null);
    await contacts.retry();
    expect(contacts.status).toBe('ready');
  });

  it('reads rows of any number, also those that are not loaded', async () => {
    bridge.contacts.rows = Array.from({ length: 450 }, (_, index) => buildContactRow({ id: index + 1 }));
    const reply = await contacts.listRows(bridge.contacts.rows.map(({ id }) => id));
    expect(reply.ok && reply.value.length).toBe(450);
  });
});

describe('a change of members', () => {
  it('adds up to its total', () => {
    const progress = toMembersProgress(buildMembersChange());
    expect(progress).toMatchObject({ changed: 12_371, already: 13, refused: 12, toGo: 7_604, total: 20_000 });
  });

  it('has a card on its own list once it is long, has begun or is over', () => {
    const members = { ...buildMembersChange().members, totalCount: 3, handledCount: 0 } as never;
    expect(isShownInList(buildMembersChange(), 1)).toBe(true);
    expect(isShownInList(buildMembersChange(), 2)).toBe(false);
    expect(isShownInList(buildMembersChange({ members }), 1)).toBe(false);
    expect(isShownInList(buildMembersChange({ members, state: 'paused' }), 1)).toBe(true);
  });
});

describe('the columns of contacts', () => {
  const texts = new Translator('en-GB');
  const fields = [
    { id: 1, name: 'Pet' },
    { id: 2, name: 'Vet' },
  ];
  const shown = (choice = NO_CHOICE) =>
    listColumns({ scope: { kind: 'list', listId: 1 }, fields, choice, texts })
      .filter(({ isShown }) => isShown)
      .map(({ label }) => label);

  it('are name, number, the first field, the other lists and the last text', () => {
    expect(shown()).toEqual(['Name', 'Phone', 'Pet', 'Also in', 'Last text']);
  });

  it('are as the user chose; the name is always there', () => {
    const choice = { ...NO_CHOICE, shown: { 'field:1': false, 'field:2': true, name: false } };
    expect(shown(choice)).toEqual(['Name', 'Phone', 'Vet', 'Also in', 'Last text']);
  });

  it('are in the order of the user, the name first; a new field follows the one that it follows by itself', () => {
    const order = ['lastText', 'lists', 'name', 'field:1', 'phone'];
    expect(shown({ ...NO_CHOICE, order })).toEqual(['Name', 'Last text', 'Also in', 'Pet', 'Phone']);
    const choice = { ...NO_CHOICE, order, shown: { 'field:2': true } };
    expect(shown(choice)).toEqual(['Name', 'Last text', 'Also in', 'Pet', 'Vet', 'Phone']);
  });

  it('are moved beside each other, and those of other tables keep their place', () => {
    const ids = ['name', 'phone', 'lists', 'lastText'];
    const order = ['name', 'phone', 'lists', 'unsubscribedAt', 'lastText'];
    const moved = moveColumn({ ids, order }, 'lastText', { beside: 'phone', isAfter: false });
    expect(moved).toEqual(['name', 'lastText', 'phone', 'lists', 'unsubscribedAt']);
    expect(moveColumn({ ids, order: [] }, 'phone', { beside: 'lists', isAfter: true })).toEqual([
      ...['name', 'lists', 'phone', 'lastText'],
    ]);
  });

  it('grow into the room that is left, unless the user chose how wide they are', () => {
    const grow = (choice = NO_CHOICE) =>
      listColumns({ scope: { kind: 'all' }, fields, choice, texts }).find(({ id }) => id === 'lists')?.grow;
    expect(grow()).toBeGreaterThan(0);
    expect(grow({ ...NO_CHOICE, widths: { lists: 200 } })).toBe(0);
  });

  it('take what an older version kept, which had no order', () => {
    const kept = '{"shown":{"email":true},"widths":{"phone":120}}';
    expect(parseColumnChoice(kept)).toEqual({ shown: { email: true }, widths: { phone: 120 }, order: [] });
    expect(parseColumnChoice('{"shown":{},"widths":{},"order":["phone",3]}').order).toEqual(['phone']);
  });

  it.each([null, 'x', '[]', '{"shown":1,"widths":{"a":"b","c":9999}}', '{"shown":{"a":1}}'])(
    'take nothing from what is no choice: %s',
    (kept) => expect(parseColumnChoice(kept)).toEqual(NO_CHOICE),
  );

  it('turn their order around, and begin with the newest where they are dates', () => {
    const byName = { column: 'name', isDescending: false };
    expect(toNextSort(byName, 'name')).toEqual({ column: 'name', isDescending: true });
    expect(toNextSort(byName, 'lastText')).toEqual({ column: 'lastText', isDescending: true });
  });
});
