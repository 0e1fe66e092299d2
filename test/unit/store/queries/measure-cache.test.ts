import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MADE, buildOwnSchedule } from '../schedule-builders.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { NOON, buildChat, buildContact, buildMessage, buildSend, phoneOf } from '../builders.ts';
import { buildPlan } from '../import-builders.ts';

describe('what is kept on this computer', () => {
  let store: StoreInOneThread;
  beforeEach(() => (store = new StoreInOneThread()));
  afterEach(() => store.close());

  const measure = () => store.ask('measureCache', {});
  const kindOf = (kind: string) => measure().kinds.find((one) => one.kind === kind);

  it('is counted by kind, and the kinds make up all pages that are used', () => {
    const messages = Array.from({ length: 800 }, (_, index) =>
      buildMessage(`in:${index + 1}`, { text: `The ${index} quick brown foxes`.repeat(4), at: NOON + index }),
    );
    store.run('commitMessages', { messages, source: 'page' });
    store.run('commitChats', { chats: [buildChat(1), buildChat(2)] });
    store.run('commitContacts', { contacts: [buildContact(1)] });
    store.run('commitRows', { name: 'templates', rows: [{ id: 1, name: '', content: '', modifiedAt: null }] });
    const { kinds } = measure();
    expect(kinds.map(({ kind, rows }) => [kind, rows])).toEqual([
      ['messages', 800],
      ['search', 802],
      ['chats', 2],
      ['people', 1],
      ['others', 1],
    ]);
    const used = store.reader.get<{ bytes: number }>(`
      SELECT (page_count - freelist_count) * page_size AS bytes
      FROM pragma_page_count, pragma_freelist_count, pragma_page_size`)?.bytes;
    expect(kinds.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(used);
    const exact = store.reader.get<{ bytes: number }>(`
      SELECT sum(pgsize) AS bytes FROM dbstat WHERE name IN ('message_search_data', 'message_search_docsize')`)?.bytes;
    expect(kindOf('search')?.bytes).toBeGreaterThanOrEqual(exact ?? Infinity);
    expect(kindOf('messages')?.bytes).toBeGreaterThan(800 * 100);
  });

  it('counts the same chats as the health of the copy', () => {
    store.run('commitChats', { chats: [buildChat(1), buildChat(2), buildChat(3, { status: 'deleted' })] });
    expect(kindOf('chats')?.rows).toBe(2);
    expect(store.ask('listGaps', { limit: 5 }).chatsCount).toBe(2);
  });

  it('takes as much of the disk as both files with their logs', () => {
    const before = measure();
    store.run('saveDraft', { phone: phoneOf(1), text: 'x'.repeat(20_000), at: NOON });
    const after = measure();
    expect(after.ownedBytes).toBeGreaterThan(before.ownedBytes + 15_000);
    expect(after.cacheBytes).toBeGreaterThanOrEqual(4_096);
  });

  it('is, for what only this computer knows, drafts, unsent texts, actions, the ledger, imports and schedules', () => {
    expect(store.ask('countOwned', {})).toEqual({
      drafts: 0,
      unsent: 0,
      actions: 0,
      ledger: 0,
      imports: 0,
      schedules: 0,
    });
    store.run('commitChats', { chats: [buildChat(1)] });
    store.run('saveDraft', { phone: phoneOf(1), text: 'later', at: NOON });
    store.run('createSend', { send: buildSend('a') });
    store.run('createSend', { send: buildSend('b') });
    store.run('deleteSend', { sendId: buildSend('b').id });
    store.act(1, { kind: 'pin', isPinned: true });
    store.run('createImport', { requestId: 'a', plan: buildPlan(), at: NOON });
    const { importId } = store.run('createImport', { requestId: 'b', plan: buildPlan(), at: NOON });
    store.run('dropImport', { importId });
    store.run('createOwnSchedule', { schedule: buildOwnSchedule(1), event: MADE });
    store.run('createOwnSchedule', { schedule: buildOwnSchedule(2, { state: 'cancelled' }), event: MADE });
    const atService = { keeper: 'service', state: 'coming', serviceId: 5 } as const;
    store.run('createOwnSchedule', { schedule: buildOwnSchedule(3, atService), event: MADE });
    expect(store.ask('countOwned', {})).toEqual({
      drafts: 1,
      unsent: 1,
      actions: 1,
      ledger: 2,
      imports: 1,
      schedules: 1,
    });
  });

  it('is nothing of what an account has no table for, which was not opened since the app has it', () => {
    store.run('saveDraft', { phone: phoneOf(1), text: 'later', at: NOON });
    for (const table of ['own_schedules', 'imports', 'people_changes', 'message_deletions'])
      store.owned.exec(`DROP TABLE ${table}`);
    expect(store.ask('countOwned', {})).toMatchObject({ drafts: 1, actions: 0, imports: 0, schedules: 0 });
  });
});
