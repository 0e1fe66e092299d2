import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toChatId } from '#shared/domain/ids.ts';
import type { ChatAct } from '#shared/domain/sync.ts';
import { fillChats, toPage } from '#test/bench/query-fills.ts';
import { StoreInOneThread } from '#test/unit/store/store-in-one-thread.ts';
import { DAY_MS, NOON } from '#test/unit/store/builders.ts';

const EXTENT = { chats: 20_000, messages: 300_000 };
const FILL_TIMEOUT_MS = 900_000;

/** What it takes is in `npm run bench -- --only queries`. */
describe('a store with 20,000 chats and 300,000 messages', { timeout: 120_000 }, () => {
  let store: StoreInOneThread;

  beforeAll(() => {
    store = new StoreInOneThread();
    fillChats(store, EXTENT, (commit) => commit());
  }, FILL_TIMEOUT_MS);
  afterAll(() => store.close());

  const list = (offset: number) =>
    store.ask('listChats', {
      ...{ scope: { shelf: 'open', marks: [], listId: null }, sort: 'newest', offset, limit: 100, now: NOON },
      ...{ todayAt: NOON - DAY_MS / 2, yesterdayAt: NOON - 1.5 * DAY_MS },
    });

  it('holds what was written', () => {
    expect([store.ask('countMessages', {}), store.ask('countChats', {}).open]).toEqual([EXTENT.messages, EXTENT.chats]);
  });

  it('lists every chat once, window by window (STORE-12)', () => {
    const ids = new Set<number>();
    for (let offset = 0; offset < EXTENT.chats; offset += 100) {
      const { rows } = list(offset);
      expect(rows).toHaveLength(100);
      for (const { id } of rows) ids.add(id);
    }
    expect(ids.size).toBe(EXTENT.chats);
  });

  it('changes nothing by a page that brings nothing new (STORE-6)', () => {
    store.run('commitMessages', { messages: toPage(EXTENT.messages, EXTENT), source: 'page' });
    expect(store.changes).toBeNull();
  });

  it('does one thing to 500 chats, whatever it is', () => {
    const chatIds = Array.from({ length: 500 }, (_, index) => toChatId(1_001 + index));
    const acts: readonly ChatAct[] = [
      { kind: 'read', isRead: true },
      { kind: 'pin', isPinned: true },
      { kind: 'mute', isMuted: true, hours: 8 },
      { kind: 'snooze', until: NOON + DAY_MS },
      { kind: 'status', status: 'closed' },
      { kind: 'block', isBlocked: true },
    ];
    for (const action of acts) store.run('applyActions', { chatIds, action, at: NOON, dueAt: NOON });
    expect(store.ask('countChats', {}).open).toBe(EXTENT.chats - chatIds.length);
  });

  it('finds the newest of many hits', () => {
    const sql = 'SELECT rowid AS seq FROM message_search WHERE message_search MATCH ? ORDER BY rowid DESC LIMIT 50';
    const [first] = store.reader.all<{ seq: number }>(sql, ['"zurich"']);
    const newest = store.reader.get<{ seq: number }>(`SELECT max(seq) AS seq FROM messages WHERE text LIKE '%Zürich%'`);
    expect(first).toEqual(newest);
  });
});
