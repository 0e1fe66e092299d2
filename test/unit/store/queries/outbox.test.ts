import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { COUNT_SENDS, SENDS_IN_ORDER, SENDS_NEWEST_FIRST } from '#main/store/queries/outbox.ts';
import type { SqlParams } from '#main/store/open.ts';
import type { SendState } from '#shared/domain/sends.ts';
import type { ChatAction } from '#shared/domain/sync.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { buildChat, buildFile, buildSend, NOON, phoneOf } from '../builders.ts';

describe('what waits on this computer', () => {
  let store: StoreInOneThread;
  beforeEach(() => (store = new StoreInOneThread()));
  afterEach(() => store.close());

  const write = (id: string, state: SendState, chat = 1): void => {
    store.run('createSend', { send: buildSend(id, { state, phone: phoneOf(chat), createdAt: NOON }) });
  };
  const act = (chatId: number, action: ChatAction): number | null => store.act(chatId, action);
  const get = () => store.ask('getOutbox', {});

  it('is nothing in an account where nothing was written', () => {
    expect(get()).toEqual({
      counts: { waiting: 0, checking: 0, stopped: 0, actions: 0, drafts: 0 },
      sends: [],
      actions: [],
    });
  });

  it('counts sends by what a person has to do about them, and accepted ones not at all', () => {
    const states = ['held', 'queued', 'sending', 'accepted', 'refused', 'checking', 'not-sent', 'unknown'] as const;
    for (const state of states) write(state, state);
    expect(get().counts).toMatchObject({ waiting: 3, checking: 2, stopped: 2 });
    expect(get().sends.map(({ sendId }) => sendId)).toEqual([
      'held',
      'queued',
      'sending',
      'checking',
      'unknown',
      'not-sent',
      'refused',
    ]);
  });

  it('names the person and the chat of a send, and the number alone where there is neither', () => {
    store.run('commitChats', { chats: [buildChat(1, { firstName: 'Tom', lastName: 'Abara' })] });
    write('a', 'queued', 1);
    write('b', 'queued', 2);
    expect(get().sends).toEqual([
      {
        sendId: 'a',
        chatId: 1,
        phone: phoneOf(1),
        name: 'Tom Abara',
        text: 'Text of a',
        state: 'queued',
        createdAt: NOON,
        filesCount: 0,
      },
      {
        sendId: 'b',
        chatId: null,
        phone: phoneOf(2),
        name: '',
        text: 'Text of b',
        state: 'queued',
        createdAt: NOON,
        filesCount: 0,
      },
    ]);
  });

  it('lists actions in the order in which they happened, by what a person did', () => {
    store.run('commitChats', { chats: [buildChat(1, { firstName: 'Tom', isPinned: true }), buildChat(2)] });
    act(1, { kind: 'read', isRead: false });
    act(2, { kind: 'mute', isMuted: true, hours: 8 });
    act(1, { kind: 'status', status: 'closed' });
    act(1, { kind: 'pin', isPinned: false });
    expect(get().actions.map(({ chatId, name, kind }) => [chatId, name, kind])).toEqual([
      [1, 'Tom', 'unread'],
      [2, '', 'mute'],
      [1, 'Tom', 'close'],
      [1, 'Tom', 'unpin'],
    ]);
    expect(get().counts.actions).toBe(4);
  });

  it('counts chats with a text that was begun, not those with spaces only', () => {
    store.run('saveDraft', { phone: phoneOf(1), text: 'Bella’s bloods', at: NOON });
    store.run('saveDraft', { phone: phoneOf(2), text: ' \n', at: NOON });
    expect(get().counts.drafts).toBe(1);
  });

  it('counts a draft that has files and no words, and one that has both once', () => {
    for (const [n, chat] of [1, 1, 2].entries()) {
      store.run('addDraftFile', { phone: phoneOf(chat), file: buildFile(`f${n}`), at: NOON });
    }
    store.run('saveDraft', { phone: phoneOf(2), text: 'With a picture', at: NOON });
    expect(get().counts.drafts).toBe(2);
    expect(store.ask('countOwned', {}).drafts).toBe(2);
  });

  it('lists held texts among those that wait, in the order in which they were written, with their files', () => {
    store.run('addDraftFile', { phone: phoneOf(1), file: buildFile('f1'), at: NOON });
    write('a', 'queued');
    store.run('createSend', { send: buildSend('b', { state: 'held', text: '', files: [buildFile('f1')] }) });
    write('c', 'queued');
    expect(get().sends.map(({ sendId, state, filesCount }) => [sendId, state, filesCount])).toEqual([
      ['a', 'queued', 0],
      ['b', 'held', 1],
      ['c', 'queued', 0],
    ]);
    expect(get().counts.waiting).toBe(3);
  });

  it('counts all and lists a hundred', () => {
    for (let index = 0; index < 130; index += 1) write(`s${index}`, 'queued', index);
    const { counts, sends } = get();
    expect(counts.waiting).toBe(130);
    expect(sends).toHaveLength(100);
    expect(sends[0]?.sendId).toBe('s0');
  });

  it('is told of as changed by every send, action and draft that comes, changes or goes', () => {
    store.run('commitChats', { chats: [buildChat(1)] });
    expect(store.changes?.outbox).toBe(false);
    write('a', 'queued');
    expect(store.changes?.outbox).toBe(true);
    store.run('deleteSend', { sendId: buildSend('a').id });
    expect(store.changes?.outbox).toBe(true);
    const actionId = act(1, { kind: 'pin', isPinned: true }) ?? 0;
    expect(store.changes?.outbox).toBe(true);
    store.run('finishActions', { actionIds: [actionId] });
    expect(store.changes?.outbox).toBe(true);
    store.run('finishActions', { actionIds: [actionId] });
    expect(store.changes).toBeNull();
    store.run('saveDraft', { phone: phoneOf(9), text: 'To nobody yet', at: NOON });
    expect(store.changes?.outbox).toBe(true);
  });

  it('STORE-12: never walks through the sends that were accepted', () => {
    const plan = (sql: string, params: SqlParams): string[] =>
      store.reader.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params).map(({ detail }) => detail);
    expect(plan(COUNT_SENDS, ['queued'])).toEqual(['SEARCH sends USING COVERING INDEX sends_by_state (state=?)']);
    const inOrder = [
      'SEARCH sends USING INDEX sends_by_state (state=?)',
      'CORRELATED SCALAR SUBQUERY 1',
      'SEARCH files USING COVERING INDEX files_of_sends (send_id=?)',
    ];
    expect(plan(SENDS_IN_ORDER, ['queued', 1])).toEqual(inOrder);
    expect(plan(SENDS_NEWEST_FIRST, ['queued', 1])).toEqual(inOrder);
  });
});
