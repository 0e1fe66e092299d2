import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OUTDATED_MS } from '#main/store/queries/deletions.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { MessageKey } from '#shared/domain/ids.ts';
import type { Message } from '#shared/domain/entities.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { MINUTE_MS, NOON, buildCall, buildChat, buildMessage, buildNote, buildSend } from '../builders.ts';

const CHAT = toChatId(1);
const DUE = NOON + 8_000;

describe('messages that a person deletes (STORE-29)', () => {
  let store: StoreInOneThread;
  const ours = buildMessage('out:1', { at: NOON + MINUTE_MS, letter: 'd', text: 'Ours' });
  const theirs = buildMessage('in:2', { at: NOON + 2 * MINUTE_MS, text: 'Their secret' });
  beforeEach(() => {
    store = new StoreInOneThread();
    const summary = { updatedAt: theirs.at, lastText: theirs.text, lastDirection: 'in', unreadCount: 1 } as const;
    store.run('commitChats', { chats: [buildChat(1, summary)] });
    arrive([buildMessage('in:1'), ours, theirs]);
  });
  afterEach(() => store.close());

  function arrive(messages: readonly Message[], source: 'page' | 'single' = 'page') {
    return store.run('commitMessages', { messages, source });
  }
  const remove = (...keys: readonly string[]): readonly string[] =>
    store.run('deleteMessages', { chatId: CHAT, keys: keys as MessageKey[], at: NOON, dueAt: DUE }).keys;
  const restore = (...keys: readonly string[]): readonly string[] =>
    store.run('restoreMessages', { keys: keys as MessageKey[] }).keys;
  const finish = (isDeleted: boolean, ...keys: readonly string[]): void =>
    store.run('finishMessageDeletion', { keys: keys as MessageKey[], isDeleted });
  const keys = (): unknown =>
    store.ask('listMessages', { chatId: CHAT, before: null, limit: 9 })?.items.map(({ key }) => key);
  const chat = () => store.ask('findChat', { chatId: CHAT, phone: null });
  const found = (query: string): number =>
    store.ask('search', { query, scope: 'messages', chatId: null, limit: 9 }).messages.length;
  const waiting = (): unknown => store.ask('listMessageDeletions', {}).map(({ key }) => key);

  it('leave the thread, the last line, what is unread, who waits and the search at once', () => {
    expect(chat()).toMatchObject({ lastText: 'Their secret', unreadCount: 1, waitingSince: theirs.at });
    expect(remove('in:2')).toEqual(['in:2']);
    expect(store.changes).toMatchObject({ chatIds: [1], messageChatIds: [1], outbox: true });
    expect([keys(), found('secret')]).toEqual([['in:1', 'out:1'], 0]);
    expect(chat()).toMatchObject({ lastText: 'Ours', lastAt: ours.at, unreadCount: 0, waitingSince: null });
    expect(store.ask('countUnread', {}).messages).toBe(0);
    expect(store.ask('listMessageDeletions', {})).toEqual([{ chatId: CHAT, key: 'in:2', createdAt: NOON, dueAt: DUE }]);
  });

  it('say nothing of themselves in a chat that has nothing else, which keeps its place', () => {
    const before = chat();
    remove('in:1', 'in:2', 'out:1');
    expect(chat()).toMatchObject({ lastText: '', lastDirection: null, lastAt: before?.lastAt, waitingSince: null });
  });

  it('come back as they were, and are no news', () => {
    const before = chat();
    store.run('openNotices', {});
    remove('in:2', 'out:1');
    expect(restore('in:2', 'out:1', 'in:1')).toEqual(['in:2', 'out:1']);
    expect(store.changes).toMatchObject({ chatIds: [1], messageChatIds: [1], outbox: true });
    expect([keys(), found('secret'), waiting()]).toEqual([['in:1', 'out:1', 'in:2'], 1, []]);
    expect(chat()).toEqual(before);
    expect(store.run('takeNotices', { limit: 9 })).toEqual([]);
  });

  it('are messages and calls of that chat, each once; no notes, and nothing that is not here', () => {
    arrive([buildCall(1), buildNote(1), buildMessage('in:7', { phone: buildChat(2).phone })]);
    expect(remove('call:1', 'note:1', 'in:7', 'in:99', 'nonsense', 'send:none', 'call:1')).toEqual(['call:1']);
    expect(remove('note:1')).toEqual([]);
    expect(store.changes).toBeNull();
    expect(store.run('deleteMessages', { chatId: toChatId(9), keys: [theirs.key], at: NOON, dueAt: DUE }).keys).toEqual(
      [],
    );
  });

  it('stay out of sight when the service lists them again, and take what it says of them', () => {
    remove('out:1', 'in:2');
    const output = arrive([{ ...ours, price: 0.04 }, theirs, { ...theirs, text: 'Their other secret' }]);
    expect(output).toMatchObject({ newKeys: [], isChanged: false });
    arrive([{ ...ours, letter: 'f' }], 'single');
    expect([keys(), chat()?.lastText, found('other')]).toEqual([['in:1'], 'Text of in:1', 0]);
    restore('out:1', 'in:2');
    expect(store.ask('listMessages', { chatId: CHAT, before: null, limit: 9 })?.items).toMatchObject([
      { key: 'in:1' },
      { key: 'out:1', letter: 'f', price: 0.04 },
      { key: 'in:2', text: 'Their other secret' },
    ]);
    expect(store.ask('getMessageDetails', { chatId: CHAT, key: 'out:1' })?.letters).toMatchObject([{ letter: 'f' }]);
  });

  it('are not asked about as missing, and are no new arrival', () => {
    store.run('openNotices', {});
    remove('in:2');
    const covers = { kind: 'chat', chatId: CHAT, fromAt: null, toAt: NOON + 9 * MINUTE_MS, withCalls: true } as const;
    const messages = [buildMessage('in:1'), ours];
    expect(store.run('commitMessages', { messages, source: 'page', covers }).missingKeys).toEqual([]);
    arrive([theirs]);
    expect(store.ask('listArrivals', { limit: 9 })).toEqual([]);
  });

  describe('once the service has deleted them', () => {
    beforeEach(() => {
      remove('in:2', 'out:1');
      finish(true, 'in:2', 'out:1');
    });

    it('are gone, and what its row of the chat said of them with them', () => {
      expect([keys(), waiting(), store.cache.all('SELECT * FROM hidden_messages')]).toEqual([['in:1'], [], []]);
      expect(chat()).toMatchObject({ lastText: 'Text of in:1', lastAt: NOON, unreadCount: 0 });
      expect(store.changes?.outbox).toBe(true);
    });

    it('cannot be taken back any more', () => {
      expect([restore('in:2'), keys()]).toEqual([[], ['in:1']]);
    });

    it('do not come back with an outdated page, but with a read of their own, and later with any', () => {
      arrive([theirs, ours]);
      expect(keys()).toEqual(['in:1']);
      arrive([ours], 'single');
      arrive([ours]);
      expect(keys()).toEqual(['in:1', 'out:1']);
      store.now += OUTDATED_MS;
      arrive([theirs]);
      expect(keys()).toEqual(['in:1', 'out:1', 'in:2']);
    });

    it('are forgotten after a while', () => {
      store.now += OUTDATED_MS;
      remove('in:1');
      expect(store.owned.all('SELECT id FROM message_deletions')).toEqual([{ id: 1 }]);
    });
  });

  it('are shown again when the service refuses', () => {
    remove('in:2');
    finish(false, 'in:2');
    expect([keys(), waiting(), chat()?.unreadCount]).toEqual([['in:1', 'out:1', 'in:2'], [], 1]);
  });

  it('are gone as well where they were taken back while the service deleted them', () => {
    remove('in:2');
    restore('in:2');
    finish(true, 'in:2');
    expect(keys()).toEqual(['in:1', 'out:1']);
  });

  it('wait no longer where the service says by itself that they are gone', () => {
    remove('in:2', 'out:1');
    store.run('removeMessages', { keys: [theirs.key] });
    expect([waiting(), keys(), store.changes?.outbox]).toEqual([['out:1'], ['in:1'], true]);
    expect([restore('in:2'), keys()]).toEqual([[], ['in:1']]);
  });

  it('that were sent from here are no send again; the ledger knows of both (STORE-9)', () => {
    const send = buildSend('a', { state: 'accepted', messageId: 3 });
    store.run('createSend', { send });
    store.run('commitAcceptedSend', { sendId: send.id });
    expect(remove('send:a')).toEqual(['out:3']);
    store.run('commitAcceptedSend', { sendId: send.id });
    expect([keys(), chat()?.lastText]).toEqual([['in:1', 'out:1', 'in:2'], 'Their secret']);
    restore('out:3');
    expect(keys()).toEqual(['in:1', 'out:1', 'in:2', 'send:a']);
    remove('send:a');
    finish(true, 'out:3');
    expect([keys(), store.ask('findSend', { sendId: send.id })]).toEqual([['in:1', 'out:1', 'in:2'], null]);
    expect(store.ask('getLedgerEntry', { sendId: send.id })?.events.map(({ kind }) => kind)).toEqual([
      'accepted',
      'deleted',
    ]);
  });

  it('are one thing done in the outbox, and what was done at another time another', () => {
    remove('in:1', 'in:2');
    store.run('deleteMessages', { chatId: CHAT, keys: [ours.key], at: NOON + 1, dueAt: DUE });
    expect(store.ask('getOutbox', {})).toMatchObject({
      counts: { actions: 2 },
      actions: [
        { chatId: 1, kind: 'delete-messages', createdAt: NOON },
        { chatId: 1, kind: 'delete-messages', createdAt: NOON + 1 },
      ],
    });
    expect(store.ask('countOwned', {}).actions).toBe(3);
  });

  describe('after a crash between the two commits', () => {
    const input = { chatId: CHAT, keys: [theirs.key], at: NOON, dueAt: DUE };

    it('are out of sight', () => {
      store.crashIn('deleteMessages', input);
      expect([keys(), waiting(), chat()?.unreadCount]).toEqual([['in:1', 'out:1'], ['in:2'], 0]);
    });

    it('are back where that was what a person did', () => {
      store.run('deleteMessages', input);
      store.crashIn('restoreMessages', { keys: [theirs.key] });
      expect([keys(), waiting(), chat()?.unreadCount]).toEqual([['in:1', 'out:1', 'in:2'], [], 1]);
    });

    it.each([true, false])('are as the service left them (deleted: %s)', (isDeleted) => {
      store.run('deleteMessages', input);
      store.crashIn('finishMessageDeletion', { keys: [theirs.key], isDeleted });
      expect([keys(), waiting()]).toEqual([isDeleted ? ['in:1', 'out:1'] : ['in:1', 'out:1', 'in:2'], []]);
      expect(store.cache.all('SELECT * FROM hidden_messages')).toEqual([]);
    });

    it('stay as they are where nothing was lost', () => {
      store.run('deleteMessages', input);
      store.reopen();
      expect([keys(), waiting()]).toEqual([['in:1', 'out:1'], ['in:2']]);
      store.run('restoreMessages', { keys: [theirs.key] });
      store.reopen();
      expect(keys()).toEqual(['in:1', 'out:1', 'in:2']);
    });
  });

  it('of a chat that the service does not know yet wait for the one that takes its place', () => {
    const { phone } = buildChat(5);
    const provisional = store.run('ensureChat', { phone, at: NOON });
    arrive([buildMessage('in:5', { phone })]);
    const input = { chatId: provisional, keys: [buildMessage('in:5').key], at: NOON, dueAt: DUE };
    expect(store.run('deleteMessages', input).keys).toEqual(['in:5']);
    expect(waiting()).toEqual([]);
    store.run('commitChats', { chats: [buildChat(5)] });
    expect(store.ask('listMessageDeletions', {})).toMatchObject([{ chatId: 5, key: 'in:5' }]);
  });

  it('of a chat that is gone do not come back where only a chat lists them', () => {
    arrive([buildCall(1)]);
    remove('call:1', 'in:2');
    store.run('removeChats', { chatIds: [CHAT] });
    expect(store.cache.all('SELECT sequence, id FROM hidden_messages')).toEqual([{ sequence: 'in', id: 2 }]);
  });
});
