import { describe, expect, it } from 'vitest';
import { canCloseEveryRead, isDue, planActionLanes, planDrain } from '#main/sync/core/action-plan.ts';
import type { DrainState } from '#main/sync/core/action-plan.ts';
import { toChatId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import type { ChatAction, PendingAction } from '#shared/domain/sync.ts';
import { range } from '#test/support/sync/builders.ts';

const NOW = 1_000_000;
const READ: ChatAction = { kind: 'read', isRead: true };
const CLOSE: ChatAction = { kind: 'status', status: 'closed' };
const CLOSE_READ: ChatAction = { ...CLOSE, isEveryRead: true };

function act(
  id: number,
  chatId: number,
  action: ChatAction = READ,
  changes: Partial<PendingAction> = {},
): PendingAction {
  const times = { covers: null, createdAt: NOW, dueAt: NOW, attempts: 0 };
  return { id, chatId: toChatId(chatId), phone: toPhoneKey(''), action, ...times, ...changes };
}

function plan(actions: readonly PendingAction[], state: Partial<DrainState> = {}) {
  const nothing = new Set<number>();
  const blank = {
    now: NOW,
    skewMs: 0,
    isOpened: true,
    held: new Set<never>(),
    carried: nothing,
    alone: nothing,
    byIds: nothing,
  };
  const drain = planDrain(actions, { ...blank, ...state });
  const toIds = (list: readonly PendingAction[]): number[] => list.map(({ id }) => id);
  return {
    bulks: drain.bulks.map(({ kind, actions: all }) => [kind, ...toIds(all)]),
    singles: toIds(drain.singles),
    looks: drain.looks.map(toIds),
    nextDueAt: drain.nextDueAt,
  };
}

describe('planActionLanes', () => {
  it('keeps the order within a chat (SYNC-8)', () => {
    const lanes = planActionLanes([act(3, 1), act(1, 1), act(2, 2)]);
    expect(lanes.map((lane) => lane.map(({ id }) => id))).toEqual([[1, 3], [2]]);
  });

  it('leaves out chats that the service does not know yet', () => {
    expect(planActionLanes([act(1, -4)])).toEqual([]);
  });
});

describe('planDrain', () => {
  it('lets equal heads of several chats leave together, and several kinds side by side', () => {
    const actions = [
      act(1, 1),
      act(2, 2, CLOSE),
      act(3, 3),
      act(4, 4, CLOSE),
      act(5, 5, { kind: 'pin', isPinned: true }),
    ];
    expect(plan(actions)).toMatchObject({
      bulks: [
        ['ids', 1, 3],
        ['ids', 2, 4],
      ],
      singles: [5],
    });
  });

  it('takes only the head of each lane, so that the order within a chat is kept (SYNC-8)', () => {
    const actions = [act(1, 1), act(2, 1, CLOSE), act(3, 2, CLOSE), act(4, 3, CLOSE)];
    expect(plan(actions)).toMatchObject({ bulks: [['ids', 3, 4]], singles: [1] });
  });

  it.each([
    [
      { kind: 'mute', isMuted: true, hours: 1 },
      { kind: 'mute', isMuted: true, hours: 8 },
    ],
    [READ, { kind: 'read', isRead: false }],
    [CLOSE, { kind: 'status', status: 'deleted' }],
    [
      { kind: 'pin', isPinned: true },
      { kind: 'pin', isPinned: false },
    ],
  ] as const)('does not take %j and %j for equal', (one, other) => {
    expect(plan([act(1, 1, one), act(2, 2, other)])).toMatchObject({ bulks: [], singles: [1, 2] });
  });

  it('puts no more than 500 chats into one request', () => {
    const { bulks } = plan(range(1, 1_001).map((id) => act(id, id)));
    expect(bulks.map(({ length }) => length - 1)).toEqual([500, 500, 1]);
  });

  it('keeps every "close all read" together, however many, unless they are to go by ids', () => {
    const actions = range(1, 600).map((id) => act(id, id, CLOSE_READ));
    expect(plan(actions).bulks.map(([kind, ...ids]) => [kind, ids.length])).toEqual([['every-read', 600]]);
    const byIds = new Set(range(1, 600));
    expect(plan(actions, { byIds }).bulks.map(([kind, ...ids]) => [kind, ids.length])).toEqual([
      ['ids', 500],
      ['ids', 100],
    ]);
  });

  it('blocks numbers one by one, and sends alone what no bulk could do', () => {
    const block = { kind: 'block', isBlocked: true } as const;
    expect(plan([act(1, 1, block), act(2, 2, block)])).toMatchObject({ bulks: [], singles: [1, 2] });
    expect(plan([act(1, 1), act(2, 2)], { alone: new Set([1, 2]) })).toMatchObject({ bulks: [], singles: [1, 2] });
  });

  it('looks at what a bulk carried before anything else of those chats leaves (SYNC-8)', () => {
    const actions = [...range(1, 60).map((id) => act(id, id)), act(61, 1, CLOSE)];
    const { bulks, singles, looks } = plan(actions, { carried: new Set(range(1, 60)) });
    expect([bulks, singles, looks.map(({ length }) => length)]).toEqual([[], [], [50, 10]]);
  });

  it('leaves chats alone of which something is under way, or that rest', () => {
    const held = new Set([toChatId(1)]);
    expect(plan([act(1, 1), act(2, 2)], { held })).toMatchObject({ bulks: [], singles: [2] });
  });

  it('says when the next one falls due, and lets nothing of its chat leave before', () => {
    const actions = [act(1, 1, CLOSE, { dueAt: NOW + 8_000 }), act(2, 1), act(3, 2, CLOSE, { dueAt: NOW + 3_000 })];
    expect(plan(actions)).toMatchObject({ bulks: [], singles: [], nextDueAt: NOW + 3_000 });
  });
});

describe('isDue', () => {
  it('does not believe a hold that lies ahead because the clock was set back (SYNC-11)', () => {
    expect(isDue({ createdAt: NOW, dueAt: NOW + 8_000 }, NOW)).toBe(false);
    expect(isDue({ createdAt: NOW, dueAt: NOW + 8_000 }, NOW - 60_000)).toBe(true);
    expect(isDue({ createdAt: NOW, dueAt: NOW }, NOW - 1)).toBe(true);
  });

  it('is no shorter because the clock was put right by a moment', () => {
    expect(isDue({ createdAt: NOW, dueAt: NOW + 8_000 }, NOW - 500)).toBe(false);
  });
});

describe('canCloseEveryRead', () => {
  const group = [act(1, 1, CLOSE_READ), act(2, 2, CLOSE_READ)];
  const around = { actions: group, readIds: [], now: NOW + 59_000 };

  it('takes one request for all while it closes exactly the chats that are meant', () => {
    expect(canCloseEveryRead(group, around)).toBe(true);
    expect(canCloseEveryRead(group, { ...around, readIds: [toChatId(2)] })).toBe(true);
  });

  it.each([
    ['a minute has passed', { now: NOW + 60_001 }],
    ['the clock was set back', { now: NOW - 1 }],
    ['another chat without unread messages is open', { readIds: [toChatId(3)] }],
    ['another chat waits to be unread', { actions: [...group, act(3, 3, { kind: 'read', isRead: false })] }],
    ['another chat waits to be reopened', { actions: [...group, act(3, 3, { kind: 'status', status: 'active' })] }],
  ])('goes by ids where %s', (_why, changes) => {
    expect(canCloseEveryRead(group, { ...around, ...changes })).toBe(false);
  });
});
