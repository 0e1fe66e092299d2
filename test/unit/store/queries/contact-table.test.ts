import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ContactQuery } from '#shared/contract/index.ts';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import type { Contact } from '#shared/domain/entities.ts';
import {
  buildAccount,
  buildChat,
  buildContact,
  buildList,
  buildMessage,
  buildSchedule,
  NOON,
  phoneOf,
} from '../builders.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';

const ALL: ContactQuery = {
  ...{ scope: { kind: 'all' }, narrowing: null, text: '', sort: { column: 'name', isDescending: false } },
};
const named = (id: number, firstName: string, said: Partial<Contact> = {}): Contact =>
  buildContact(id, { firstName, lastName: '', ...said });

describe('contacts as a table', () => {
  let store: StoreInOneThread;
  beforeEach(() => (store = new StoreInOneThread()));
  afterEach(() => store.close());

  const list = (said: Partial<ContactQuery> = {}): readonly number[] =>
    store.ask('listContactIds', { query: { ...ALL, ...said } });
  const sortBy = (column: string, isDescending = false): readonly number[] => list({ sort: { column, isDescending } });
  const commit = (...contacts: readonly Contact[]): void => store.run('commitContacts', { contacts });

  it('stand in the order of the names that the eye sees, without accents and case, the nameless last by number', () => {
    commit(
      named(1, 'zoe'),
      named(2, 'Özil'),
      named(3, '', { phone: phoneOf(9) }),
      named(4, 'Peter'),
      named(5, '', { company: 'Über Cabs' }),
      named(6, '', { phone: phoneOf(8) }),
      named(7, 'Peter', { phone: phoneOf(1) }),
      named(8, 'أحمد'),
    );
    expect(list()).toEqual([2, 7, 4, 5, 1, 8, 6, 3]);
    expect(sortBy('name', true)).toEqual([8, 1, 5, 4, 7, 2, 6, 3]);
  });

  it('are found by words of any script in any order, by digits in any form, and by values of fields', () => {
    commit(
      named(1, 'José', { lastName: 'Núñez', email: 'jn@example.com', phone: phoneOf(123) }),
      named(2, 'Jose', { company: 'Åkerlund' }),
      named(3, 'محمد', { fields: [{ id: 5, name: 'Code', value: 'Größe ٤٢' }] }),
    );
    expect(list({ text: 'nunez JOSE' })).toEqual([1]);
    expect(list({ text: 'jose' })).toEqual([2, 1]);
    expect(list({ text: '+44 7700 900123' })).toEqual([1]);
    expect(list({ text: '٠٧٧٠٠ ٩٠٠١٢٣' })).toEqual([1]);
    expect(list({ text: 'grosse 42' })).toEqual([3]);
    expect(list({ text: 'مُحمد' })).toEqual([3]);
    expect(list({ text: 'akerlund' })).toEqual([2]);
    expect(list({ text: '%' })).toEqual([]);
  });

  it('are narrowed to a list, a field, favourites, those on no other list, and those whom no text reaches', () => {
    const lists = (...ids: readonly number[]): Contact['lists'] =>
      ids.map((id) => ({ id: toListId(id), name: `L${id}` }));
    store.run('commitLists', { lists: [buildList(1, { membersCount: 3 }), buildList(2, { membersCount: 1 })] });
    commit(
      named(1, 'A', { lists: lists(1), fields: [{ id: 1, name: 'Plan', value: 'gold' }], isFavorite: true }),
      named(2, 'B', { lists: lists(1, 2), fields: [{ id: 11, name: 'Plan', value: '"id":1,' }] }),
      named(3, 'C', { lists: lists(1), fields: [{ id: 1, name: 'Plan', value: '' }], phoneType: 'landline' }),
      named(4, 'D', { isBlocked: true }),
    );
    const unsubscriber = { id: 9, phone: phoneOf(1), firstName: '', lastName: '', unsubscribedAt: NOON };
    store.run('commitRows', { name: 'unsubscribers', rows: [unsubscriber] });
    const listScope = { kind: 'list', listId: 1 } as const;
    expect(list({ scope: listScope })).toEqual([1, 2, 3]);
    expect(list({ scope: listScope, narrowing: 'only-this-list' })).toEqual([1, 3]);
    expect(list({ scope: { kind: 'favorites' } })).toEqual([1]);
    expect(list({ scope: { kind: 'field', fieldId: 1 } })).toEqual([1]);
    expect(list({ narrowing: 'unreachable' })).toEqual([1, 3, 4]);
    expect(store.ask('countFieldValues', { fieldId: 1 })).toBe(1);
    expect(store.ask('listOnlyHere', { listId: toListId(1), contactIds: null, limit: 1 })).toEqual({
      membersCount: 3,
      onlyHereIds: [1, 3],
      onlyHere: [expect.objectContaining({ contactId: 1, name: 'A' })],
      outOfSightIds: [],
    });
    expect(store.ask('countContacts', {})).toMatchObject({
      ...{ all: 4, favorites: 1, blocked: 1, unsubscribed: 1 },
      lists: [
        { id: 1, membersCount: 3 },
        { id: 2, membersCount: 1 },
      ],
    });
  });

  it('are counted on each list as its table shows them, whatever the service counted when the list was read', () => {
    store.run('commitLists', { lists: [buildList(1, { membersCount: 1 }), buildList(2, { membersCount: 4 })] });
    commit(...[1, 2, 3].map((id) => named(id, 'A', { lists: [{ id: toListId(1), name: 'L1' }] })));
    const rows = list({ scope: { kind: 'list', listId: 1 } });
    expect(store.ask('countContacts', {}).lists.map(({ membersCount }) => membersCount)).toEqual([rows.length, 0]);
    // Who is on them is read again.
    expect(store.ask('listUnevenLists', {})).toEqual([1, 2]);
  });

  it('are sorted by every column both ways, what is empty last', () => {
    const on = (id: number, name: string): Contact['lists'] => [{ id: toListId(id), name }];
    const field = (value: string): Contact['fields'] => [{ id: 3, name: 'Size', value }];
    commit(
      named(1, 'A', { company: 'Zeta', email: 'b@x.test', country: null, lists: on(1, 'Beta'), fields: field('Ä') }),
      named(2, 'B', { company: 'alpha', email: '', country: 'DE', lists: on(2, 'Alpha'), fields: field('b') }),
      named(3, 'C', { company: '', email: 'A@x.test', country: 'FR', lists: [], fields: [] }),
    );
    store.run('commitChats', { chats: [buildChat(1), buildChat(3)] });
    store.run('commitMessages', {
      messages: [
        buildMessage('in:1', { phone: phoneOf(3) }),
        buildMessage('in:2', { phone: phoneOf(1), at: NOON + 1 }),
      ],
      source: 'page',
    });
    const unsubscriber = { id: 9, phone: phoneOf(2), firstName: '', lastName: '', unsubscribedAt: NOON };
    store.run('commitRows', { name: 'unsubscribers', rows: [unsubscriber] });
    const orders: readonly (readonly [string, readonly number[], readonly number[]])[] = [
      ['phone', [1, 2, 3], [3, 2, 1]],
      ['email', [3, 1, 2], [1, 3, 2]],
      ['company', [2, 1, 3], [1, 2, 3]],
      ['country', [2, 3, 1], [3, 2, 1]],
      ['lists', [2, 1, 3], [1, 2, 3]],
      ['lastText', [3, 1, 2], [1, 3, 2]],
      ['unsubscribedAt', [2, 1, 3], [2, 1, 3]],
      ['field:3', [1, 2, 3], [2, 1, 3]],
    ];
    for (const [column, up, down] of orders) {
      expect([column, sortBy(column), sortBy(column, true)]).toEqual([column, up, down]);
    }
  });

  it('show registers by their entries, with the contact of the number where there is one', () => {
    commit(named(1, 'Ann', { isBlocked: true }), named(2, 'Bob'));
    store.run('commitChats', { chats: [buildChat(3, { firstName: 'Chat', lastName: 'Only' })] });
    store.act(3, { kind: 'block', isBlocked: true });
    const stranger = -Number(phoneOf(3));
    const rows = [
      { id: 70, phone: phoneOf(2), firstName: 'Robert', lastName: '', unsubscribedAt: NOON },
      { id: 71, phone: phoneOf(99), firstName: 'Élise', lastName: 'Brun', unsubscribedAt: NOON + 1 },
    ];
    store.run('commitRows', { name: 'unsubscribers', rows });
    const blocked = { kind: 'blocked' } as const;
    const unsubscribed = { kind: 'unsubscribed' } as const;
    expect(list({ scope: blocked })).toEqual([1, stranger]);
    expect(list({ scope: unsubscribed })).toEqual([70, 71]);
    expect(list({ scope: unsubscribed, text: 'elise' })).toEqual([71]);
    expect(list({ scope: unsubscribed, sort: { column: 'unsubscribedAt', isDescending: true } })).toEqual([71, 70]);
    expect(store.ask('listContactRows', { scope: blocked, ids: [stranger, 1, 55] })).toEqual([
      expect.objectContaining({ id: stranger, contactId: null, name: 'Chat Only', isBlocked: true }),
      expect.objectContaining({ id: 1, contactId: 1, name: 'Ann', isBlocked: true }),
      null,
    ]);
    expect(store.ask('listContactRows', { scope: unsubscribed, ids: [70, 71] })).toEqual([
      expect.objectContaining({ contactId: 2, name: 'Bob', isUnsubscribed: true, unsubscribedAt: NOON }),
      expect.objectContaining({ contactId: null, name: 'Élise Brun', phone: phoneOf(99), isUnsubscribed: true }),
    ]);
  });

  it('come in portions of rows in the order that is asked for, also of three hundred', () => {
    commit(...Array.from({ length: 300 }, (_, index) => named(300 - index, `Name ${String(index).padStart(3, '0')}`)));
    const ids = list();
    expect(ids).toEqual(Array.from({ length: 300 }, (_, index) => 300 - index));
    const rows = store.ask('listContactRows', { scope: { kind: 'all' }, ids: ids.slice(100, 300) });
    expect(rows.map((row) => row?.name)).toEqual(Array.from({ length: 200 }, (_, index) => `Name ${index + 100}`));
  });

  it('tell everything about one, and what would be lost with it', () => {
    store.run('saveAccount', { account: buildAccount() });
    commit(
      named(1, 'Ann', {
        ...{ userId: 7, ownerId: 8, tags: [{ id: 1, title: 'vip' }] },
        fields: [{ id: 1, name: 'Plan', value: 'gold' }],
        lists: [{ id: toListId(4), name: 'Four' }],
      }),
      named(2, 'Other', { userId: 99 }),
    );
    // A shape that says less takes nothing away.
    commit(named(1, 'Ann', { fields: [{ id: 1, name: 'Plan', value: 'gold' }], lists: null }));
    const note = { text: 'First', createdAt: NOON, authorId: 7, authorName: 'Ada' };
    const notes = [
      { ...note, id: 1 },
      { ...note, id: 2, createdAt: NOON + 5, authorId: null },
    ];
    store.run('setContactNotes', { contactId: toContactId(1), notes });
    const schedules = [
      buildSchedule(5, { phones: [phoneOf(1)], nextAt: NOON + 9 }),
      buildSchedule(6, { contactIds: [toContactId(1)], nextAt: NOON + 2 }),
    ];
    store.run('commitRows', { name: 'schedules', rows: schedules });
    store.run('commitChats', { chats: [buildChat(1)] });
    store.run('commitMessages', {
      messages: [buildMessage('in:1'), buildMessage('out:2', { at: NOON + 1 })],
      source: 'page',
    });
    expect(store.ask('getContactDetails', { contactId: toContactId(1) })).toMatchObject({
      ...{ name: 'Ann', ownerId: 8, tags: [{ id: 1, title: 'vip' }], isReadOnly: false, chatIds: [1] },
      notes: [
        { id: 2, isOwn: false },
        { id: 1, isOwn: true },
      ],
      recentTexts: [{ key: 'out:2' }, { key: 'in:1' }],
      scheduledTexts: [
        { id: 6, key: 'service:6' },
        { id: 5, key: 'service:5' },
      ],
      changes: [],
    });
    expect(store.ask('getContactDetails', { contactId: toContactId(2) })).toMatchObject({ isReadOnly: true });
    expect(store.ask('countLostWith', { contactIds: [1, 2, 3].map(toContactId) })).toEqual({
      ...{ count: 1, readOnlyCount: 1, notesCount: 2, valuesCount: 1, scheduledCount: 2, listsCount: 1 },
    });
    expect(store.ask('findContactIdByPhone', { phone: phoneOf(2) })).toBe(2);
    expect(store.ask('listContactIdsByPhone', { phones: [phoneOf(2), phoneOf(5), phoneOf(1)] })).toEqual([
      { phone: phoneOf(2), contactId: 2 },
      { phone: phoneOf(1), contactId: 1 },
    ]);
    expect(store.ask('listContactIdsInUse', { sinceAt: NOON, limit: 5 })).toEqual([1]);
    // No message is that new, but its notes are here, and may be deleted at the service.
    expect(store.ask('listContactIdsInUse', { sinceAt: NOON + 86_400_000, limit: 5 })).toEqual([1]);
  });
});
