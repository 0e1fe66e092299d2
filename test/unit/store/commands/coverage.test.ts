import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ROWS_PER_PART, toParts, toWholeOutput } from '#main/store/split.ts';
import type { StoreCommands } from '#main/store/api.ts';
import type { Message } from '#shared/domain/entities.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { Coverage } from '#shared/domain/sync.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { MINUTE_MS, NOON, buildCall, buildChat, buildMessage, buildNote, buildSend, phoneOf } from '../builders.ts';

type Output = StoreCommands['commitMessages']['output'];

describe('what an answer covered', () => {
  let store: StoreInOneThread;
  beforeEach(() => {
    store = new StoreInOneThread();
    store.run('commitChats', { chats: [buildChat(1), buildChat(2)] });
  });
  afterEach(() => store.close());

  const commit = (messages: readonly Message[], covers?: Coverage): Output =>
    store.run('commitMessages', { messages, source: 'page', ...(covers === undefined ? {} : { covers }) });
  const feed = (direction: 'in' | 'out', fromId: number, toId: number): Coverage => ({
    ...{ kind: 'feed', direction, fromId, toId },
  });
  const chat = (fromAt: number | null, toAt: number, withCalls = false): Coverage => ({
    ...{ kind: 'chat', chatId: toChatId(1), fromAt, toAt, withCalls },
  });
  const listSpans = (): unknown => store.cache.all('SELECT from_at, to_at FROM chat_spans ORDER BY phone, to_at');

  describe('of a feed', () => {
    it('names known messages between its ends that it left out, both ends included, and removes none', () => {
      const known = [1, 2, 3, 4, 5].map((id) => buildMessage(`in:${id}`));
      commit([...known, buildMessage('out:3')]);
      const { missingKeys } = commit([buildMessage('in:3')], feed('in', 2, 4));
      expect(missingKeys).toEqual(['in:4', 'in:2']);
      expect(store.ask('countMessages', {})).toBe(6);
    });

    it('says nothing of what is older or newer than its ends, nor where nothing was covered', () => {
      commit([1, 5].map((id) => buildMessage(`in:${id}`)));
      expect(commit([], feed('in', 2, 4)).missingKeys).toEqual([]);
      expect(commit([]).missingKeys).toEqual([]);
    });

    it('says nothing of what no feed lists: calls, notes, lines of the log, other channels', () => {
      const log = buildMessage('out:4', { kind: 'log' });
      const chatted = buildMessage('out:5', { channel: 'whatsapp' });
      commit([buildCall(2), buildNote(3), log, chatted]);
      expect(commit([], feed('out', 1, 9)).missingKeys).toEqual([]);
      expect(commit([], feed('in', 1, 9)).missingKeys).toEqual([]);
    });

    it('says nothing of a send of ours that no list has told yet, and does once one has', () => {
      store.run('createSend', { send: buildSend('a', { state: 'accepted', messageId: 3 }) });
      store.run('commitAcceptedSend', { sendId: buildSend('a').id });
      expect(commit([], feed('out', 1, 9)).missingKeys).toEqual([]);
      commit([buildMessage('out:3', { letter: 'q' })]);
      expect(commit([], feed('out', 1, 9)).missingKeys).toEqual(['out:3']);
    });
  });

  describe('of a chat', () => {
    it('names what it left out of that chat and that time', () => {
      const at = (id: number, minutes: number, said: Partial<Message> = {}): Message =>
        buildMessage(`in:${id}`, { at: NOON + minutes * MINUTE_MS, ...said });
      commit([at(1, 0), at(2, 1), at(3, 2), at(4, 3), at(5, 1, { phone: phoneOf(2) })]);
      const { missingKeys } = commit([at(2, 1)], chat(NOON + 1, NOON + 2 * MINUTE_MS));
      expect(missingKeys).toEqual(['in:3']);
    });

    it('names calls only where calls were asked for, and notes never', () => {
      commit([buildCall(1), buildNote(1)]);
      expect(commit([], chat(null, NOON)).missingKeys).toEqual([]);
      expect(commit([], chat(null, NOON, true)).missingKeys).toEqual(['call:1']);
    });

    it('is kept without holes: what overlaps or follows at once is one', () => {
      commit([], chat(NOON, NOON + 10));
      commit([], chat(NOON + 30, NOON + 40));
      expect(listSpans()).toEqual([
        { from_at: NOON, to_at: NOON + 10 },
        { from_at: NOON + 30, to_at: NOON + 40 },
      ]);
      commit([], chat(NOON + 11, NOON + 29));
      expect(listSpans()).toEqual([{ from_at: NOON, to_at: NOON + 40 }]);
      commit([], chat(null, NOON + 5));
      expect(listSpans()).toEqual([{ from_at: null, to_at: NOON + 40 }]);
    });

    it('costs no write and tells nobody when it was known (STORE-6)', () => {
      commit([buildMessage('in:1')], chat(null, NOON));
      const written = (): unknown => store.cache.get('SELECT total_changes() AS n');
      const before = written();
      commit([buildMessage('in:1')], chat(NOON - MINUTE_MS, NOON));
      expect([store.changes, written()]).toEqual([null, before]);
    });

    it('is told to who shows it only where something else is missing now', () => {
      const later = buildMessage('in:2', { at: NOON + MINUTE_MS });
      commit([buildMessage('in:1'), later], chat(null, NOON));
      commit([later], chat(NOON + 1, NOON + MINUTE_MS));
      expect(store.changes?.messageChatIds).toEqual([1]);
      commit([], chat(NOON, NOON + 2 * MINUTE_MS));
      expect(store.changes).toBeNull();
    });

    it('is nothing where the cache has no such chat', () => {
      const covers = { ...chat(null, NOON), chatId: toChatId(9) } as const;
      commit([buildMessage('in:1')]);
      expect(commit([], covers).missingKeys).toEqual([]);
      expect(listSpans()).toEqual([]);
    });

    it('is undone with rows that could not be written (STORE-3)', () => {
      const broken = buildMessage('in:1', { kind: 'nonsense' as 'text' });
      expect(() => commit([broken], chat(null, NOON))).toThrow();
      expect(listSpans()).toEqual([]);
    });
  });

  it('is judged against all rows of a large answer, with its last part', () => {
    const messages = Array.from({ length: 2 * ROWS_PER_PART + 1 }, (_, id) => buildMessage(`in:${id}`));
    commit([buildMessage('in:1000')]);
    const input = { messages, source: 'page', covers: feed('in', 0, 1000) } as const;
    const outputs = toParts({ name: 'commitMessages', input }).map((part) => store.run(part.name, part.input));
    expect(outputs).toHaveLength(3);
    const whole = toWholeOutput('commitMessages', outputs) as Output;
    expect([whole.missingKeys, whole.newKeys.length]).toEqual([['in:1000'], messages.length]);
  });
});

describe('letters that a page tells otherwise', () => {
  let store: StoreInOneThread;
  beforeEach(() => (store = new StoreInOneThread()));
  afterEach(() => store.close());

  const commit = (letter: string | null, source: 'page' | 'single' = 'page'): readonly string[] =>
    store.run('commitMessages', { messages: [buildMessage('out:1', { letter })], source }).contestedKeys;

  it('are to be read by themselves, and are not taken over (STORE-4)', () => {
    expect([commit('q'), commit('d')]).toEqual([[], []]);
    expect([commit('r'), commit('f')]).toEqual([['out:1'], ['out:1']]);
    expect(store.cache.get('SELECT letter FROM messages')).toEqual({ letter: 'd' });
  });

  it('are settled by a read of the message itself', () => {
    commit('d');
    expect([commit('f', 'single'), commit('f'), commit(null)]).toEqual([[], [], []]);
  });
});
