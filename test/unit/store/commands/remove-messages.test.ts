import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toFolded } from '#main/store/core/fold.ts';
import { toChatId, toMessageKey } from '#shared/domain/ids.ts';
import type { MessageKey } from '#shared/domain/ids.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { MINUTE_MS, NOON, buildCall, buildChat, buildMessage, buildSend } from '../builders.ts';

describe('messages that are gone at the service', () => {
  let store: StoreInOneThread;
  beforeEach(() => {
    store = new StoreInOneThread();
    store.run('commitChats', { chats: [buildChat(1)] });
  });
  afterEach(() => store.close());

  const remove = (...keys: readonly string[]): number =>
    store.run('removeMessages', { keys: keys as MessageKey[] }).removedCount;
  const keys = (): unknown =>
    store.ask('listMessages', { chatId: toChatId(1), before: null, limit: 9 })?.items.map(({ key }) => key);
  const countFound = (phrase: string): number =>
    store.cache.all('SELECT rowid FROM message_search WHERE message_search MATCH ?', [`"${toFolded(phrase)}"`]).length;

  it('leave the thread, the search and the list of chats, and who shows them is told', () => {
    const newest = buildMessage('in:2', { text: 'Tomorrow then', at: NOON + MINUTE_MS });
    store.run('commitMessages', { messages: [buildMessage('in:1'), newest], source: 'page' });
    expect(remove('in:2')).toBe(1);
    expect(store.changes).toMatchObject({ chatIds: [1], messageChatIds: [1] });
    expect([keys(), countFound('tomorrow'), countFound('text of')]).toEqual([['in:1'], 0, 1]);
    const chat = store.ask('findChat', { chatId: toChatId(1), phone: null });
    expect([chat?.lastText, chat?.lastAt]).toEqual(['Text of in:1', NOON]);
  });

  it('are those of that sequence alone', () => {
    const messages = [buildMessage('in:1'), buildMessage('out:1'), buildCall(1)];
    store.run('commitMessages', { messages, source: 'page' });
    expect([remove('call:1'), keys()]).toEqual([1, ['in:1', 'out:1']]);
    expect([remove('out:1'), keys()]).toEqual([1, ['in:1']]);
  });

  it('that are not here, are named twice or are no messages count for nothing', () => {
    store.run('commitMessages', { messages: [buildMessage('in:1')], source: 'page' });
    expect(remove('in:9', 'send:a', 'nonsense')).toBe(0);
    expect(store.changes).toBeNull();
    expect(remove('in:1', 'in:1')).toBe(1);
  });

  it('come back as new ones, without the letters that they had', () => {
    const commit = (letter: string): unknown =>
      store.run('commitMessages', { messages: [buildMessage('out:1', { letter })], source: 'page' });
    commit('q');
    commit('d');
    remove('out:1');
    expect(store.cache.all('SELECT * FROM message_letters')).toEqual([]);
    commit('q');
    expect(store.cache.get('SELECT letter FROM messages')).toEqual({ letter: 'q' });
  });

  it('that were sent from here do not come back as a send; the ledger knows of both (STORE-9)', () => {
    const send = buildSend('a', { state: 'accepted', messageId: 3 });
    store.run('createSend', { send });
    store.run('commitAcceptedSend', { sendId: send.id });
    expect(keys()).toEqual(['send:a']);
    expect(remove(toMessageKey('out', 3))).toBe(1);
    expect(store.changes?.sendIds).toEqual(['a']);
    expect([keys(), store.ask('findSend', { sendId: send.id })]).toEqual([[], null]);
    expect(store.owned.all('SELECT state FROM send_events ORDER BY seq')).toEqual([
      { state: 'accepted' },
      { state: 'deleted' },
    ]);
  });

  it('leave what was read around them known', () => {
    const covers = { kind: 'chat', chatId: toChatId(1), fromAt: null, toAt: NOON, withCalls: false } as const;
    store.run('commitMessages', { messages: [buildMessage('in:1')], source: 'page', covers });
    remove('in:1');
    expect(store.ask('getCompleteness', { chatId: toChatId(1) })).toEqual({ fromAt: null, upToAt: NOON, gaps: [] });
  });

  it('do not shrink what both feeds are known to, also where they were its ends', () => {
    const commit = (direction: 'in' | 'out', name: 'inbound' | 'outbound'): unknown => {
      const messages = [1, 2, 3].map((id) => buildMessage(`${direction}:${id}`, { at: NOON + id * MINUTE_MS }));
      const cursor = { headId: 3, tailId: 1, isComplete: false, tailPage: 1 };
      return store.run('commitMessages', { messages, source: 'page', feed: { name, cursor } });
    };
    commit('in', 'inbound');
    commit('out', 'outbound');
    remove('in:3', 'out:3', 'out:1');
    expect(store.ask('getCompleteness', { chatId: toChatId(1) })).toEqual({
      ...{ fromAt: NOON + 2 * MINUTE_MS, upToAt: NOON + 3 * MINUTE_MS, gaps: [] },
    });
  });
});
