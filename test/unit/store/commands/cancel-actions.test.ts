import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toChatId } from '#shared/domain/ids.ts';
import type { ChatAction } from '#shared/domain/sync.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { buildChat, buildMessage, NOON, phoneOf } from '../builders.ts';

const HOUR_MS = 3_600_000;
const MUTED_UNTIL = NOON + 5 * HOUR_MS;

describe('an action that is taken back before the service heard of it', () => {
  let store: StoreInOneThread;
  beforeEach(() => {
    store = new StoreInOneThread();
    store.run('commitChats', {
      chats: [
        buildChat(1, { unreadCount: 2 }),
        buildChat(2, { status: 'closed', isPinned: true, isMuted: true, mutedUntil: MUTED_UNTIL }),
      ],
    });
  });
  afterEach(() => store.close());

  const find = (chatId: number) => store.ask('findChat', { chatId: toChatId(chatId), phone: null });
  const cancel = (actionId: number | null) =>
    store.run('cancelActions', { actionIds: [actionId ?? 0], at: NOON }).cancelledIds;

  it.each([
    [1, { kind: 'read', isRead: true }],
    [1, { kind: 'status', status: 'closed' }],
    [1, { kind: 'status', status: 'deleted' }],
    [1, { kind: 'pin', isPinned: true }],
    [1, { kind: 'mute', isMuted: true, hours: 8 }],
    [1, { kind: 'block', isBlocked: true }],
    [2, { kind: 'status', status: 'active' }],
    [2, { kind: 'pin', isPinned: false }],
    [2, { kind: 'mute', isMuted: false, hours: null }],
    [2, { kind: 'mute', isMuted: true, hours: null }],
    [2, { kind: 'read', isRead: false }],
  ] as const satisfies readonly (readonly [number, ChatAction])[])('leaves chat %i as it was: %j', (chatId, action) => {
    const before = find(chatId);
    const actionId = store.act(chatId, action);
    expect(store.ask('getOutbox', {}).counts.actions).toBe(1);
    expect(cancel(actionId)).toEqual([actionId]);
    const { counts, actions } = store.ask('getOutbox', {});
    expect([counts.actions, actions]).toEqual([0, []]);
    expect({ ...find(chatId), unreadCount: 0 }).toEqual({ ...before, unreadCount: 0 });
    expect((find(chatId)?.unreadCount ?? 0) > 0).toBe((before?.unreadCount ?? 0) > 0);
    expect(store.changes?.outbox).toBe(true);
  });

  it('leaves the chat as the service has it where several of its kind followed each other', () => {
    store.act(2, { kind: 'mute', isMuted: true, hours: 1 });
    cancel(store.act(2, { kind: 'mute', isMuted: true, hours: 24 }));
    expect(find(2)).toMatchObject({ isMuted: true, mutedUntil: MUTED_UNTIL });
  });

  it.each([
    ['unread', { kind: 'read', isRead: true }, { kind: 'read', isRead: false }],
    ['not blocked', { kind: 'block', isBlocked: true }, { kind: 'block', isBlocked: false }],
  ] as const)('leaves a chat %s that was so before both of two opposite ones', (_, first, second) => {
    const before = find(1);
    store.act(1, first);
    cancel(store.act(1, second));
    expect(find(1)).toEqual(before);
  });

  it('leaves a chat read that was read before it was marked as unread, and as read again', () => {
    store.act(2, { kind: 'read', isRead: false });
    cancel(store.act(2, { kind: 'read', isRead: true }));
    expect(find(2)?.unreadCount).toBe(0);
  });

  it.each([
    [
      { kind: 'status', status: 'closed' },
      { kind: 'status', status: 'active' },
    ],
    [
      { kind: 'block', isBlocked: true },
      { kind: 'block', isBlocked: false },
    ],
  ] as const)('is none where it takes the place of one that may be at the service: %j, %j', (first, second) => {
    const actionId = store.act(1, first);
    store.run('beginActions', { actionIds: [actionId ?? 0] });
    expect(cancel(store.act(1, second))).toEqual([]);
  });

  it('leaves what else waits for the chat', () => {
    const pin = store.act(1, { kind: 'pin', isPinned: true });
    store.act(1, { kind: 'status', status: 'closed' });
    cancel(pin);
    expect(find(1)).toMatchObject({ isPinned: false, status: 'closed' });
    expect(store.ask('getOutbox', {}).actions.map(({ kind }) => kind)).toEqual(['close']);
  });

  it('has the chat snoozed again where its closing had ended that', () => {
    store.act(1, { kind: 'snooze', until: MUTED_UNTIL });
    const closed = store.act(1, { kind: 'status', status: 'closed' });
    expect(find(1)?.snoozedUntil).toBeNull();
    cancel(closed);
    expect(find(1)).toMatchObject({ status: 'active', snoozedUntil: MUTED_UNTIL });
  });

  it('is none where it does not wait any more', () => {
    const actionId = store.act(1, { kind: 'pin', isPinned: true });
    store.run('finishActions', { actionIds: [actionId ?? 0] });
    expect(cancel(actionId)).toEqual([]);
    expect(find(1)?.isPinned).toBe(true);
  });
});

describe('what is done to a chat that only this computer knows', () => {
  let store: StoreInOneThread;
  beforeEach(() => (store = new StoreInOneThread()));
  afterEach(() => store.close());

  it.each([
    { kind: 'status', status: 'closed' },
    { kind: 'status', status: 'deleted' },
    { kind: 'pin', isPinned: true },
    { kind: 'mute', isMuted: true, hours: null },
    { kind: 'read', isRead: false },
    { kind: 'block', isBlocked: true },
  ] as const)('waits for nobody: %j', (action) => {
    const chatId = store.run('ensureChat', { phone: phoneOf(1), at: NOON });
    store.run('saveDraft', { phone: phoneOf(1), text: 'Half a word', at: NOON });
    store.act(chatId, action);
    const { counts, actions } = store.ask('getOutbox', {});
    expect([counts.actions, actions, store.ask('countOwned', {}).actions]).toEqual([0, [], 0]);
  });

  it('waits from the moment at which the service has the chat', () => {
    const chatId = store.run('ensureChat', { phone: phoneOf(1), at: NOON });
    store.act(chatId, { kind: 'pin', isPinned: true });
    store.run('commitChats', { chats: [buildChat(1)] });
    expect(store.ask('getOutbox', {}).counts.actions).toBe(1);
    expect(store.ask('findChat', { chatId: toChatId(1), phone: null })?.isPinned).toBe(true);
  });

  it('has its deleted messages wait for nobody', () => {
    const chatId = store.run('ensureChat', { phone: phoneOf(1), at: NOON });
    const message = buildMessage('in:1', { phone: phoneOf(1) });
    store.run('commitMessages', { messages: [message], source: 'page' });
    store.run('deleteMessages', { chatId, keys: [message.key], at: NOON, dueAt: NOON });
    expect(store.ask('getOutbox', {}).counts.actions).toBe(0);
  });
});
