import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '#shared/domain/entities.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { Completeness, FeedCursor } from '#shared/domain/sync.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { DAY_MS, MINUTE_MS, NOON, buildCall, buildChat, buildMessage, buildSend, phoneOf } from '../builders.ts';

type Feed = 'inbound' | 'outbound';

/** Minutes from noon: every message of these tests is named by its time, and has that as its id. */
const at = (minutes: number): number => NOON + minutes * MINUTE_MS;

describe('how completely a chat is known', () => {
  let store: StoreInOneThread;
  beforeEach(() => {
    store = new StoreInOneThread();
    store.run('commitChats', { chats: [buildChat(1), buildChat(2)] });
  });
  afterEach(() => store.close());

  const build = (direction: 'in' | 'out', minutes: number, said: Partial<Message> = {}): Message =>
    buildMessage(`${direction}:${1_000 + minutes}`, { at: at(minutes), ...said });

  /** One answer of a feed: its messages, and the cursor after it from the tail to the head. */
  function read(name: Feed, minutes: readonly number[], said: Partial<FeedCursor> & { phone?: Message['phone'] } = {}) {
    const { phone = phoneOf(1), ...cursor } = said;
    const messages = minutes.map((minute) => build(name === 'inbound' ? 'in' : 'out', minute, { phone }));
    const ids = messages.map(({ id }) => id);
    const reached = {
      headId: Math.max(...ids, 0),
      tailId: Math.min(...ids),
      isComplete: false,
      tailPage: 1,
      ...cursor,
    };
    store.run('commitMessages', { messages, source: 'page', feed: { name, cursor: reached } });
  }
  const readChat = (fromAt: number | null, toAt: number, messages: readonly Message[] = []): void => {
    const covers = { kind: 'chat', chatId: toChatId(1), fromAt, toAt, withCalls: false } as const;
    store.run('commitMessages', { messages, source: 'page', covers });
  };
  /** As a callback brings it. */
  const tell = (message: Message): void => {
    store.run('commitMessages', { messages: [message], source: 'single', via: 'callback' });
  };
  const know = (id = 1): Completeness | null => store.ask('getCompleteness', { chatId: toChatId(id) });

  it('is nothing while nothing was read, and null where there is no such chat', () => {
    expect([know(), know(9)]).toEqual([{ fromAt: null, upToAt: null, gaps: [] }, null]);
  });

  it('is nothing by one feed alone: then only what was read of the chat counts', () => {
    read('outbound', [0, 10]);
    expect(know()).toEqual({ fromAt: null, upToAt: null, gaps: [] });
    readChat(at(-5), at(10));
    expect(know()).toEqual({ fromAt: at(-5), upToAt: at(10), gaps: [] });
  });

  it('goes from the later tail to the newest message of feeds that were read together, for every chat', () => {
    read('outbound', [-20, 10]);
    read('inbound', [-5, 7]);
    const known = { fromAt: at(-5), upToAt: at(10), gaps: [] };
    expect([know(), know(2)]).toEqual([known, known]);
  });

  it('is not taken to be further than a feed that fails to be read', () => {
    read('inbound', [-5, 7]);
    store.now = NOON + DAY_MS;
    read('outbound', [-20, 10]);
    expect(know()?.upToAt).toBe(at(7));
    expect(know()?.gaps).toEqual([{ fromAt: at(7), toAt: at(10) }]);
  });

  it('grows with every look at the top of a feed in which nothing happens', () => {
    read('inbound', [-5]);
    read('outbound', [-20, -6]);
    for (const minute of [60, 120]) {
      store.now = at(minute);
      read('outbound', [-20, -6, minute]);
      store.now = at(minute + 10);
      read('inbound', [-5]);
      expect(know()).toEqual({ fromAt: at(-5), upToAt: at(minute), gaps: [] });
    }
  });

  it('does not grow upwards while history is read', () => {
    read('inbound', [-5, 7]);
    store.now = NOON + DAY_MS;
    read('outbound', [-4, 10]);
    read('inbound', [-9], { headId: 1_007 });
    expect(know()).toMatchObject({ fromAt: at(-4), upToAt: at(7) });
  });

  it('goes to the beginning once both feeds were read to their end, also where one of them is empty', () => {
    read('outbound', [0, 10], { isComplete: true });
    read('inbound', [], { tailId: 0, isComplete: true });
    expect(know()).toEqual({ fromAt: null, upToAt: at(10), gaps: [] });
    expect(store.ask('countChatMessages', { chatId: toChatId(1) })?.isComplete).toBe(true);
  });

  it('has a gap between what was read of the chat and what the feeds have come down to', () => {
    readChat(at(-60), at(-40), [build('in', -50)]);
    read('outbound', [-10, 10]);
    read('inbound', [-5, 7]);
    expect(know()).toEqual({ fromAt: at(-60), upToAt: at(10), gaps: [{ fromAt: at(-40), toAt: at(-5) }] });
    readChat(at(-40), at(-5));
    expect(know()?.gaps).toEqual([]);
  });

  it('has a gap below a message that a callback brought, until the feeds were read up to it', () => {
    read('outbound', [0]);
    read('inbound', [1]);
    tell(build('in', 30));
    expect(know()?.gaps).toEqual([{ fromAt: at(1), toAt: at(30) }]);
    store.now = at(31);
    read('inbound', [1, 20, 30]);
    read('outbound', [0]);
    expect(know()).toMatchObject({ upToAt: at(30), gaps: [] });
  });

  it('has no gap below a text that left from here', () => {
    read('outbound', [0]);
    read('inbound', [1]);
    const send = buildSend('a', { state: 'accepted', messageId: 2_000, createdAt: at(30) });
    store.run('createSend', { send });
    store.run('commitAcceptedSend', { sendId: send.id });
    expect(know()?.gaps).toEqual([]);
    tell(build('in', 40));
    expect(know()?.gaps).toEqual([{ fromAt: at(1), toAt: at(40) }]);
  });

  it('has no gap for calls, which no feed has', () => {
    read('outbound', [0]);
    read('inbound', [1]);
    store.run('commitMessages', { messages: [buildCall(1, { at: at(30) })], source: 'page' });
    expect(know()?.gaps).toEqual([]);
  });

  it('counts a stretch in which there is no message', () => {
    read('outbound', [0]);
    read('inbound', [1]);
    tell(build('in', 30));
    readChat(at(1), at(30));
    expect(know()).toMatchObject({ upToAt: at(30), gaps: [] });
  });

  describe('of all chats', () => {
    const list = (limit = 9) => store.ask('listGaps', { limit });

    it('is told with those that have gaps, the newest first, and with how many are whole', () => {
      store.run('commitChats', { chats: [buildChat(2, { firstName: 'Bea' }), buildChat(3), buildChat(4)] });
      read('outbound', [-10, 0], { isComplete: true });
      read('inbound', [-5, 1], { isComplete: true });
      expect(list()).toEqual({ chatsCount: 4, completeCount: 4, chats: [] });
      store.now = at(60);
      tell(build('in', 30));
      tell(build('in', 40, { phone: phoneOf(2) }));
      expect(list()).toEqual({
        ...{ chatsCount: 4, completeCount: 2 },
        chats: [
          { chatId: 2, phone: phoneOf(2), name: 'Bea', gaps: [{ fromAt: at(1), toAt: at(40) }] },
          { chatId: 1, phone: phoneOf(1), name: '', gaps: [{ fromAt: at(1), toAt: at(30) }] },
        ],
      });
      expect(list(1).chats.map(({ chatId }) => chatId)).toEqual([2]);
    });

    it('does not name what the next round is about to close', () => {
      read('outbound', [0], { isComplete: true });
      read('inbound', [1], { isComplete: true });
      store.now = at(30);
      tell(build('in', 30));
      expect(list()).toMatchObject({ completeCount: 2, chats: [] });
      expect(know()?.gaps).toHaveLength(1);
    });

    it('counts only chats that were read to their beginning while the feeds were not', () => {
      read('outbound', [0]);
      read('inbound', [1]);
      expect(list()).toEqual({ chatsCount: 2, completeCount: 0, chats: [] });
      readChat(null, at(1));
      expect(list()).toEqual({ chatsCount: 2, completeCount: 1, chats: [] });
    });

    it('goes by what was read chat by chat where a feed is not there, and leaves out provisional and hidden chats', () => {
      store.run('ensureChat', { phone: phoneOf(8), at: NOON });
      store.run('commitChats', { chats: [buildChat(5, { status: 'deleted' })] });
      store.now = at(60);
      readChat(at(-9), at(0), [build('in', -1)]);
      tell(build('in', 30));
      expect(list()).toEqual({
        ...{ chatsCount: 2, completeCount: 0 },
        chats: [{ chatId: 1, phone: phoneOf(1), name: '', gaps: [{ fromAt: at(0), toAt: at(30) }] }],
      });
    });
  });

  describe('and who is told', () => {
    it('are the chats of the messages that are known up to now, though none of them changed', () => {
      read('outbound', [0]);
      read('inbound', [1]);
      tell(build('in', 30));
      store.now = at(31);
      read('inbound', [1, 30]);
      expect(store.changes).toBeNull();
      read('outbound', [0]);
      expect(store.changes?.messageChatIds).toEqual([1]);
    });

    it('are the chats whose own stretch the feeds have come down to', () => {
      readChat(at(-60), at(-40), [build('in', -50)]);
      read('outbound', [-90, 10], { phone: phoneOf(2) });
      read('inbound', [-5, 7], { phone: phoneOf(2) });
      read('inbound', [-45], { phone: phoneOf(2), headId: 1_007 });
      expect(store.changes?.messageChatIds).toContain(1);
    });

    it('is everybody when both feeds have come to their end', () => {
      read('outbound', [0], { isComplete: true, phone: phoneOf(7) });
      read('inbound', [1], { phone: phoneOf(7) });
      read('inbound', [], { headId: 1_001, tailId: 1_001, isComplete: true });
      expect(store.changes?.messageChatIds.toSorted()).toEqual([1, 2]);
    });

    it('is nobody when a round brings nothing new (STORE-6)', () => {
      read('outbound', [0]);
      read('inbound', [1]);
      store.now = NOON + DAY_MS;
      read('outbound', [0]);
      expect(store.changes).toBeNull();
    });
  });
});

describe('what the service is to be asked about', () => {
  let store: StoreInOneThread;
  beforeEach(() => {
    store = new StoreInOneThread();
    const letters = [null, 'q', 'r', 'd', 'f', 'zz'];
    const texts = letters.map((letter, index) => buildMessage(`out:${index + 1}`, { letter, at: at(index) }));
    const others = [
      buildMessage('in:4', { letter: null }),
      buildMessage('out:20', { kind: 'log' }),
      buildMessage('out:21', { channel: 'whatsapp' }),
      buildCall(22, { direction: 'out' }),
    ];
    store.run('commitMessages', { messages: [...texts, ...others], source: 'page' });
  });
  afterEach(() => store.close());

  it('are letters of our texts that may still change, newest first, none older than asked for', () => {
    const list = (sinceAt: number, limit = 9) => store.ask('listOpenLetters', { limit, sinceAt });
    expect([list(0), list(at(2)), list(0, 2)]).toEqual([
      [6, 3, 2, 1],
      [6, 3],
      [6, 3],
    ]);
  });

  it('are the texts of one feed between two ids, highest first', () => {
    const list = (fromId: number, toId: number, limit = 9) =>
      store.ask('listMessageIds', { direction: 'out', fromId, toId, limit });
    expect([list(2, 4), list(5, 99), list(1, 9, 2)]).toEqual([
      [4, 3, 2],
      [6, 5],
      [6, 5],
    ]);
    expect(store.ask('listMessageIds', { direction: 'in', fromId: 0, toId: 99, limit: 9 })).toEqual([4]);
  });

  it('is told by the marks of sync, without those of the store itself', () => {
    store.run('setSyncMark', { key: 'sweep.inbound', value: 7 });
    expect(store.ask('listSyncMarks', {})).toEqual({ 'sweep.inbound': 7 });
  });
});
