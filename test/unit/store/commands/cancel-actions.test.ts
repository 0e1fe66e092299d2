import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toChatId } from '#shared/domain/ids.ts';
import type { ChatAction } from '#shared/domain/sync.ts';
import { Bench } from '../bench.ts';
import { buildChat, buildMessage, NOON, phoneOf } from '../builders.ts';

const HOUR_MS = 3_600_000;
const MUTED_UNTIL = NOON + 5 * HOUR_MS;

describe('an action that is taken back before the service heard of it', () => {
  let bench: Bench;
  beforeEach(() => {
    bench = new Bench();
    bench.run('commitChats', {
      chats: [
        buildChat(1, { unreadCount: 2 }),
        buildChat(2, { status: 'closed', isPinned: true, isMuted: true, mutedUntil: MUTED_UNTIL }),
      ],
    });
  });
  afterEach(() => bench.close());

  const find = (chatId: number) => bench.ask('findChat', { chatId: toChatId(chatId), phone: null });
  const cancel = (actionId: number | null) =>
    bench.run('cancelActions', { actionIds: [actionId ?? 0], at: NOON }).cancelledIds;

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
    const actionId = bench.act(chatId, action);
    expect(bench.ask('getOutbox', {}).counts.actions).toBe(1);
    expect(cancel(actionId)).toEqual([actionId]);
    const { counts, actions } = bench.ask('getOutbox', {});
    expect([counts.actions, actions]).toEqual([0, []]);
    expect({ ...find(chatId), unreadCount: 0 }).toEqual({ ...before, unreadCount: 0 });
    expect((find(chatId)?.unreadCount ?? 0) > 0).toBe((before?.unreadCount ?? 0) > 0);
    expect(bench.changes?.outbox).toBe(true);
  });

  it('leaves the chat as the service has it where several of its kind followed each other', () => {
    bench.act(2, { kind: 'mute', isMuted: true, hours: 1 });
    cancel(bench.act(2, { kind: 'mute', isMuted: true, hours: 24 }));
    expect(find(2)).toMatchObject({ isMuted: true, mutedUntil: MUTED_UNTIL });
  });

  it.each([
    ['unread', { kind: 'read', isRead: true }, { kind: 'read', isRead: false }],
    ['not blocked', { kind: 'block', isBlocked: true }, { kind: 'block', isBlocked: false }],
  ] as const)('leaves a chat %s that was so before both of two opposite ones', (_, first, second) => {
    const before = find(1);
    bench.act(1, first);
    cancel(bench.act(1, second));
    expect(find(1)).toEqual(before);
  });

  it('leaves a chat read that was read before it was marked as unread, and as read again', () => {
    bench.act(2, { kind: 'read', isRead: false });
    cancel(bench.act(2, { kind: 'read', isRead: true }));
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
    const actionId = bench.act(1, first);
    bench.run('beginActions', { actionIds: [actionId ?? 0] });
    expect(cancel(bench.act(1, second))).toEqual([]);
  });

  it('leaves what else waits for the chat', () => {
    const pin = bench.act(1, { kind: 'pin', isPinned: true });
    bench.act(1, { kind: 'status', status: 'closed' });
    cancel(pin);
    expect(find(1)).toMatchObject({ isPinned: false, status: 'closed' });
    expect(bench.ask('getOutbox', {}).actions.map(({ kind }) => kind)).toEqual(['close']);
  });

  it('has the chat snoozed again where its closing had ended that', () => {
    bench.act(1, { kind: 'snooze', until: MUTED_UNTIL });
    const closed = bench.act(1, { kind: 'status', status: 'closed' });
    expect(find(1)?.snoozedUntil).toBeNull();
    cancel(closed);
    expect(find(1)).toMatchObject({ status: 'active', snoozedUntil: MUTED_UNTIL });
  });

  it('is none where it does not wait any more', () => {
    const actionId = bench.act(1, { kind: 'pin', isPinned: true });
    bench.run('finishActions', { actionIds: [actionId ?? 0] });
    expect(cancel(actionId)).toEqual([]);
    expect(find(1)?.isPinned).toBe(true);
  });
});

describe('what is done to a chat that only this computer knows', () => {
  let bench: Bench;
  beforeEach(() => (bench = new Bench()));
  afterEach(() => bench.close());

  it.each([
    { kind: 'status', status: 'closed' },
    { kind: 'status', status: 'deleted' },
    { kind: 'pin', isPinned: true },
    { kind: 'mute', isMuted: true, hours: null },
    { kind: 'read', isRead: false },
    { kind: 'block', isBlocked: true },
  ] as const)('waits for nobody: %j', (action) => {
    const chatId = bench.run('ensureChat', { phone: phoneOf(1), at: NOON });
    bench.run('saveDraft', { phone: phoneOf(1), text: 'Half a word', at: NOON });
    bench.act(chatId, action);
    const { counts, actions } = bench.ask('getOutbox', {});
    expect([counts.actions, actions, bench.ask('countOwned', {}).actions]).toEqual([0, [], 0]);
  });

  it('waits from the moment at which the service has the chat', () => {
    const chatId = bench.run('ensureChat', { phone: phoneOf(1), at: NOON });
    bench.act(chatId, { kind: 'pin', isPinned: true });
    bench.run('commitChats', { chats: [buildChat(1)] });
    expect(bench.ask('getOutbox', {}).counts.actions).toBe(1);
    expect(bench.ask('findChat', { chatId: toChatId(1), phone: null })?.isPinned).toBe(true);
  });

  it('has its deleted messages wait for nobody', () => {
    const chatId = bench.run('ensureChat', { phone: phoneOf(1), at: NOON });
    const message = buildMessage('in:1', { phone: phoneOf(1) });
    bench.run('commitMessages', { messages: [message], source: 'page' });
    bench.run('deleteMessages', { chatId, keys: [message.key], at: NOON, dueAt: NOON });
    expect(bench.ask('getOutbox', {}).counts.actions).toBe(0);
  });
});
