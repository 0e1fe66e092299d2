import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toChatId } from '#shared/domain/ids.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { NOON, buildCall, buildChat, buildContact, buildMessage, buildNote, buildSend, phoneOf } from '../builders.ts';

const PROVISIONAL = toChatId(-Number(phoneOf(1)));

describe('chats that are gone at the service', () => {
  let store: StoreInOneThread;
  beforeEach(() => {
    store = new StoreInOneThread();
    store.run('commitChats', { chats: [buildChat(1, { firstName: 'Ann' }), buildChat(2)] });
  });
  afterEach(() => store.close());

  const remove = (...ids: number[]): void => store.run('removeChats', { chatIds: ids.map(toChatId) });
  const listIds = (): unknown =>
    store
      .ask('listChats', {
        scope: { shelf: 'open', marks: [], listId: null },
        sort: 'newest',
        offset: 0,
        limit: 9,
        todayAt: NOON,
        yesterdayAt: NOON,
        now: NOON,
      })
      .rows.map(({ id }) => id);
  const listPeople = (): unknown => store.cache.all('SELECT phone FROM people ORDER BY phone');

  it('leave the list and the people, and who shows them is told', () => {
    remove(1);
    expect(store.changes).toMatchObject({ chatIds: [1], messageChatIds: [1] });
    expect([listIds(), listPeople()]).toEqual([[2], [{ phone: phoneOf(2) }]]);
    expect(store.ask('suggestPeople', { query: 'ann', limit: 5 })).toEqual([]);
  });

  it('leave the person who is a contact, by the name of the contact', () => {
    store.run('commitContacts', { contacts: [buildContact(1)] });
    remove(1);
    expect(store.ask('suggestPeople', { query: 'number', limit: 5 })).toMatchObject([{ name: 'Zoë Number 1' }]);
  });

  it('leave the messages that the feeds list, for a later chat of the number, and take what only they listed', () => {
    const messages = [
      buildMessage('in:1'),
      buildMessage('out:2', { kind: 'log' }),
      buildMessage('in:3', { channel: 'whatsapp' }),
      ...[buildCall(4), buildNote(5), buildCall(6, { phone: phoneOf(2) })],
    ];
    store.run('commitMessages', { messages, source: 'page', completeChatId: toChatId(1) });
    remove(1);
    expect(store.ask('countMessages', {})).toBe(2);
    store.run('commitChats', { chats: [buildChat(11, { phone: phoneOf(1) })] });
    const page = store.ask('listMessages', { chatId: toChatId(11), before: null, limit: 9 });
    expect([page?.items.map(({ key }) => key), page?.isCompleteBefore]).toEqual([['in:1'], false]);
  });

  it('take nothing from another chat of their number', () => {
    store.run('commitChats', { chats: [buildChat(11, { phone: phoneOf(1), status: 'closed' })] });
    store.run('commitMessages', { messages: [buildCall(1)], source: 'page', completeChatId: toChatId(1) });
    remove(1);
    expect(store.ask('countChatMessages', { chatId: toChatId(11) })).toEqual({ count: 1, isComplete: true });
  });

  it('give way to a provisional one where something was written and not sent', () => {
    store.run('createSend', { send: buildSend('a', { state: 'unknown' }) });
    remove(1, 2);
    expect(listIds()).toEqual([PROVISIONAL]);
    const page = store.ask('listMessages', { chatId: PROVISIONAL, before: null, limit: 9 });
    expect(page?.items.map(({ key }) => key)).toEqual(['send:a']);
  });

  it('give way to a provisional one where a draft was begun, but not for blanks', () => {
    store.run('saveDraft', { phone: phoneOf(1), text: 'Dear', at: NOON });
    store.run('saveDraft', { phone: phoneOf(2), text: ' \n', at: NOON });
    remove(1, 2);
    expect(listIds()).toEqual([PROVISIONAL]);
    expect(store.ask('findChat', { chatId: PROVISIONAL, phone: null })?.draft).toBe('Dear');
  });

  it('are nothing where they are not here, and no provisional one is among them', () => {
    store.run('ensureChat', { phone: phoneOf(3), at: NOON });
    remove(99, -Number(phoneOf(3)));
    expect(store.changes).toBeNull();
    expect(store.ask('findChat', { chatId: null, phone: phoneOf(3) })).not.toBeNull();
  });
});
