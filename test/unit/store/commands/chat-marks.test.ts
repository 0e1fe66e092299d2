import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Chat } from '#shared/domain/entities.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { Coverage } from '#shared/domain/sync.ts';
import { toParts } from '#main/store/split.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { buildChat, buildMessage, MINUTE_MS, NOON, phoneOf } from '../builders.ts';

let store: StoreInOneThread;
beforeEach(() => {
  store = new StoreInOneThread();
});
afterEach(() => store.close());

const FIRST = { updatedAt: NOON, lastText: 'First', unreadCount: 1 };

function commit(...chats: readonly Chat[]): void {
  store.run('commitChats', { chats });
}

const listMarked = (): readonly number[] => store.ask('listChatsToRead', { limit: 10 }).map(({ chatId }) => chatId);
const newest = (): number => store.ask('getNewestChatMark', {});

function commitNewest(chatId: number, upTo: number, covers?: Coverage): void {
  const messages = [buildMessage(`in:${chatId}`, { phone: phoneOf(chatId), at: NOON })];
  const readMarks = { chatId: toChatId(chatId), upTo };
  const covered = covers === undefined ? {} : { covers };
  store.run('commitMessages', { messages, source: 'page', readMarks, ...covered });
}

describe('a chat needs reading', () => {
  it('from the row that shows news until its messages are committed', () => {
    commit(buildChat(1, FIRST), buildChat(2, FIRST));
    expect(listMarked()).toEqual([1, 2]);
    commitNewest(1, newest());
    expect(listMarked()).toEqual([2]);
  });

  it.each([
    ['a newer time', { updatedAt: NOON + MINUTE_MS }],
    ['another text', { lastText: 'Second' }],
    ['more unread', { unreadCount: 2 }],
    ['another direction', { lastDirection: 'out' }],
  ] as const)('again when its row shows %s', (_what, change) => {
    commit(buildChat(1, FIRST));
    commitNewest(1, newest());
    commit(buildChat(1, { ...FIRST, ...change }));
    expect(listMarked()).toEqual([1]);
  });

  it.each([
    ['nothing else', {}],
    ['a pin', { isPinned: true }],
    ['less unread', { unreadCount: 0 }],
    ['another name', { firstName: 'Ada' }],
  ] as const)('no more when its row shows %s', (_what, change) => {
    commit(buildChat(1, FIRST));
    commitNewest(1, newest());
    commit(buildChat(1, { ...FIRST, ...change }));
    expect(listMarked()).toEqual([]);
  });

  it('still after an answer that was asked for before it showed its latest news', () => {
    commit(buildChat(1, FIRST));
    const askedWith = newest();
    commit(buildChat(1, { ...FIRST, lastText: 'Second' }));
    commitNewest(1, askedWith);
    expect(listMarked()).toEqual([1]);
  });

  it('still after a newest page that does not reach down to what was known of it', () => {
    commit(buildChat(1, FIRST));
    const span = (fromAt: number | null, toAt: number): Coverage => ({
      ...{ kind: 'chat', chatId: toChatId(1), fromAt, toAt, withCalls: false },
    });
    commitNewest(1, 0, span(null, NOON - 60 * MINUTE_MS));
    commitNewest(1, newest(), span(NOON - MINUTE_MS, NOON));
    expect(listMarked()).toEqual([1]);
    commitNewest(1, newest(), span(NOON - 90 * MINUTE_MS, NOON));
    expect(listMarked()).toEqual([]);
  });

  it('no more once the inbound feed was read from its top, for what it showed before', () => {
    commit(buildChat(1, FIRST), buildChat(2, FIRST));
    const upTo = newest();
    commit(buildChat(3, FIRST));
    store.run('commitMessages', { messages: [], source: 'page', readMarks: { chatId: null, upTo } });
    expect(listMarked()).toEqual([3]);
  });

  it('not while it is deleted, and not once it is gone', () => {
    commit(buildChat(1, { ...FIRST, status: 'deleted' }), buildChat(2, FIRST));
    expect(listMarked()).toEqual([2]);
    commit(buildChat(1, { ...FIRST, status: 'active' }));
    store.run('removeChats', { chatIds: [toChatId(2)] });
    expect(listMarked()).toEqual([1]);
  });

  it('until the last part of a large answer is written', () => {
    const messages = Array.from({ length: 250 }, (_, index) => buildMessage(`in:${index + 1}`));
    const readMarks = { chatId: null, upTo: 7 };
    const parts = toParts({ name: 'commitMessages', input: { messages, source: 'page', readMarks } });
    expect(parts.map(({ input }) => 'readMarks' in input)).toEqual([false, false, true]);
  });
});
