import { describe, expect, it } from 'vitest';
import { isAsLeft, planRestoring, planRestorings } from '#main/services/chats/plan-undo.ts';
import type { ChatBefore } from '#main/store/api/chats.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { ChatAct } from '#shared/domain/sync.ts';

const HOUR_MS = 3_600_000;
const NOW = 1_000 * HOUR_MS;

const makeBefore = (changes: Partial<ChatBefore> = {}): ChatBefore => ({
  chatId: toChatId(1),
  status: 'active',
  unreadCount: 0,
  isPinned: false,
  isMuted: false,
  mutedUntil: null,
  isBlocked: false,
  snoozedUntil: null,
  isReplyNeeded: false,
  ...changes,
});

const shown = {
  status: 'active',
  unreadCount: 0,
  isPinned: false,
  isMuted: false,
  mutedUntil: null,
  isBlocked: false,
  snoozedUntil: null,
  waitingSince: null,
} as const;

describe('a chat after an act', () => {
  it.each<[ChatAct, object, object]>([
    [{ kind: 'read', isRead: true }, {}, { unreadCount: 1 }],
    [{ kind: 'read', isRead: false }, { unreadCount: 3 }, { unreadCount: 0 }],
    [{ kind: 'status', status: 'closed' }, { status: 'closed' }, { status: 'active' }],
    [{ kind: 'pin', isPinned: true }, { isPinned: true }, { isPinned: false }],
    [{ kind: 'block', isBlocked: true }, { isBlocked: true }, { isBlocked: false }],
    [{ kind: 'mute', isMuted: false, hours: null }, {}, { isMuted: true }],
    [{ kind: 'mute', isMuted: true, hours: null }, { isMuted: true }, { isMuted: true, mutedUntil: NOW + HOUR_MS }],
    [
      { kind: 'mute', isMuted: true, hours: 8 },
      // The service reckoned a minute later.
      { isMuted: true, mutedUntil: NOW + 8 * HOUR_MS + 60_000 },
      { isMuted: true, mutedUntil: NOW + HOUR_MS },
    ],
    [
      { kind: 'mute', isMuted: true, hours: 8, endsAt: NOW + 8 * HOUR_MS + 900_000 },
      // It came to the service late, and was made shorter.
      { isMuted: true, mutedUntil: NOW + 7.5 * HOUR_MS },
      { isMuted: true, mutedUntil: NOW + 9 * HOUR_MS },
    ],
    [{ kind: 'snooze', until: NOW + 5 }, { snoozedUntil: NOW + 5 }, { snoozedUntil: null }],
    [{ kind: 'snooze', until: null }, {}, { snoozedUntil: NOW + 9 }],
    [{ kind: 'reply', isNeeded: false }, {}, { waitingSince: NOW }],
    [{ kind: 'reply', isNeeded: true }, { waitingSince: NOW }, {}],
  ])('%o is as it was left, or is not any more', (action, same, different) => {
    expect(isAsLeft({ ...shown, ...same }, action, NOW)).toBe(true);
    expect(isAsLeft({ ...shown, ...different }, action, NOW)).toBe(false);
  });
});

describe('the way back', () => {
  it.each<[Partial<ChatBefore>, ChatAct['kind'], ChatAct[]]>([
    [{ unreadCount: 1 }, 'read', [{ kind: 'read', isRead: false }]],
    [{ unreadCount: 9 }, 'read', [{ kind: 'read', isRead: false, unreadCount: 9 }]],
    [{ status: 'closed' }, 'status', [{ kind: 'status', status: 'closed' }]],
    [{ status: 'unknown' }, 'status', []],
    [
      { snoozedUntil: NOW + 5 },
      'status',
      [
        { kind: 'status', status: 'active' },
        { kind: 'snooze', until: NOW + 5 },
      ],
    ],
    [{ snoozedUntil: NOW - 5 }, 'status', [{ kind: 'status', status: 'active' }]],
    [{ isPinned: true }, 'pin', [{ kind: 'pin', isPinned: true }]],
    [{ isBlocked: true }, 'block', [{ kind: 'block', isBlocked: true }]],
    [{}, 'mute', [{ kind: 'mute', isMuted: false, hours: null }]],
    [{ isMuted: true }, 'mute', [{ kind: 'mute', isMuted: true, hours: null }]],
    // For no longer than it was: the end stays what it was.
    [
      { isMuted: true, mutedUntil: NOW + HOUR_MS + 1 },
      'mute',
      [{ kind: 'mute', isMuted: true, hours: 2, endsAt: NOW + HOUR_MS + 1 }],
    ],
    [{ isMuted: true, mutedUntil: NOW }, 'mute', [{ kind: 'mute', isMuted: false, hours: null }]],
    [{ snoozedUntil: NOW + 7 }, 'snooze', [{ kind: 'snooze', until: NOW + 7 }]],
    [{ isReplyNeeded: true }, 'reply', [{ kind: 'reply', isNeeded: true }]],
    [{ isReplyNeeded: false }, 'reply', [{ kind: 'reply', isNeeded: false }]],
    [{ snoozedUntil: NOW - 7 }, 'snooze', [{ kind: 'snooze', until: null }]],
  ])('from %o after %s', (before, kind, restoring) => {
    expect(planRestoring(makeBefore(before), kind, NOW)).toEqual(restoring);
  });

  it('is gone together by those that have the same, one step of a chat after the other', () => {
    const chats = [
      makeBefore({ chatId: toChatId(1), snoozedUntil: NOW + 5 }),
      makeBefore({ chatId: toChatId(2), status: 'closed' }),
      makeBefore({ chatId: toChatId(3) }),
    ];
    expect(planRestorings(chats, 'status', NOW)).toEqual([
      { action: { kind: 'status', status: 'active' }, chatIds: [1, 3] },
      { action: { kind: 'status', status: 'closed' }, chatIds: [2] },
      { action: { kind: 'snooze', until: NOW + 5 }, chatIds: [1] },
    ]);
  });
});
