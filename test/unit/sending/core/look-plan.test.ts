import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getNextLookAt, isSettled, planNextLook, planSearch, SETTLE_MS } from '#main/sending/core/look-plan.ts';
import { makeSend } from '#test/support/sending/builders.ts';

const LOST_AT = 1_000_000;
const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];

/** Times of all looks since the loss, each made as soon as it is due. */
function listLooks(): number[] {
  const looks: number[] = [];
  for (let at = planSearch(LOST_AT).nextLookAt; at !== null; at = planNextLook(LOST_AT, at)) looks.push(at - LOST_AT);
  return looks;
}

describe('the plan of looks', () => {
  it('begins within a second, grows to an hour, and ends after three days', () => {
    const looks = listLooks();
    const first = [SECOND, 4 * SECOND, 15 * SECOND, 45 * SECOND, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, 75 * MINUTE];
    expect(looks.slice(0, first.length)).toEqual(first);
    expect(looks.slice(8)).toEqual(looks.slice(7, -1).map((at) => at + HOUR));
    expect(looks.at(-1)).toBeLessThanOrEqual(3 * DAY);
    expect(looks.at(-1)).toBeGreaterThan(3 * DAY - HOUR);
  });

  it('has a look at the very moment from which on "not there" is for good (SEND-9)', () => {
    expect(listLooks()).toContain(SETTLE_MS);
    expect(isSettled({ lostAt: LOST_AT, startedAt: LOST_AT + SETTLE_MS })).toBe(true);
    expect(isSettled({ lostAt: LOST_AT, startedAt: LOST_AT + SETTLE_MS - 1 })).toBe(false);
  });

  it('is always ahead and never further than an hour, whatever the clock was set to (SEND-10)', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10 * DAY, max: 10 * DAY }), (sinceMs) => {
        const now = LOST_AT + sinceMs;
        const at = planNextLook(LOST_AT, now);
        if (at === null) expect(sinceMs).toBeGreaterThan(3 * DAY - HOUR);
        else expect([at > now, at <= now + HOUR]).toEqual([true, true]);
      }),
    );
  });

  it('looks at once where a clock that was set back since had planned it for later (SEND-10)', () => {
    const send = makeSend(1, { state: 'checking', check: { ...planSearch(LOST_AT), nextLookAt: LOST_AT + HOUR } });
    expect(getNextLookAt(send, LOST_AT)).toBe(LOST_AT + HOUR);
    expect(getNextLookAt(send, LOST_AT - 1)).toBe(LOST_AT - 1);
  });

  it('leaves alone what the app has given up, and begins with what an older version lost', () => {
    const ended = makeSend(1, { state: 'checking', check: { ...planSearch(LOST_AT), nextLookAt: null } });
    expect(getNextLookAt(ended, LOST_AT)).toBeNull();
    const old = makeSend(1, { state: 'checking', attemptedAt: LOST_AT });
    expect(getNextLookAt(old, LOST_AT + DAY)).toBe(LOST_AT + SECOND);
  });
});
