import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bulk } from '#shared/domain/bulks.ts';
import type { ServiceSend } from '#shared/domain/entities.ts';
import { toChatId, toContactId, toListId } from '#shared/domain/ids.ts';
import type { ContactNote } from '#shared/domain/people.ts';
import type { Schedule } from '#shared/domain/schedules.ts';
import { ROWS_PER_PART, toParts } from '#main/store/split.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { NOON, buildChat, buildContact, buildList, phoneOf } from '../builders.ts';

const schedule: Schedule = {
  ...{ id: 1, nextAt: NOON, rule: 'FREQ=DAILY', sendId: 9, lastAt: null, contactName: '2 people', text: 'Hi' },
  ...{ contactIds: [toContactId(4)], listIds: [toListId(5)], phones: [phoneOf(6)], filteredViewIds: [7] },
  ...{ kind: 'daily', summary: 'Every day', cost: 0.5, parts: 1, chars: 2, encoding: 'ISO-8859-1', countries: ['GB'] },
  ...{ firstAt: NOON, endAt: null, recipientsCount: 2, timeZone: 'Europe/London', isCompleted: false },
  ...{ avatarHref: null, createdAt: NOON, referenceId: 'r-1' },
};
const send: ServiceSend = { id: 3, at: NOON, text: 'Hello', source: 'A', referenceId: null };
const bulk: Bulk = {
  ...{ id: 8, status: 'working', processedCount: 1, totalCount: 2_000, createdAt: NOON, text: 'All', send: null },
};
const note = (id: number, said: Partial<ContactNote> = {}): ContactNote => ({
  ...{ id, text: `Note ${id}`, createdAt: NOON, authorId: 1, authorName: 'Ada' },
  ...said,
});

let store: StoreInOneThread;
beforeEach(() => (store = new StoreInOneThread()));
afterEach(() => store.close());

const countRows = (table: string): number =>
  store.reader.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0;
const countWrites = (): number => store.cache.get<{ n: number }>('SELECT total_changes() AS n')?.n ?? 0;

describe('collections', () => {
  it('come back as they were committed', () => {
    const fields = [{ id: 2, name: 'Pet', createdAt: null }];
    const templates = [{ id: 1, name: 'Hours', content: 'We open at {x}', modifiedAt: NOON }];
    store.run('commitRows', { name: 'fields', rows: fields });
    store.run('commitRows', { name: 'templates', rows: templates });
    store.run('commitRows', { name: 'schedules', rows: [schedule] });
    expect(store.ask('listCustomFields', {})).toEqual(fields);
    expect(store.ask('listTemplates', {})).toEqual(templates);
    expect(store.ask('listSchedules', {})).toEqual([schedule]);
  });

  it('are written only where they differ (STORE-6)', () => {
    const commit = (name: string): void => {
      store.run('commitRows', { name: 'templates', rows: [{ id: 1, name, content: '', modifiedAt: null }] });
      store.run('commitRows', { name: 'sends', rows: [send] });
      store.run('commitRows', { name: 'bulks', rows: [{ ...bulk, send }] });
      store.run('commitRows', { name: 'schedules', rows: [schedule] });
    };
    commit('Hours');
    const before = countWrites();
    commit('Hours');
    expect(countWrites()).toBe(before);
    commit('Opening hours');
    expect(countWrites()).toBe(before + 1);
    expect(store.ask('listTemplates', {})).toMatchObject([{ name: 'Opening hours' }]);
  });

  it('lose exactly the rows that are gone', () => {
    store.run('commitRows', { name: 'sends', rows: [send, { ...send, id: 4 }] });
    store.run('commitRows', { name: 'bulks', rows: [bulk] });
    store.run('removeRows', { name: 'sends', ids: [3, 99] });
    expect(store.ask('listRowIds', { name: 'sends' })).toEqual([4]);
    expect(store.ask('listRowIds', { name: 'bulks' })).toEqual([8]);
  });

  it('give their ids in ascending order; chats by their status, and none that this computer made up', () => {
    const chats = [buildChat(9), buildChat(3), buildChat(5, { status: 'closed' })];
    store.run('commitChats', { chats });
    store.run('ensureChat', { phone: phoneOf(70), at: NOON });
    expect(store.ask('listRowIds', { name: 'chats' })).toEqual([3, 5, 9]);
    expect(store.ask('listRowIds', { name: 'chats', status: 'active' })).toEqual([3, 9]);
    expect(store.ask('listRowIds', { name: 'chats', status: 'closed' })).toEqual([5]);
  });
});

describe('notes of a contact', () => {
  const listNotes = (): readonly ContactNote[] => store.ask('listContactNotes', { contactId: toContactId(1) });
  const setNotes = (...notes: ContactNote[]): void =>
    store.run('setContactNotes', { contactId: toContactId(1), notes });

  it('are exactly those that were read last, and reported where they differ', () => {
    setNotes(note(1), note(2));
    expect(store.changes?.contactIds).toEqual([1]);
    setNotes(note(1), note(2));
    expect(store.changes).toBeNull();
    setNotes(note(2, { text: 'Changed' }), note(3));
    expect(listNotes()).toEqual([note(2, { text: 'Changed' }), note(3)]);
    expect(store.changes?.contactIds).toEqual([1]);
  });
});

describe('members of a list', () => {
  const listMembers = (): readonly number[] => store.ask('listMembers', { listId: toListId(1) });
  const setMembers = (...ids: number[]): void =>
    store.run('setListMembers', { listId: toListId(1), contactIds: ids.map(toContactId) });

  it('are exactly those that were read last, and reported where they differ', () => {
    setMembers(1, 2, 3);
    expect(store.changes).toMatchObject({ listIds: [1], contactIds: [1, 2, 3] });
    setMembers(3, 2, 1);
    expect(store.changes).toBeNull();
    setMembers(2, 4);
    expect(listMembers()).toEqual([2, 4]);
    expect(store.changes).toMatchObject({ listIds: [1], contactIds: [1, 3, 4] });
  });

  it('are the same in parts as at once, whoever was a member before (STORE-2)', () => {
    setMembers(1, 5, 250, 251, 9_000);
    const wanted = Array.from({ length: 2 * ROWS_PER_PART + 7 }, (_, index) => index * 3 + 2);
    const parts = toParts({
      name: 'setListMembers',
      input: { listId: toListId(1), contactIds: wanted.toReversed().map(toContactId) },
    });
    expect(parts).toHaveLength(3);
    for (const part of parts) if (part.name === 'setListMembers') store.run(part.name, part.input);
    expect(listMembers()).toEqual(wanted);
  });

  it('make a list uneven where the service counts others', () => {
    store.run('commitLists', { lists: [buildList(1, { membersCount: 2 }), buildList(2)] });
    expect(store.ask('listUnevenLists', {})).toEqual([1]);
    setMembers(1, 2);
    expect(store.ask('listUnevenLists', {})).toEqual([]);
  });

  it('know a list by its own name, and one that is not listed by what a contact calls it', () => {
    const lists = [
      { id: toListId(1), name: 'Old' },
      { id: toListId(2), name: 'Shared' },
    ];
    store.run('commitContacts', { contacts: [buildContact(1, { lists })] });
    store.run('commitLists', { lists: [buildList(1, { name: 'New' })] });
    const find = () => store.ask('findContact', { contactId: 1, phone: null })?.lists;
    expect(find()).toEqual([
      { id: 1, name: 'New' },
      { id: 2, name: 'Shared' },
    ]);
    store.run('commitContacts', { contacts: [buildContact(1, { lists: lists.slice(1) })] });
    expect(find()).toEqual([{ id: 2, name: 'Shared' }]);
  });

  it('are reported also where contacts join and leave', () => {
    const lists = [{ id: toListId(1), name: 'Club' }];
    store.run('commitContacts', { contacts: [buildContact(1, { lists })] });
    expect(store.changes).toMatchObject({ listIds: [1], contactIds: [1] });
    store.run('commitContacts', { contacts: [buildContact(1, { lists, firstName: 'New' })] });
    expect(store.changes).toMatchObject({ listIds: [], contactIds: [1] });
    store.run('commitContacts', { contacts: [buildContact(1, { lists: [], firstName: 'New' })] });
    expect(store.changes).toMatchObject({ listIds: [1] });
  });
});

describe('what is gone at the service', () => {
  const find = (id: number) => store.ask('findChat', { chatId: toChatId(id), phone: null });
  const search = (query: string) => store.ask('suggestPeople', { query, limit: 5 }).map(({ phone }) => phone);

  it('takes a contact with its lists and notes, and leaves its chat, under the name that the chat has', () => {
    const lists = [{ id: toListId(1), name: 'Club' }];
    store.run('commitContacts', { contacts: [buildContact(1, { firstName: 'Zelda', lists })] });
    store.run('commitChats', {
      chats: [buildChat(1, { contactId: toContactId(1), firstName: 'Only', lastName: 'Chat' })],
    });
    store.run('setContactNotes', { contactId: toContactId(1), notes: [note(1)] });
    expect(find(1)?.name).toBe('Zelda Number 1');
    store.run('removeRows', { name: 'contacts', ids: [1] });
    expect(store.changes).toMatchObject({ contactIds: [1], listIds: [1], chatIds: [1] });
    expect(find(1)).toMatchObject({ name: 'Only Chat', contactId: null });
    expect(store.ask('findContact', { contactId: 1, phone: null })).toBeNull();
    expect([countRows('contact_lists'), countRows('contact_notes')]).toEqual([0, 0]);
    expect([search('Zelda'), search('Only')]).toEqual([[], [phoneOf(1)]]);
  });

  it('takes whoever has neither contact nor chat out of the search', () => {
    store.run('commitContacts', { contacts: [buildContact(1, { firstName: 'Zelda' })] });
    expect(search('Zelda')).toEqual([phoneOf(1)]);
    store.run('removeRows', { name: 'contacts', ids: [1] });
    expect([search('Zelda'), search(phoneOf(1)), countRows('people')]).toEqual([[], [], 0]);
  });

  it('leaves a number to the other contact that has it', () => {
    const phone = phoneOf(1);
    store.run('commitContacts', {
      contacts: [buildContact(1, { phone, firstName: 'One' }), buildContact(2, { phone, firstName: 'Two' })],
    });
    store.run('removeRows', { name: 'contacts', ids: [1] });
    expect(store.ask('findContact', { contactId: null, phone })).toMatchObject({ id: 2, name: 'Two Number 2' });
    expect(search('Two')).toEqual([phone]);
  });

  it('takes a list with its members, who stay', () => {
    store.run('commitLists', { lists: [buildList(1, { membersCount: 1 })] });
    store.run('commitContacts', { contacts: [buildContact(1, { lists: [{ id: toListId(1), name: 'List 1' }] })] });
    store.run('removeRows', { name: 'lists', ids: [1] });
    expect(store.changes).toMatchObject({ listIds: [1], contactIds: [1] });
    expect(store.ask('findContact', { contactId: 1, phone: null })?.lists).toEqual([]);
    expect(store.ask('listRowIds', { name: 'contacts' })).toEqual([1]);
  });

  it('is reported once only', () => {
    store.run('commitContacts', { contacts: [buildContact(1)] });
    store.run('removeRows', { name: 'contacts', ids: [1] });
    store.run('removeRows', { name: 'contacts', ids: [1] });
    expect(store.changes).toBeNull();
  });
});
