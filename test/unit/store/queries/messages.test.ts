import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MessageCursor, MessagePage } from '#shared/contract/index.ts';
import { toChatId } from '#shared/domain/ids.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { NOON, buildChat, buildMessage, buildSend, phoneOf } from '../builders.ts';

describe('a thread', () => {
  let store: StoreInOneThread;
  beforeEach(() => {
    store = new StoreInOneThread();
    store.run('commitChats', { chats: [buildChat(1)] });
  });
  afterEach(() => store.close());

  const list = (before: MessageCursor | null, limit: number) =>
    store.ask('listMessages', { chatId: toChatId(1), before, limit });

  /** All keys from the newest page to the oldest, each page as it comes. */
  function walk(limit: number): string[][] {
    const pages: string[][] = [];
    let before: MessageCursor | null = null;
    do {
      const page = list(before, limit);
      pages.push(page?.items.map((item) => item.key) ?? []);
      before = page?.older ?? null;
    } while (before !== null);
    return pages;
  }

  it('is null for a chat that is not there, empty for one without messages', () => {
    expect(store.ask('listMessages', { chatId: toChatId(9), before: null, limit: 5 })).toBeNull();
    expect(list(null, 5)).toEqual({ items: [], older: null, newer: null, isCompleteBefore: false, gaps: [] });
  });

  it('comes oldest first, page by page, with nothing twice and nothing left out (STORE-11)', () => {
    const messages = Array.from({ length: 7 }, (_, index) => buildMessage(`in:${index}`, { at: NOON + index }));
    store.run('commitMessages', { messages, source: 'page' });
    expect(walk(3)).toEqual([['in:4', 'in:5', 'in:6'], ['in:1', 'in:2', 'in:3'], ['in:0']]);
  });

  it('has ids of one moment in the order of numbers, not of letters', () => {
    const messages = [9, 10, 2].map((id) => buildMessage(`in:${id}`));
    store.run('commitMessages', { messages, source: 'page' });
    expect(walk(1).flat()).toEqual(['in:10', 'in:9', 'in:2']);
  });

  it('mixes messages and sends by time, whatever the size of a page (STORE-11)', () => {
    const moments = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 12 });
    let round = 0;
    fc.assert(
      fc.property(moments, moments, fc.integer({ min: 1, max: 5 }), (received, written, limit) => {
        round += 1;
        const phone = phoneOf(100 + round);
        const chatId = toChatId(100 + round);
        store.run('commitChats', { chats: [buildChat(chatId, { phone })] });
        for (const [index, at] of written.entries()) {
          store.run('createSend', { send: buildSend(`${round}-${index}`, { phone, createdAt: NOON + at }) });
        }
        const messages = received.map((at, index) => {
          const id = round * 100 + index;
          return buildMessage(index % 2 === 0 ? `in:${id}` : `out:${id}`, { phone, at: NOON + at });
        });
        store.run('commitMessages', { messages, source: 'page' });
        const whole = store.ask('listMessages', { chatId, before: null, limit: 100 })?.items ?? [];
        expect(whole).toHaveLength(received.length + written.length);
        expect(whole.map((item) => item.at)).toEqual(whole.map((item) => item.at).toSorted((a, b) => a - b));
        const paged: string[] = [];
        let before: MessageCursor | null = null;
        do {
          const page: MessagePage | null = store.ask('listMessages', { chatId, before, limit });
          paged.unshift(...(page?.items.map((item) => item.key) ?? []));
          before = page?.older ?? null;
        } while (before !== null);
        expect(paged).toEqual(whole.map((item) => item.key));
      }),
      { numRuns: 25 },
    );
  });

  it('goes on at the same place when messages come in between two pages (STORE-11)', () => {
    const messages = [1, 2, 3, 4].map((id) => buildMessage(`in:${id}`, { at: NOON + id }));
    store.run('commitMessages', { messages, source: 'page' });
    const first = list(null, 2);
    store.run('commitMessages', { messages: [buildMessage('in:9', { at: NOON + 9 })], source: 'page' });
    expect(list(first?.older ?? null, 2)?.items.map((item) => item.key)).toEqual(['in:1', 'in:2']);
  });

  it('goes on below a send whose line became a message', () => {
    store.run('commitMessages', { messages: [buildMessage('in:1', { at: NOON - 1 })], source: 'page' });
    store.run('createSend', { send: buildSend('abc') });
    const first = list(null, 1);
    expect(first?.older).toEqual({ at: NOON, key: 'send:abc' });
    store.run('updateSend', { sendId: buildSend('abc').id, patch: { state: 'accepted', messageId: 5 } });
    store.run('commitAcceptedSend', { sendId: buildSend('abc').id });
    expect(list(first?.older ?? null, 5)?.items.map((item) => item.key)).toContain('in:1');
  });

  it('says whether the service may have more: by the chat or by both feeds', () => {
    const isComplete = (): unknown => [
      list(null, 5)?.isCompleteBefore,
      store.ask('countChatMessages', { chatId: toChatId(1) })?.isComplete,
    ];
    const feed = (name: 'inbound' | 'outbound') => ({
      name,
      cursor: { headId: 1, tailId: 1, isComplete: true, tailPage: 1 },
    });
    store.run('commitMessages', { messages: [], source: 'page', feed: feed('inbound') });
    expect(isComplete()).toEqual([false, false]);
    store.run('commitMessages', { messages: [], source: 'page', feed: feed('outbound') });
    expect(isComplete()).toEqual([true, true]);
  });

  it('is complete once its own history was read, and stays so when the chat changes', () => {
    store.run('commitMessages', { messages: [], source: 'page', completeChatId: toChatId(1) });
    expect(store.changes?.messageChatIds).toEqual([1]);
    store.run('commitChats', { chats: [buildChat(1, { unreadCount: 3 })] });
    expect(list(null, 5)?.isCompleteBefore).toBe(true);
  });

  it('has a mark on what we sent, and none on what came, calls and notes', () => {
    const messages = [
      buildMessage('in:1', { letter: 'd' }),
      buildMessage('out:1', { letter: 'd' }),
      buildMessage('out:2', { letter: 'y' }),
      buildMessage('out:3', { kind: 'note' }),
      buildMessage('out:4', { kind: 'call' }),
    ];
    store.run('commitMessages', { messages, source: 'page' });
    expect(list(null, 9)?.items.map((item) => item.mark)).toEqual([null, 'delivered', 'unknown', null, null]);
  });

  it('counts what the cache has', () => {
    const messages = [buildMessage('in:1'), buildMessage('out:1'), buildMessage('in:2', { phone: phoneOf(2) })];
    store.run('commitMessages', { messages, source: 'page' });
    expect(store.ask('countMessages', {})).toBe(3);
    expect(store.ask('countChatMessages', { chatId: toChatId(1) })?.count).toBe(2);
    expect(store.ask('countChatMessages', { chatId: toChatId(9) })).toBeNull();
  });
});
