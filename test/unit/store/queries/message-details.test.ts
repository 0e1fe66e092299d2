import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FIRST_SINCE } from '#main/store/queries/find-message-at.ts';
import { toChatId } from '#shared/domain/ids.ts';
import { toReferenceId } from '#shared/domain/sends.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import {
  DAY_MS,
  MINUTE_MS,
  NOON,
  buildAccount,
  buildCall,
  buildChat,
  buildMessage,
  buildNote,
  buildSend,
  phoneOf,
} from '../builders.ts';

const CHAT = toChatId(1);

describe('what is known of a message', () => {
  let store: StoreInOneThread;
  beforeEach(() => {
    store = new StoreInOneThread();
    store.run('saveAccount', { account: buildAccount() });
    store.run('commitChats', { chats: [buildChat(1)] });
  });
  afterEach(() => store.close());

  const get = (key: string, chatId = CHAT) => store.ask('getMessageDetails', { chatId, key });
  const say = (letter: string | null, source: 'page' | 'single' = 'page'): void => {
    store.now += MINUTE_MS;
    store.run('commitMessages', { messages: [buildMessage('out:1', { letter })], source });
  };

  it('is each letter that was seen and when, also one that was taken back; not when the first one was', () => {
    for (const letter of ['q', 'r', 'd']) say(letter);
    say('f', 'single');
    say('f');
    expect(get('out:1')?.letters).toEqual([
      { letter: 'r', mark: 'sent', at: NOON + 2 * MINUTE_MS },
      { letter: 'd', mark: 'delivered', at: NOON + 3 * MINUTE_MS },
      { letter: 'f', mark: 'failed', at: NOON + 4 * MINUTE_MS },
    ]);
  });

  it('is of a text that left from here what the ledger knows too, by either of its keys', () => {
    const send = buildSend('a', {
      state: 'accepted',
      messageId: 1,
      from: 'KWIKPET',
      partsPredicted: 2,
      acceptedAt: NOON,
    });
    store.run('createSend', { send });
    store.run('commitAcceptedSend', { sendId: send.id });
    expect(get('send:a')).toMatchObject({ letters: [], partsCount: 2, price: null });
    for (const letter of ['q', 'd']) say(letter);
    const { letters, ...rest } = get('send:a') ?? {};
    expect(letters).toMatchObject([
      { letter: 'q', at: NOON + MINUTE_MS },
      { letter: 'd', at: NOON + 2 * MINUTE_MS },
    ]);
    expect(rest).toMatchObject({
      sender: 'KWIKPET',
      receiver: phoneOf(1),
      reference: toReferenceId(send),
      canDelete: true,
    });
    expect(get('out:1')).toEqual(get('send:a'));
  });

  it('is of a text that has not left what will be, and that it cannot be deleted there', () => {
    store.run('createSend', { send: buildSend('a', { text: 'To come', partsPredicted: 1 }) });
    expect(get('send:a')).toEqual({
      ...{ letters: [], sender: null, receiver: phoneOf(1), author: null, session: null },
      ...{ reference: toReferenceId(buildSend('a')), partsCount: 1, charsCount: 7, price: null, rejectReason: null },
      canDelete: false,
    });
  });

  it('is the send of the service that it is part of, and who wrote that', () => {
    const message = {
      sessionId: 5,
      ownNumber: '447700900000',
      partsCount: 1,
      price: 0.04,
      rejectReason: 'No such number',
    };
    store.run('commitMessages', {
      messages: [buildMessage('out:1', { ...message, letter: 'j', text: 'Hi €' })],
      source: 'page',
    });
    expect(get('out:1')).toMatchObject({
      session: { id: 5, text: null, recipientsCount: null, source: null },
      ...{ author: null, reference: null },
    });
    const session = {
      id: 5,
      at: NOON,
      text: 'Hi €',
      source: 'W',
      referenceId: 'order 7',
      recipientsCount: 3,
      initiatorId: 8,
    };
    store.run('commitRows', { name: 'sends', rows: [session] });
    const note = { id: 1, text: 'Ring back', createdAt: NOON, authorId: 8, authorName: 'Ida Moss' };
    store.run('setContactNotes', { contactId: 1 as never, notes: [note] });
    expect(get('out:1')).toMatchObject({
      ...{ author: 'Ida Moss', reference: 'order 7', sender: '447700900000', receiver: phoneOf(1) },
      ...{ partsCount: 1, price: 0.04, charsCount: 5, rejectReason: 'No such number' },
      session: { id: 5, text: 'Hi €', recipientsCount: 3, source: 'W' },
    });
  });

  it('is of theirs whom it came from and to which number', () => {
    store.run('commitMessages', { messages: [buildMessage('in:1', { ownNumber: '44770' })], source: 'page' });
    expect(get('in:1')).toMatchObject({ sender: phoneOf(1), receiver: '44770', letters: [], canDelete: true });
  });

  it('says of calls that they can be deleted, and of notes that they cannot', () => {
    store.run('commitMessages', { messages: [buildCall(1), buildNote(1)], source: 'page' });
    expect([get('call:1')?.canDelete, get('note:1')?.canDelete]).toEqual([true, false]);
  });

  it('is nothing where there is no such chat or message, or it is another chat’s', () => {
    store.run('commitMessages', { messages: [buildMessage('in:1', { phone: phoneOf(2) })], source: 'page' });
    expect([get('in:1'), get('in:9'), get('send:a'), get('nonsense'), get('in:1', toChatId(9))]).toEqual(
      Array.from({ length: 5 }, () => null),
    );
  });

  describe('at a date', () => {
    const find = (at: number, chatId = CHAT) => store.ask('findMessageAt', { chatId, at });

    it('is the first message or call of that moment or later, by the key of its line', () => {
      const send = buildSend('a', { state: 'accepted', messageId: 3, createdAt: NOON + 2 * DAY_MS });
      store.run('createSend', { send });
      const messages = [
        buildMessage('in:1'),
        buildNote(1, { at: NOON + DAY_MS }),
        buildCall(2, { at: NOON + DAY_MS + 1 }),
        buildMessage('out:3', { at: NOON + 2 * DAY_MS }),
        buildMessage('in:9', { at: NOON + 3 * DAY_MS, phone: phoneOf(2) }),
      ];
      store.run('commitMessages', { messages, source: 'page' });
      expect([NOON - DAY_MS, NOON, NOON + 1, NOON + DAY_MS + 2].map((at) => find(at))).toEqual([
        ...['in:1', 'in:1', 'call:2', 'send:a'],
      ]);
      expect([find(NOON + 2 * DAY_MS + 1), find(NOON, toChatId(9))]).toEqual([null, null]);
    });

    it('is found by the index of the thread (STORE-12)', () => {
      const plan = store.reader.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${FIRST_SINCE}`, [1, NOON]);
      expect(plan.map(({ detail }) => detail)).toEqual([
        'SEARCH chats USING INTEGER PRIMARY KEY (rowid=?)',
        'SEARCH messages USING INDEX messages_by_phone (phone=? AND at>?)',
      ]);
    });
  });
});
