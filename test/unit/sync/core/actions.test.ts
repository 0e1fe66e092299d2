import { describe, expect, it } from 'vitest';
import { classifyActionFailure, isActionApplied, planActionLanes } from '#main/sync/core/actions.ts';
import { AppError } from '#shared/domain/app-error.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { PendingAction } from '#shared/domain/sync.ts';
import { makeChat } from '#test/support/sync/builders.ts';

describe('classifyActionFailure', () => {
  it.each([
    ['offline', 'not-accepted', 'later'],
    ['rate-limited', 'not-accepted', 'later'],
    ['maintenance', 'not-accepted', 'later'],
    ['unauthorized', 'refused', 'later'],
    ['cancelled', 'unknown', 'later'],
    ['timeout', 'unknown', 'verify'],
    ['server', 'unknown', 'verify'],
    ['bad-response', 'unknown', 'verify'],
    ['maintenance', 'unknown', 'verify'],
    ['validation', 'refused', 'refused'],
    ['forbidden', 'refused', 'refused'],
    ['not-found', 'refused', 'refused'],
    ['server', 'refused', 'refused'],
  ] as const)('sorts %s with outcome %s under %s', (code, outcome, fate) => {
    expect(classifyActionFailure(new AppError({ code, outcome, message: code }))).toBe(fate);
  });
});

describe('isActionApplied', () => {
  it.each([
    [{ kind: 'read', isRead: true }, { unreadCount: 0 }, { unreadCount: 2 }],
    [{ kind: 'read', isRead: false }, { unreadCount: 1 }, { unreadCount: 0 }],
    [{ kind: 'status', status: 'closed' }, { status: 'closed' }, { status: 'active' }],
    [{ kind: 'pin', isPinned: true }, { isPinned: true }, { isPinned: false }],
    [{ kind: 'mute', isMuted: true, hours: 8 }, { isMuted: true }, { isMuted: false }],
  ] as const)('sees whether %j is done', (action, done, open) => {
    expect(isActionApplied(makeChat(1, done), action)).toBe(true);
    expect(isActionApplied(makeChat(1, open), action)).toBe(false);
  });
});

describe('planActionLanes', () => {
  const pending = (id: number, chatId: number): PendingAction => ({
    id,
    chatId: toChatId(chatId),
    action: { kind: 'read', isRead: true },
    createdAt: 0,
    attempts: 0,
  });

  it('keeps the order within a chat (SYNC-8)', () => {
    const lanes = planActionLanes([pending(3, 1), pending(1, 1), pending(2, 2)]);
    expect(lanes.map((lane) => lane.map(({ id }) => id))).toEqual([[1, 3], [2]]);
  });

  it('leaves out chats that the service does not know yet', () => {
    expect(planActionLanes([pending(1, -4)])).toEqual([]);
  });
});
