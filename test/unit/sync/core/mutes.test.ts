import { describe, expect, it } from 'vitest';
import { isMutedTooLong, isMutedUntil, isWholeMute, planMute } from '#main/sync/core/mutes.ts';
import type { ChatAction } from '#shared/domain/sync.ts';
import { Random } from '#test/support/random.ts';

const HOUR_MS = 3_600_000;
const MADE_AT = 1_000_000_000;

const mute = (hours: number | null, endsAt?: number): ChatAction => ({
  ...{ kind: 'mute', isMuted: true, hours },
  ...(endsAt === undefined ? {} : { endsAt }),
});
const plan = (action: ChatAction, laterMs: number, skewMs = 0) =>
  planMute({ action, createdAt: MADE_AT }, { now: MADE_AT + laterMs, skewMs });

describe('a mute that leaves', () => {
  it('at once has the hours that were asked for', () => {
    expect(plan(mute(8), 0)).toEqual({ kind: 'hours', hours: 8 });
    expect(plan(mute(1), 3_000)).toEqual({ kind: 'hours', hours: 1 });
  });

  it('late has the whole hours that are left, never more', () => {
    expect(plan(mute(8), 75_000)).toEqual({ kind: 'hours', hours: 7 });
    expect(plan(mute(8), 3 * HOUR_MS)).toEqual({ kind: 'hours', hours: 5 });
  });

  it('with less than an hour left is none that the service can do', () => {
    expect(plan(mute(1), 75_000)).toEqual({ kind: 'short' });
  });

  it('after its end is over', () => {
    expect(plan(mute(1), HOUR_MS)).toEqual({ kind: 'over' });
  });

  it('without an end has none whenever it leaves', () => {
    expect(plan(mute(null), 50 * HOUR_MS)).toEqual({ kind: 'hours', hours: null });
  });

  it("goes by the service's clock where that was known, whatever this computer's says since", () => {
    const endsAt = MADE_AT + 500_000 + 2 * HOUR_MS;
    expect(plan(mute(2, endsAt), 0, 500_000)).toEqual({ kind: 'hours', hours: 2 });
    // This computer's clock was set back by a day meanwhile, and an hour and a half went by.
    expect(plan(mute(2, endsAt), -23 * HOUR_MS, 24 * HOUR_MS + 500_000)).toEqual({ kind: 'hours', hours: 1 });
  });

  it('is not made longer by a clock that was set back', () => {
    expect(plan(mute(2), -5 * HOUR_MS)).toEqual({ kind: 'hours', hours: 2 });
  });

  it('ends no later than asked, but for what is on its way, however late it is', () => {
    const random = new Random(17);
    for (let round = 0; round < 2_000; round += 1) {
      const hours = random.between(1, 200);
      const laterMs = random.between(0, 210 * HOUR_MS);
      const skewMs = random.between(-HOUR_MS, HOUR_MS);
      const planned = plan(mute(hours), laterMs, skewMs);
      if (planned.kind !== 'hours') continue;
      const endsAt = MADE_AT + laterMs + (planned.hours ?? Infinity) * HOUR_MS;
      expect(endsAt).toBeLessThanOrEqual(MADE_AT + hours * HOUR_MS + 10_000);
      expect(endsAt).toBeGreaterThan(MADE_AT + (hours - 1) * HOUR_MS);
    }
  });
});

describe('a mute at the service', () => {
  it('is too long where it ends after what was asked', () => {
    const chat = { isMuted: true, mutedUntil: MADE_AT + 60_000 };
    expect(isMutedTooLong(chat, MADE_AT)).toBe(true);
    expect(isMutedTooLong(chat, MADE_AT + 60_000)).toBe(false);
    expect(isMutedTooLong(chat, null)).toBe(false);
    expect(isMutedTooLong({ ...chat, isMuted: false }, MADE_AT)).toBe(false);
  });

  it('is the one that is meant where it ends at the same moment', () => {
    const chat = { isMuted: true, mutedUntil: MADE_AT };
    expect(isMutedUntil(chat, MADE_AT + 1_000)).toBe(true);
    expect(isMutedUntil(chat, MADE_AT + 60_000)).toBe(false);
  });

  it('is the rest of one where it was no whole hours when it was made', () => {
    const at = { createdAt: MADE_AT };
    expect(isWholeMute({ action: mute(2, MADE_AT + 2 * HOUR_MS), ...at }, 0)).toBe(true);
    expect(isWholeMute({ action: mute(2, MADE_AT + 1.5 * HOUR_MS), ...at }, 0)).toBe(false);
    expect(isWholeMute({ action: mute(2), ...at }, 0)).toBe(true);
  });
});
