import { describe, expect, it } from 'vitest';
import { classifyActionFailure, isOvertaken } from '#main/sync/core/actions.ts';
import { isActionApplied } from '#shared/domain/chat-actions.ts';
import { AppError } from '#shared/domain/app-error.ts';
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
    [{ kind: 'status', status: 'deleted' }, { status: 'deleted' }, { status: 'closed' }],
    [{ kind: 'block', isBlocked: true }, { isBlocked: true }, { isBlocked: false }],
  ] as const)('sees whether %j is done', (action, done, open) => {
    expect(isActionApplied(makeChat(1, done), action)).toBe(true);
    expect(isActionApplied(makeChat(1, open), action)).toBe(false);
  });
});

describe('isOvertaken', () => {
  const chat = makeChat(1, { updatedAt: 10_000, unreadCount: 1 });
  const upTo = (upToAt: number | null) => ({ upToAt, upToId: null, upToText: null });

  it('says of what holds whatever comes that nothing undoes it', () => {
    expect(isOvertaken(chat, null)).toBe(false);
  });

  it("goes by the service's own time of the newest text that was seen", () => {
    expect(isOvertaken(chat, upTo(9_000))).toBe(true);
    expect(isOvertaken(chat, upTo(null))).toBe(true);
    expect(isOvertaken(chat, upTo(10_000))).toBe(false);
  });

  it('takes what we sent ourselves for no news', () => {
    const answered = makeChat(1, { updatedAt: 10_000, unreadCount: 0, lastDirection: 'out' });
    expect(isOvertaken(answered, upTo(9_000))).toBe(false);
    expect(isOvertaken({ ...answered, lastDirection: 'in' }, upTo(9_000))).toBe(true);
  });
});
