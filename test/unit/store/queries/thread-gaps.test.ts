import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MessagePage } from '#shared/contract/index.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { ChatId } from '#shared/domain/ids.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { MINUTE_MS, NOON, buildCall, buildChat, buildMessage, buildNote, buildSend, phoneOf } from '../builders.ts';

const at = (minutes: number): number => NOON + minutes * MINUTE_MS;

describe('a page of a thread', () => {
  let store: StoreInOneThread;
  beforeEach(() => {
    store = new StoreInOneThread();
    store.run('commitChats', { chats: [buildChat(1)] });
    // Late enough that the rounds had their chance.
    store.now = at(1_000);
  });
  afterEach(() => store.close());

  const put = (...minutes: readonly number[]): void => {
    const messages = minutes.map((minute) => buildMessage(`in:${1_000 + minute}`, { at: at(minute) }));
    store.run('commitMessages', { messages, source: 'single' });
  };
  const cover = (fromAt: number | null, toAt: number, chatId = 1): void => {
    const covers = { kind: 'chat', chatId: toChatId(chatId), fromAt, toAt, withCalls: false } as const;
    store.run('commitMessages', { messages: [], source: 'page', covers });
  };
  const list = (limit = 50, chatId: ChatId = toChatId(1)): MessagePage | null =>
    store.ask('listMessages', { chatId, before: null, limit });

  it('shows a gap between two known messages, and is not complete before its oldest', () => {
    put(0, 10, 20);
    cover(at(0), at(5));
    cover(at(15), at(20));
    expect(list()).toMatchObject({
      isCompleteBefore: false,
      gaps: [
        { itemKey: 'in:1000', fromAt: null, toAt: at(0) },
        { itemKey: 'in:1010', fromAt: at(5), toAt: at(15) },
        { itemKey: 'in:1020', fromAt: at(5), toAt: at(15) },
      ],
    });
  });

  it('shows none where all was read, also where there was nothing to read', () => {
    put(0, 20);
    cover(null, at(5));
    cover(at(6), at(20));
    expect(list()?.gaps).toEqual([{ itemKey: 'in:1020', fromAt: at(5), toAt: at(6) }]);
    cover(at(5), at(6));
    expect(list()).toMatchObject({ gaps: [], isCompleteBefore: true });
  });

  it('shows what may be missing below the oldest message on the page that begins with it only', () => {
    put(0, 10);
    cover(at(-5), at(10));
    const newest = list(1);
    expect(newest).toMatchObject({ gaps: [], isCompleteBefore: false });
    const oldest = store.ask('listMessages', { chatId: toChatId(1), before: newest?.older ?? null, limit: 1 });
    expect(oldest?.gaps).toEqual([{ itemKey: 'in:1000', fromAt: null, toAt: at(-5) }]);
  });

  it('is not complete where the beginning is known and something between it and the oldest message is not', () => {
    cover(null, at(-30));
    put(0);
    cover(at(-5), at(0));
    expect(list()).toMatchObject({
      isCompleteBefore: false,
      gaps: [{ itemKey: 'in:1000', fromAt: at(-30), toAt: at(-5) }],
    });
  });

  it('shows no gap below a message that has only just come: the rounds may be on their way', () => {
    put(0);
    cover(null, at(0));
    put(30);
    store.now = at(31);
    expect(list()?.gaps).toEqual([]);
    store.now = at(33);
    expect(list()?.gaps).toEqual([{ itemKey: 'in:1030', fromAt: at(0), toAt: at(30) }]);
  });

  it('shows no gap below a text that left from here, before it is a message and after', () => {
    put(0);
    cover(null, at(0));
    const send = buildSend('a', { createdAt: at(30) });
    store.run('createSend', { send });
    expect(list()?.gaps).toEqual([]);
    store.run('updateSend', { sendId: send.id, patch: { state: 'accepted', messageId: 9 } });
    store.run('commitAcceptedSend', { sendId: send.id });
    expect(list()).toMatchObject({ gaps: [], isCompleteBefore: true });
    put(60);
    expect(list()?.gaps.map(({ itemKey }) => itemKey)).toEqual(['send:a', 'in:1060']);
  });

  it('names a gap by the key that the line has, a send of ours by that of the send', () => {
    const send = buildSend('a', { createdAt: at(20) });
    store.run('createSend', { send });
    put(0, 10, 30);
    cover(null, at(10));
    cover(at(15), at(30));
    expect(list()?.gaps).toEqual([{ itemKey: 'send:a', fromAt: at(10), toAt: at(15) }]);
  });

  it('has calls and notes in their places, above and below which pages go on (STORE-11)', () => {
    const others = [buildCall(1), buildNote(1), buildMessage('in:1'), buildMessage('out:1')];
    store.run('commitMessages', { messages: others, source: 'page' });
    store.run('createSend', { send: buildSend('a', { createdAt: NOON - 1 }) });
    const whole = list()?.items.map(({ key }) => key) ?? [];
    expect(whole.slice(0, 4)).toEqual(['call:1', 'in:1', 'note:1', 'out:1']);
    for (const key of whole) {
      const around = store.ask('listMessagesAround', { chatId: toChatId(1), key, limit: 1 });
      expect(around?.items.map((item) => item.key)).toEqual([key]);
      const { older, newer } = { older: around?.older ?? null, newer: around?.newer ?? null };
      const above = older === null ? null : store.ask('listMessages', { chatId: toChatId(1), before: older, limit: 9 });
      const below =
        newer === null ? null : store.ask('listNewerMessages', { chatId: toChatId(1), after: newer, limit: 9 });
      const keys = [...(above?.items ?? []), ...(around?.items ?? []), ...(below?.items ?? [])].map((item) => item.key);
      expect(keys).toEqual(whole);
    }
  });

  it('shows the same gaps however the thread is cut, upwards, downwards and from the middle (STORE-19)', () => {
    const minutes = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 9 });
    const stretches = fc.array(fc.tuple(fc.nat(12), fc.nat(12)), { maxLength: 3 });
    let round = 10;
    fc.assert(
      fc.property(minutes, stretches, fc.integer({ min: 1, max: 4 }), (times, known, limit) => {
        round += 1;
        const chatId = toChatId(round);
        store.run('commitChats', { chats: [buildChat(round)] });
        const messages = times.map((minute, index) =>
          buildMessage(`in:${round * 100 + index}`, { phone: phoneOf(round), at: at(minute) }),
        );
        store.run('commitMessages', { messages, source: 'page' });
        for (const [a, b] of known) cover(at(Math.min(a, b)), at(Math.max(a, b)), round);
        const whole = list(50, chatId);
        const pages: MessagePage[] = [];
        const start = whole?.items[Math.floor(times.length / 2)]?.key ?? '';
        const middle = store.ask('listMessagesAround', { chatId, key: start, limit });
        if (middle !== null) pages.push(middle);
        for (let before = middle?.older ?? null; before !== null;) {
          const page: MessagePage | null = store.ask('listMessages', { chatId, before, limit });
          if (page !== null) pages.unshift(page);
          before = page?.older ?? null;
        }
        for (let after = middle?.newer ?? null; after !== null;) {
          const page: MessagePage | null = store.ask('listNewerMessages', { chatId, after, limit });
          if (page !== null) pages.push(page);
          after = page?.newer ?? null;
        }
        expect(pages.flatMap(({ items }) => items)).toEqual(whole?.items);
        expect(pages.flatMap(({ gaps }) => gaps)).toEqual(whole?.gaps);
        expect(new Set(pages.map((page) => page.isCompleteBefore)).size).toBe(1);
      }),
      { numRuns: 25 },
    );
  });
});
