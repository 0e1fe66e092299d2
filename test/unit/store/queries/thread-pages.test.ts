import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MessageCursor, MessagePage } from '#shared/contract/index.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { ChatId } from '#shared/domain/ids.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { NOON, buildChat, buildMessage, buildSend, phoneOf } from '../builders.ts';

const toKeys = (page: MessagePage | null): string[] => page?.items.map((item) => item.key) ?? [];

describe('pages of a thread', () => {
  let store: StoreInOneThread;
  beforeEach(() => (store = new StoreInOneThread()));
  afterEach(() => store.close());

  /** A thread of messages at the moments `received`, and of sends at `written`, every third of them with its message. */
  function fill(number: number, received: readonly number[], written: readonly number[]): ChatId {
    const phone = phoneOf(number);
    const chatId = toChatId(number);
    store.run('commitChats', { chats: [buildChat(number, { phone })] });
    const messages = received.map((at, index) => {
      const id = number * 100 + index;
      return buildMessage(index % 2 === 0 ? `in:${id}` : `out:${id}`, { phone, at: NOON + at });
    });
    for (const [index, at] of written.entries()) {
      const send = buildSend(`${number}-${index}`, { phone, createdAt: NOON + at });
      store.run('createSend', { send });
      if (index % 3 !== 0) continue;
      store.run('updateSend', { sendId: send.id, patch: { state: 'accepted', messageId: number * 100 + 50 + index } });
      store.run('commitAcceptedSend', { sendId: send.id });
    }
    store.run('commitMessages', { messages, source: 'page' });
    return chatId;
  }

  const list = (chatId: ChatId, before: MessageCursor | null, limit: number) =>
    store.ask('listMessages', { chatId, before, limit });
  const listNewer = (chatId: ChatId, after: MessageCursor, limit: number) =>
    store.ask('listNewerMessages', { chatId, after, limit });
  const listAround = (chatId: ChatId, key: string, limit: number) =>
    store.ask('listMessagesAround', { chatId, key, limit });

  /** All keys above and below a page, followed by its cursors. */
  function spread(chatId: ChatId, page: MessagePage | null, limit: number): string[] {
    const keys = toKeys(page);
    for (let before = page?.older ?? null; before !== null;) {
      const above: MessagePage | null = list(chatId, before, limit);
      keys.unshift(...toKeys(above));
      before = above?.older ?? null;
    }
    for (let after = page?.newer ?? null; after !== null;) {
      const below: MessagePage | null = listNewer(chatId, after, limit);
      keys.push(...toKeys(below));
      after = below?.newer ?? null;
    }
    return keys;
  }

  it('tile it from any of its messages, whatever their size, with nothing twice and nothing left out (STORE-11)', () => {
    const moments = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 10 });
    let round = 100;
    fc.assert(
      fc.property(moments, moments, fc.integer({ min: 1, max: 5 }), (received, written, limit) => {
        round += 1;
        const chatId = fill(round, received, written);
        const whole = toKeys(list(chatId, null, 100));
        expect(whole).toHaveLength(received.length + written.length);
        expect(spread(chatId, list(chatId, null, limit), limit)).toEqual(whole);
        for (const key of whole) {
          const page = listAround(chatId, key, limit);
          expect(toKeys(page)).toContain(key);
          expect(toKeys(page)).toHaveLength(Math.min(limit, whole.length));
          expect(spread(chatId, page, limit)).toEqual(whole);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('have the message in their middle, or as near to it as the ends of the thread allow', () => {
    const chatId = fill(1, [0, 1, 2, 3, 4, 5, 6], []);
    const around = (key: string) => toKeys(listAround(chatId, key, 3)).map((name) => name.replace(/^\w+:10/, ''));
    expect(around('out:103')).toEqual(['2', '3', '4']);
    expect(around('in:100')).toEqual(['0', '1', '2']);
    expect(around('in:106')).toEqual(['4', '5', '6']);
  });

  it('know what is below them: nothing for the newest, their own end for one above', () => {
    const chatId = fill(1, [0, 1, 2, 3], []);
    const newest = list(chatId, null, 2);
    expect(newest?.newer).toBeNull();
    const above = list(chatId, newest?.older ?? null, 2);
    expect(above?.newer).toEqual({ at: NOON + 1, key: 'out:101' });
    expect(toKeys(listNewer(chatId, { at: NOON + 1, key: 'out:101' }, 2))).toEqual(toKeys(newest));
  });

  it('give back the cursor that they were asked with when they are empty', () => {
    const chatId = fill(1, [0, 1], []);
    const end = { at: NOON + 1, key: 'out:101' };
    expect(listNewer(chatId, end, 2)).toMatchObject({ items: [], older: end, newer: null });
    const start = { at: NOON, key: 'in:100' };
    expect(list(chatId, start, 2)).toMatchObject({ items: [], older: null, newer: start });
  });

  it('are found by the key of a send before it is a message and after', () => {
    const chatId = fill(1, [0], [1, 2]);
    const whole = toKeys(list(chatId, null, 9));
    expect(whole).toEqual(['in:100', 'send:1-0', 'send:1-1']);
    expect(['send:1-0', 'send:1-1', 'out:150'].map((key) => toKeys(listAround(chatId, key, 9)))).toEqual(
      Array<string[]>(3).fill(whole),
    );
  });

  it('are null without such a chat, and around a message that is not in it', () => {
    const chatId = fill(1, [0], [1]);
    fill(2, [0], [1]);
    const strangers = ['in:200', 'send:2-0', 'send:2-1', 'in:999', 'send:nobody', 'in:', 'in:x', 'nonsense', ''];
    expect(strangers.map((key) => listAround(chatId, key, 5))).toEqual(strangers.map(() => null));
    expect(listAround(toChatId(9), 'in:100', 5)).toBeNull();
    expect(listNewer(toChatId(9), { at: NOON, key: 'in:100' }, 5)).toBeNull();
  });
});
