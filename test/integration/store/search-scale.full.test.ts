import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchResult } from '#shared/contract/index.ts';
import { toChatId } from '#shared/domain/ids.ts';
import { BIG_CHAT, HAN, fillSearched } from '#test/bench/query-fills.ts';
import { StoreInOneThread } from '#test/unit/store/store-in-one-thread.ts';
import { MINUTE_MS, NOON } from '#test/unit/store/builders.ts';

const EXTENT = { chats: 20_000, messages: 300_000, people: 100_000 };
const FILL_TIMEOUT_MS = 1_200_000;

/** What it takes is in `npm run bench -- --only queries`. */
describe('a search in 300,000 messages, 20,000 chats and 100,000 people', { timeout: 120_000 }, () => {
  let store: StoreInOneThread;

  beforeAll(() => {
    store = new StoreInOneThread();
    fillSearched(store, EXTENT);
  }, FILL_TIMEOUT_MS);
  afterAll(() => store.close());

  const search = (query: string, chatId: number | null = null): SearchResult =>
    store.ask('search', { query, scope: 'all', chatId: chatId === null ? null : toChatId(chatId), limit: 50 });

  it('finds the one oldest text by any part of it', () => {
    for (const query of ['xylophone', 'XYLO unmist', '龘靐', '龘', 'ѯ', 'an unmistakable xylophone']) {
      expect([query, search(query).messages.map((hit) => hit.key)]).toEqual([query, ['in:5']]);
    }
    expect(search('xylophone nowhere')).toMatchObject({
      messages: [],
      lookedBackTo: NOON - (EXTENT.messages - 1) * MINUTE_MS,
    });
  });

  it('finds in one chat what is in it, however much is in others', () => {
    for (const chatId of [BIG_CHAT, 77]) {
      const hits = search('the', chatId).messages;
      expect(hits.length).toBeGreaterThan(0);
      expect(new Set(hits.map((hit) => hit.chatId))).toEqual(new Set([chatId]));
    }
    expect(search('the', BIG_CHAT)).toMatchObject({ hasMoreMessages: true });
  });

  it.each(['the', 'e', 'please', 'th', HAN[0] ?? '', 'the you for your have', '7', '4477', ' i ', 'the '.repeat(50)])(
    'is a full page or says that there is no more, for %j',
    (query) => {
      const { messages, hasMoreMessages } = search(query);
      expect(new Set(messages.map(({ key }) => key)).size).toBe(messages.length);
      expect(messages.length === 50 || !hasMoreMessages).toBe(true);
    },
  );

  it('gives pages around a message anywhere in a long thread (STORE-11)', () => {
    const [hit] = search('the', BIG_CHAT).messages;
    const page = store.ask('listMessagesAround', { chatId: toChatId(BIG_CHAT), key: hit?.key ?? '', limit: 60 });
    expect(page?.items).toHaveLength(60);
    expect(page?.items.map(({ key }) => key)).toContain(hit?.key);
  });
});
