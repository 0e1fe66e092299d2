import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImportRowFilter, StoredImportRow } from '#main/store/api/imports.ts';
import type { ImportContact, PlannedRow } from '#shared/domain/imports.ts';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import {
  NOON,
  buildAccount,
  buildCall,
  buildChat,
  buildContact,
  buildList,
  buildMessage,
  phoneOf,
} from '../builders.ts';
import { buildPlan, buildPlannedRow } from '../import-builders.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';

describe('imports', () => {
  let store: StoreInOneThread;
  beforeEach(() => {
    store = new StoreInOneThread();
  });
  afterEach(() => store.close());

  it('are the newest, and all that are not over', () => {
    const ids = Array.from({ length: 110 }, (_, index) => {
      const { importId } = store.run('createImport', { requestId: `r${index}`, plan: buildPlan(), at: NOON });
      store.run('saveImport', { importId, state: 'finished', step: 'done' });
      return importId;
    });
    const [paused = 0, stopping = 0, stopped = 0] = ids;
    store.run('saveImport', { importId: paused, state: 'paused', step: 'new' });
    store.run('saveImport', { importId: stopping, state: 'stopped', step: 'new' });
    store.run('saveImport', { importId: stopped, state: 'stopped', step: 'done' });
    const listed = store.ask('listImports', {}).map(({ id }) => id);
    expect(listed).toEqual([...ids.slice(10).reverse(), stopping, paused]);
  });
});

describe('rows of an import', () => {
  let store: StoreInOneThread;
  let importId: number;
  beforeEach(() => {
    store = new StoreInOneThread();
    // Another import on either side: no row of theirs is ever found.
    const [before, middle, after] = ['before', 'middle', 'after'].map(
      (requestId) => store.run('createImport', { requestId, plan: buildPlan(), at: NOON }).importId,
    );
    importId = middle ?? 0;
    for (const id of [before, middle, after]) store.run('addImportRows', { importId: id ?? 0, rows: ROWS });
    store.run('changeImportRows', {
      importId,
      changes: [2, 5, 8].map((line) => ({ line, state: 'leaving' as const, batch: 1 })),
    });
    store.run('changeImportRows', {
      importId,
      changes: [
        { line: 8, state: 'refused', reason: { code: 'absent' } },
        ...[11, 14].map((line) => ({ line, batch: 2 })),
      ],
    });
  });
  afterEach(() => store.close());

  /** Lines 2 to 31: one in three each of new, updates and duplicates. */
  const ROWS: readonly PlannedRow[] = Array.from({ length: 30 }, (_, index) => {
    const line = index + 2;
    const kind = (['new', 'update', 'duplicate'] as const)[index % 3] ?? 'new';
    return buildPlannedRow(line, { verdict: kind, phone: phoneOf(kind === 'duplicate' ? line - 2 : line) });
  });
  const toLines = (rows: readonly StoredImportRow[]): readonly number[] => rows.map(({ line }) => line);
  const list = (filter: ImportRowFilter, afterLine = 0, limit = 1_000): readonly number[] =>
    toLines(store.ask('listImportRows', { importId, filter, afterLine, limit }));
  const everyThird = (first: number): number[] => Array.from({ length: 10 }, (_, index) => first + index * 3);

  it('are listed by line, of any kinds together, from a line on', () => {
    expect(list({})).toEqual(ROWS.map(({ line }) => line));
    expect(list({ verdicts: ['update'] })).toEqual(everyThird(3));
    expect(list({ verdicts: ['new', 'duplicate'] })).toEqual(
      [...everyThird(2), ...everyThird(4)].sort((a, b) => a - b),
    );
    expect(list({ verdicts: ['new'], states: ['planned'] })).toEqual(everyThird(11).slice(0, 7));
    expect(list({ states: ['leaving', 'refused'] })).toEqual([2, 5, 8]);
    expect(list({ states: ['leaving', 'refused'] }, 2, 1)).toEqual([5]);
    expect(list({ verdicts: ['new', 'duplicate'] }, 7, 3)).toEqual([8, 10, 11]);
    expect(list({}, 29, 5)).toEqual([30, 31]);
    expect(list({ undo: ['kept'] })).toEqual([]);
    expect(list({ verdicts: [] })).toEqual([]);
    expect(list({ verdicts: ['invalid'] })).toEqual([]);
  });

  it('are listed by the batch that they left with', () => {
    expect(list({ batch: 1 })).toEqual([2, 5, 8]);
    expect(list({ batch: 1, states: ['leaving'] })).toEqual([2, 5]);
    expect(list({ batch: 2, verdicts: ['new'] }, 11)).toEqual([14]);
    expect(list({ batch: 3 })).toEqual([]);
  });

  it('are shown by place, with how many the filter has', () => {
    const page = (filter: ImportRowFilter, start: number, limit: number): unknown => {
      const { count, rows } = store.ask('pageImportRows', { importId, filter, start, limit });
      return { count, lines: toLines(rows) };
    };
    expect(page({}, 0, 2)).toEqual({ count: 30, lines: [2, 3] });
    expect(page({ verdicts: ['update', 'duplicate'] }, 18, 5)).toEqual({ count: 20, lines: [30, 31] });
    expect(page({ states: ['refused'] }, 0, 5)).toEqual({ count: 1, lines: [8] });
    expect(page({ states: ['refused'] }, 1, 5)).toEqual({ count: 1, lines: [] });
    expect(page({ batch: 1 }, 1, 1)).toEqual({ count: 3, lines: [5] });
    expect(page({ undo: ['undone'] }, 0, 5)).toEqual({ count: 0, lines: [] });
  });

  it('are found by their numbers', () => {
    const find = (...phones: string[]): readonly number[] =>
      toLines(store.ask('listImportRowsByPhone', { importId, phones }));
    // Doubled ones too.
    expect(find(phoneOf(5), phoneOf(2), phoneOf(2), phoneOf(77))).toEqual([2, 4, 5, 7]);
    expect(find('')).toEqual([]);
  });

  it('count created contacts who have texted since, each once, and no one else', () => {
    const count = (sinceAt = NOON): number => store.ask('countTextedSince', { importId, sinceAt });
    store.run('changeImportRows', { importId, changes: [2, 5, 14].map((line) => ({ line, state: 'done' as const })) });
    const messages = [
      buildMessage('in:1', { phone: phoneOf(2), at: NOON + 1 }),
      buildMessage('in:2', { phone: phoneOf(2), at: NOON + 2 }),
      // Before, ours, a call, an update, and one that was not created after all.
      buildMessage('in:3', { phone: phoneOf(5), at: NOON - 1 }),
      buildMessage('out:4', { phone: phoneOf(5), at: NOON + 1 }),
      buildCall(5, { phone: phoneOf(5), at: NOON + 1 }),
      buildMessage('in:6', { phone: phoneOf(3), at: NOON + 1 }),
      buildMessage('in:7', { phone: phoneOf(8), at: NOON + 1 }),
    ];
    store.run('commitMessages', { messages, source: 'page' });
    expect(count()).toBe(1);
    expect(count(NOON - 1)).toBe(2);
    expect(count(NOON + 3)).toBe(0);
    // Deleted, or left, by an undo that began.
    store.run('changeImportRows', { importId, changes: [{ line: 2, undo: 'undone' }] });
    expect(count()).toBe(0);
  });
});

describe('contacts that an import compares with its rows', () => {
  let store: StoreInOneThread;
  beforeEach(() => (store = new StoreInOneThread()));
  afterEach(() => store.close());

  const list = (afterId = 0, limit = 1_000): readonly ImportContact[] =>
    store.ask('listImportContacts', { afterId, limit });
  const find = (id: number): ImportContact | undefined => list().find((contact) => contact.id === id);

  it('come by id, page by page, with the values and the lists that they have', () => {
    expect(list()).toEqual([]);
    store.run('commitLists', { lists: [buildList(5), buildList(6)] });
    store.run('commitContacts', {
      contacts: [
        buildContact(3, {
          ...{ firstName: 'Ann', lastName: 'Hill', email: 'ann@hill.example' },
          fields: [
            { id: 12, name: 'Pet', value: 'Dog' },
            { id: 13, name: 'Vet', value: null },
            { id: 14, name: 'Note', value: '' },
          ],
          lists: [
            { id: toListId(6), name: 'List 6' },
            { id: toListId(5), name: 'List 5' },
          ],
        }),
        buildContact(1),
        buildContact(9),
      ],
    });
    expect(list().map(({ id }) => id)).toEqual([1, 3, 9]);
    expect(list(1, 1)).toEqual([
      {
        ...{ id: 3, phone: phoneOf(3), firstName: 'Ann', lastName: 'Hill', email: 'ann@hill.example' },
        ...{ fields: [{ id: 12, value: 'Dog' }], listIds: [5, 6] },
        ...{ isReadOnly: false, isBlocked: false, isUnsubscribed: false },
      },
    ]);
    expect(list(9)).toEqual([]);
  });

  it('are as they are shown, with what the user changed and has not left yet', () => {
    store.run('commitContacts', { contacts: [buildContact(1, { firstName: 'Ann' }), buildContact(2)] });
    const contactId = toContactId(1);
    store.run('applyPeopleChanges', {
      changes: [
        { kind: 'edit-contact', contactId, field: 'firstName', value: 'Anna', base: 'Ann' },
        { kind: 'edit-contact', contactId, field: 'field:12', value: 'Dog', base: '' },
        { kind: 'delete-contacts', contactIds: [toContactId(2)] },
      ],
      ...{ at: NOON, dueAt: NOON },
    });
    expect(list()).toMatchObject([{ id: 1, firstName: 'Anna', fields: [{ id: 12, value: 'Dog' }] }]);
  });

  it('are read-only where they are of another user', () => {
    store.run('saveAccount', { account: buildAccount({ userId: 7 }) });
    store.run('commitContacts', {
      contacts: [buildContact(1, { userId: 7, isShared: true }), buildContact(2, { userId: 8 }), buildContact(3)],
    });
    expect(list().map(({ isReadOnly }) => isReadOnly)).toEqual([false, true, false]);
  });

  it('are blocked where they say so or the register does, and unsubscribed where their number is', () => {
    store.run('commitContacts', {
      contacts: [
        buildContact(1, { isBlocked: true }),
        buildContact(2, { isBlocked: null }),
        buildContact(3, { isBlocked: false }),
        buildContact(4, { isBlocked: null }),
      ],
    });
    store.run('commitRows', { name: 'blocked', rows: [buildContact(2), buildContact(50)] });
    store.run('commitRows', {
      name: 'unsubscribers',
      rows: [{ id: 1, phone: phoneOf(3), unsubscribedAt: null, firstName: '', lastName: '' }],
    });
    store.run('commitChats', { chats: [buildChat(4, { isUnsubscribed: true }), buildChat(5)] });
    expect([1, 2, 3, 4].map((id) => [find(id)?.isBlocked, find(id)?.isUnsubscribed])).toEqual([
      ...[[true, false]],
      ...[[true, false]],
      ...[[false, true]],
      ...[[false, true]],
    ]);
    const { blocked, unsubscribed } = store.ask('listImportNumbers', {});
    expect([...blocked].sort()).toEqual([phoneOf(1), phoneOf(2), phoneOf(50)]);
    expect([...unsubscribed].sort()).toEqual([phoneOf(3), phoneOf(4)]);
  });
});
