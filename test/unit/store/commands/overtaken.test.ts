import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runGroup } from '#main/store/writer.ts';
import type { CommandCall } from '#main/store/protocol.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { ChatAct } from '#shared/domain/sync.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { MINUTE_MS, NOON, buildChat, buildMessage } from '../builders.ts';

const READ = { kind: 'read', isRead: true } as const;
const CLOSE = { kind: 'status', status: 'closed' } as const;
const DELETE = { kind: 'status', status: 'deleted' } as const;

let store: StoreInOneThread;
beforeEach(() => {
  store = new StoreInOneThread();
  store.run('commitMessages', { messages: [buildMessage('in:1', { at: NOON })], source: 'page' });
  store.run('commitChats', { chats: [toChat()] });
});
afterEach(() => store.close());

/** As the service has it while the text of noon is unread. */
const toChat = (more: Partial<Chat> = {}): Chat => buildChat(1, { unreadCount: 1, updatedAt: NOON, ...more });
const find = () => store.ask('findChat', { chatId: toChatId(1), phone: null });
const list = () => store.ask('listPendingActions', {});
const listIds = () => list().map(({ id }) => id);
const receive = (id: number, at: number) =>
  store.run('commitMessages', { messages: [buildMessage(`in:${id}`, { at })], source: 'page' });
const toCall = (call: CommandCall): CommandCall => call;

describe('what a newer text overtakes', () => {
  it.each([READ, CLOSE, DELETE])('is forgotten and told, and the chat is open and unread: %j', (action) => {
    store.act(1, action);
    receive(2, NOON + MINUTE_MS);
    expect(list()).toEqual([]);
    expect(store.changes?.overtaken).toEqual([{ chatId: 1, kind: action.kind }]);
    expect(find()).toMatchObject({ status: 'active', unreadCount: 2 });
  });

  it.each([READ, CLOSE])('is told apart by its id within one second: %j', (action) => {
    store.act(1, action);
    receive(2, NOON);
    expect(list()).toEqual([]);
    expect(find()).toMatchObject({ status: 'active' });
    expect(find()?.unreadCount).toBeGreaterThan(0);
  });

  it.each([
    ['is not the text that its row told of', 'Seen in the list', 1],
    ['is another text of the same second as that', 'Not seen', 0],
  ])('%s', (_what, text, waiting) => {
    const at = NOON + MINUTE_MS;
    const told = { lastText: 'Seen in the list', lastDirection: 'in', updatedAt: at } as const;
    store.run('commitChats', { chats: [toChat(told)] });
    store.act(1, CLOSE);
    store.run('commitMessages', { messages: [buildMessage('in:2', { at, text })], source: 'page' });
    expect(list()).toHaveLength(waiting);
  });

  it.each<ChatAct>([
    { kind: 'pin', isPinned: true },
    { kind: 'mute', isMuted: true, hours: 8 },
    { kind: 'block', isBlocked: true },
    { kind: 'read', isRead: false },
  ])('is nothing that holds whatever comes: %j', (action) => {
    store.run('commitChats', { chats: [toChat({ unreadCount: 0 })] });
    store.act(1, action);
    receive(2, NOON + MINUTE_MS);
    expect(list()).toHaveLength(1);
    expect(store.changes?.overtaken).toEqual([]);
  });

  it('is not overtaken by a text that was here before, nor by one of ours', () => {
    store.act(1, READ);
    receive(1, NOON);
    store.run('commitMessages', {
      messages: [buildMessage('out:9', { at: NOON + MINUTE_MS })],
      source: 'page',
    });
    expect(list()).toHaveLength(1);
  });

  it('is made undone at the service where it may be there already, after a look', () => {
    store.act(1, READ);
    expect(store.run('beginActions', { actionIds: listIds() })).toEqual({ readyIds: [1] });
    receive(2, NOON + MINUTE_MS);
    expect(list()).toMatchObject([{ action: { kind: 'read', isRead: false }, attempts: 1, covers: null }]);
    expect(store.changes?.overtaken).toEqual([{ chatId: 1, kind: 'read' }]);
    // As the service has it where our word came after the text.
    store.run('commitChats', { chats: [toChat({ unreadCount: 0, updatedAt: NOON + MINUTE_MS })] });
    expect(find()?.unreadCount).toBe(1);
  });

  it.each([CLOSE, DELETE])('is opened again where that may be there already: %j', (action) => {
    store.act(1, action);
    store.run('beginActions', { actionIds: listIds() });
    receive(2, NOON + MINUTE_MS);
    expect(list()).toMatchObject([{ action: { kind: 'status', status: 'active' }, attempts: 1 }]);
    expect(find()?.status).toBe('active');
  });

  it('is opened again where another of its kind took its place, and it may be there already', () => {
    store.act(1, CLOSE);
    store.run('beginActions', { actionIds: listIds() });
    store.act(1, DELETE);
    receive(2, NOON + MINUTE_MS);
    expect(list()).toMatchObject([{ action: { kind: 'status', status: 'active' }, attempts: 1 }]);
  });

  it('counts the newer text once where reading the chat is made undone', () => {
    store.act(1, READ);
    store.run('beginActions', { actionIds: listIds() });
    store.run('commitChats', { chats: [toChat({ unreadCount: 0 })] });
    receive(2, NOON + MINUTE_MS);
    expect(find()?.unreadCount).toBe(1);
    receive(3, NOON + 2 * MINUTE_MS);
    expect(find()?.unreadCount).toBe(2);
  });

  it('does not leave where the text came to the cache before anybody noticed', () => {
    store.act(1, CLOSE);
    store.owned.run(`UPDATE pending_actions SET action = ?`, [JSON.stringify({ ...CLOSE, upToAt: NOON - 1 })]);
    expect(store.run('beginActions', { actionIds: listIds() })).toEqual({ readyIds: [] });
    expect([list(), store.changes?.overtaken]).toEqual([[], [{ chatId: 1, kind: 'status' }]]);
  });

  it('is not finished where a text came while it left', () => {
    store.act(1, READ);
    const actionIds = listIds();
    store.run('beginActions', { actionIds });
    store.owned.run(`UPDATE pending_actions SET action = ?`, [JSON.stringify({ ...READ, upToAt: NOON - 1 })]);
    store.run('finishActions', { actionIds });
    expect(list()).toMatchObject([{ action: { kind: 'read', isRead: false } }]);
  });

  it('goes where a row of the chat says so', () => {
    store.act(1, CLOSE);
    store.run('overtakeActions', { actionIds: listIds() });
    expect([list(), find()?.status]).toEqual([[], 'active']);
    expect(store.changes?.overtaken).toEqual([{ chatId: 1, kind: 'status' }]);
  });

  it('is what waits when it is begun, and nothing that was taken back meanwhile', () => {
    store.act(1, CLOSE);
    const actionIds = listIds();
    store.act(1, { kind: 'status', status: 'active' });
    expect(store.run('beginActions', { actionIds })).toEqual({ readyIds: [] });
  });

  it('covers what was seen, also where the app ends between the two files', () => {
    store.crashIn('applyActions', { chatIds: [toChatId(1)], action: READ, at: NOON, dueAt: NOON });
    expect(list()).toMatchObject([{ covers: { upToAt: NOON, upToId: 1, upToText: null } }]);
  });
});

describe('acts on one chat that are written together', () => {
  const act = (action: ChatAct): CommandCall =>
    toCall({ name: 'applyActions', input: { chatIds: [toChatId(1)], action, at: NOON, dueAt: NOON } });

  it.each<[ChatAct, ChatAct, object]>([
    [{ kind: 'pin', isPinned: true }, { kind: 'pin', isPinned: false }, { isPinned: false }],
    [CLOSE, { kind: 'status', status: 'active' }, { status: 'active' }],
    [READ, { kind: 'read', isRead: false }, { unreadCount: 1 }],
    [{ kind: 'mute', isMuted: true, hours: 8 }, { kind: 'mute', isMuted: false, hours: null }, { isMuted: false }],
    [{ kind: 'block', isBlocked: true }, { kind: 'block', isBlocked: false }, { isBlocked: false }],
  ])('see each other: after %j, %j is what holds', (first, second, shown) => {
    runGroup(store, [act(first), act(second)], NOON);
    expect(list().map(({ action }) => action)).toEqual([second]);
    expect(find()).toMatchObject(shown);
  });

  it('say of each what it was before it', () => {
    const { results } = runGroup(store, [act(CLOSE), act({ kind: 'status', status: 'active' })], NOON);
    expect(results).toMatchObject([
      { output: { applied: [{ status: 'active' }] } },
      { output: { applied: [{ status: 'closed' }] } },
    ]);
  });

  it('are not done twice', () => {
    const { results } = runGroup(store, [act(READ), act(READ)], NOON);
    expect(results).toMatchObject([{ output: { applied: [{}] } }, { output: { applied: [] } }]);
  });
});
