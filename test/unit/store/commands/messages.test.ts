import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toFolded } from '#main/store/core/fold.ts';
import { toMediaId } from '#main/store/core/media-id.ts';
import { toChatId, toSendId } from '#shared/domain/ids.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { MINUTE_MS, NOON, buildChat, buildCall, buildMessage, buildNote, buildSend, phoneOf } from '../builders.ts';

const CURSOR = { headId: 9, tailId: 1, isComplete: false, tailPage: 1 };

describe('messages', () => {
  let store: StoreInOneThread;
  beforeEach(() => (store = new StoreInOneThread()));
  afterEach(() => store.close());

  const keys = () =>
    store.ask('listMessages', { chatId: toChatId(1), before: null, limit: 50 })?.items.map((item) => item.key);

  it('are told apart by sequence and id: calls and notes have numbers of their own (STORE-4)', () => {
    store.run('commitChats', { chats: [buildChat(1)] });
    const messages = [buildMessage('in:1'), buildMessage('out:1'), buildCall(1), buildNote(1)];
    const { newKeys } = store.run('commitMessages', { messages, source: 'page' });
    expect(newKeys).toEqual(['in:1', 'out:1', 'call:1', 'note:1']);
    expect(keys()).toEqual(['call:1', 'in:1', 'note:1', 'out:1']);
  });

  it('that are calls take the place of the line that stood for them before they had numbers of their own', () => {
    store.run('commitChats', { chats: [buildChat(1)] });
    const before = [buildMessage('in:7', { kind: 'call', text: '' }), buildMessage('in:8', { text: 'Hello' })];
    store.run('commitMessages', { messages: before, source: 'page' });
    expect(keys()).toEqual(['in:7', 'in:8']);
    const { newKeys } = store.run('commitMessages', { messages: [buildCall(7), buildCall(8)], source: 'page' });
    expect(newKeys).toEqual(['call:8']);
    expect(keys()).toEqual(['call:7', 'call:8', 'in:8']);
  });

  it('that are calls are the last item of their chat, as they came or went', () => {
    store.run('commitChats', { chats: [buildChat(1)] });
    const call = buildCall(1, { direction: 'out', at: NOON + MINUTE_MS });
    store.run('commitMessages', { messages: [buildMessage('in:1'), call], source: 'page' });
    const chat = store.ask('findChat', { chatId: toChatId(1), phone: null });
    expect([chat?.lastDirection, chat?.lastAt, chat?.lastMark]).toEqual(['call-out', call.at, null]);
    expect(store.cache.get('SELECT last_key FROM chats')).toEqual({ last_key: 'call:1' });
  });

  it('keep the channel that a page of their chat told, also when a feed says nothing of it', () => {
    const commit = (said: object): unknown =>
      store.run('commitMessages', { messages: [buildMessage('in:1', said)], source: 'page' });
    commit({ channel: 'whatsapp' });
    commit({ text: 'Other words' });
    expect(store.cache.get('SELECT channel, text FROM messages')).toEqual({ channel: 'whatsapp', text: 'Other words' });
  });

  it('cost no write and tell nobody when a page brings nothing new (STORE-6)', () => {
    store.run('commitChats', { chats: [buildChat(1)] });
    const feed = { name: 'inbound', cursor: CURSOR } as const;
    const input = { messages: [buildMessage('in:1', { letter: 'd' })], source: 'page', feed } as const;
    store.run('commitMessages', input);
    const written = (): unknown => store.cache.get('SELECT total_changes() AS n');
    const before = written();
    expect(store.run('commitMessages', input)).toEqual({
      ...{ newKeys: [], phonesWithoutChat: [], isChanged: false, missingKeys: [], contestedKeys: [] },
    });
    expect([store.changes, written()]).toEqual([null, before]);
  });

  it('name the numbers that have no chat on the service yet', () => {
    store.run('commitChats', { chats: [buildChat(1)] });
    store.run('ensureChat', { phone: phoneOf(2), at: NOON });
    const messages = [1, 2, 3, 3].map((number, id) => buildMessage(`in:${id}`, { phone: phoneOf(number) }));
    const { phonesWithoutChat } = store.run('commitMessages', { messages, source: 'page' });
    expect(phonesWithoutChat).toEqual([phoneOf(2), phoneOf(3)]);
  });

  it('take a twin inside one page as one message', () => {
    store.run('commitChats', { chats: [buildChat(1)] });
    const messages = [buildMessage('in:1'), buildMessage('in:1', { text: 'Said better' })];
    expect(store.run('commitMessages', { messages, source: 'page' }).newKeys).toEqual(['in:1']);
    expect(search('Said better')).toHaveLength(1);
    expect(search('Text of')).toHaveLength(0);
  });

  it('move the cursor of their feed in the same commit (STORE-3)', () => {
    const feed = { name: 'outbound', cursor: CURSOR } as const;
    store.run('commitMessages', { messages: [buildMessage('out:1')], source: 'page', feed });
    expect(store.ask('getFeedCursor', { name: 'outbound' })).toEqual(CURSOR);
    expect(store.ask('getFeedCursor', { name: 'inbound' })).toBeNull();
    const broken = [buildMessage('out:2'), buildMessage('out:3', { kind: 'nonsense' as 'text' })];
    const next = { name: 'outbound', cursor: { ...CURSOR, headId: 10 } } as const;
    expect(() => store.run('commitMessages', { messages: broken, source: 'page', feed: next })).toThrow();
    expect([store.ask('getFeedCursor', { name: 'outbound' }), store.ask('countMessages', {})]).toEqual([CURSOR, 1]);
  });

  it('keep every change of a letter (STORE-4)', () => {
    const commit = (letter: string, source: 'page' | 'single'): unknown =>
      store.run('commitMessages', { messages: [buildMessage('out:1', { letter })], source });
    commit('q', 'page');
    commit('d', 'page');
    commit('r', 'page');
    store.now = NOON + MINUTE_MS;
    commit('f', 'single');
    const sql = 'SELECT at, before_letter, after_letter, source FROM message_letters WHERE message_id = 1 ORDER BY seq';
    expect(store.cache.all(sql)).toEqual([
      { at: NOON, before_letter: 'q', after_letter: 'd', source: 'page' },
      { at: NOON + MINUTE_MS, before_letter: 'd', after_letter: 'f', source: 'single' },
    ]);
  });

  it('move to the chat of their number when the service corrects it', () => {
    store.run('commitChats', { chats: [buildChat(1), buildChat(2)] });
    store.run('commitMessages', { messages: [buildMessage('in:1')], source: 'page' });
    store.run('commitMessages', { messages: [buildMessage('in:1', { phone: phoneOf(2) })], source: 'page' });
    expect(store.changes?.messageChatIds.toSorted()).toEqual([1, 2]);
    expect(keys()).toEqual([]);
    expect(store.ask('findChat', { chatId: toChatId(1), phone: null })?.lastText).toBe('');
  });

  it('remember where their pictures are', () => {
    const url = 'https://example.test/a.png';
    const files = [{ name: 'a.png', mimeType: 'image/png', sizeBytes: 5, url, previewUrl: null }];
    store.run('commitChats', { chats: [buildChat(1)] });
    store.run('commitMessages', { messages: [buildMessage('in:1', { files })], source: 'page' });
    const mediaId = toMediaId(url);
    expect(store.ask('findMedia', { mediaId })).toEqual({ href: url, mimeType: 'image/png' });
    const page = store.ask('listMessages', { chatId: toChatId(1), before: null, limit: 5 });
    expect(page?.items[0]?.files).toEqual([{ name: 'a.png', mimeType: 'image/png', sizeBytes: 5, mediaId }]);
  });

  describe('and search', () => {
    it('finds text without accents and case, newest first', () => {
      const messages = [
        buildMessage('in:1', { text: 'Un CAFÉ, merci', at: NOON }),
        buildMessage('in:2', { text: 'cafe tomorrow?', at: NOON - MINUTE_MS }),
        buildMessage('out:1', { text: 'Cafeteria', at: NOON + MINUTE_MS }),
      ];
      store.run('commitMessages', { messages, source: 'page' });
      expect(search('cafe')).toEqual(['out:1', 'in:1', 'in:2']);
    });

    it('follows a text and a time that change', () => {
      store.run('commitMessages', { messages: [buildMessage('in:1'), buildMessage('in:2')], source: 'page' });
      const changed = [buildMessage('in:1', { text: 'Other words', at: NOON + MINUTE_MS })];
      store.run('commitMessages', { messages: changed, source: 'page' });
      expect([search('Text of'), search('other'), search('in:1')]).toEqual([['in:2'], ['in:1'], []]);
    });

    it('orders many messages of the same moment as they came and loses none', () => {
      const messages = Array.from({ length: 1_500 }, (_, id) => buildMessage(`in:${id}`, { text: 'Same moment' }));
      store.run('commitMessages', { messages, source: 'page' });
      expect(new Set(search('same moment')).size).toBe(1_500);
    });
  });

  describe('that came of a send whose answer named no message', () => {
    const accepted = { state: 'accepted', acceptedAt: NOON, attemptedAt: NOON } as const;

    it('are known by session, then by number, text and time', () => {
      store.run('commitChats', { chats: [buildChat(1)] });
      store.run('createSend', { send: buildSend('a', { ...accepted, sessionId: 5 }) });
      store.run('createSend', { send: buildSend('b', { ...accepted, text: 'Hello' }) });
      const messages = [
        buildMessage('out:1', { sessionId: 5, text: 'Merged text', at: NOON + 1 }),
        buildMessage('out:2', { text: 'Hello', at: NOON + 2 }),
      ];
      store.run('commitMessages', { messages, source: 'page' });
      expect(store.changes?.sendIds).toEqual(['a', 'b']);
      expect(keys()).toEqual(['send:a', 'send:b']);
    });

    it('are never taken for a call or a note', () => {
      store.run('commitChats', { chats: [buildChat(1)] });
      store.run('createSend', { send: buildSend('a', { ...accepted, text: 'Hello' }) });
      const messages = [buildNote(1, { text: 'Hello' }), buildCall(2, { direction: 'out', text: 'Hello' })];
      store.run('commitMessages', { messages, source: 'page' });
      expect(store.ask('findSend', { sendId: toSendId('a') })?.messageId).toBeNull();
    });

    it('are not taken for another number, text, or time, nor twice', () => {
      store.run('commitChats', { chats: [buildChat(1)] });
      store.run('createSend', { send: buildSend('a', { ...accepted, text: 'Hello', messageId: 9 }) });
      store.run('createSend', { send: buildSend('b', { ...accepted, text: 'Hello' }) });
      const messages = [
        buildMessage('out:9', { text: 'Hello' }),
        buildMessage('out:10', { text: 'Hello', phone: phoneOf(2) }),
        buildMessage('out:11', { text: 'Hello', at: NOON - 60 * MINUTE_MS }),
        buildMessage('out:12', { text: 'Hello you' }),
      ];
      store.run('commitMessages', { messages, source: 'page' });
      expect(store.ask('findSend', { sendId: toSendId('b') })?.messageId).toBeNull();
    });
  });

  function search(phrase: string): string[] {
    const sql = `
      SELECT messages.direction || ':' || messages.id AS key FROM message_search
      JOIN messages ON messages.seq = message_search.rowid
      WHERE message_search MATCH ? ORDER BY message_search.rowid DESC`;
    return store.reader.all<{ key: string }>(sql, [`"${toFolded(phrase)}"`]).map(({ key }) => key);
  }
});
