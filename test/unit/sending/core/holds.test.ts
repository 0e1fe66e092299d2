import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listEndedHolds, listHeldUpTo, planHoldMs } from '#main/sending/core/holds.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { makeSend } from '#test/support/sending/builders.ts';

const held = (n: number, changes: Parameters<typeof makeSend>[1] = {}) =>
  makeSend(n, { state: 'held', createdAt: 1_000, dueAt: 6_000, ...changes });
const other = toPhoneKey('447700900002');

describe('a hold', () => {
  it('lasts until its time, and what has passed while the app was not there has passed (SEND-12)', () => {
    expect([1_000, 4_000, 6_000, 99_000].map((now) => planHoldMs(held(1), now))).toEqual([5_000, 2_000, 0, 0]);
  });

  it('is never longer than itself, wherever the clock stands (SEND-13)', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.nat(30_000), (now, holdMs) => {
        const ms = planHoldMs({ createdAt: 1_000, dueAt: 1_000 + holdMs }, now);
        expect(ms).toBeGreaterThanOrEqual(0);
        expect(ms).toBeLessThanOrEqual(holdMs);
      }),
    );
  });

  it('is over by the clock, or when it was measured to be', () => {
    const waiting = [held(1), held(2, { dueAt: 3_000 }), held(3), makeSend(4)];
    const elapsed = new Set([held(3).id, makeSend(4).id]);
    expect(listEndedHolds({ waiting, elapsed, now: 4_000 })).toEqual([waiting[1], waiting[2]]);
  });
});

describe('a person who ends a hold', () => {
  it('ends those before it to the same number as well, and no others (SEND-5)', () => {
    const waiting = [held(1), held(2, { phone: other }), makeSend(3), held(4), held(5)];
    expect(listHeldUpTo(waiting, held(4).id)).toEqual([waiting[0], waiting[3]]);
  });

  it('ends nothing where it is not held', () => {
    expect(listHeldUpTo([held(1), makeSend(2)], makeSend(2).id)).toEqual([]);
    expect(listHeldUpTo([held(1)], makeSend(9).id)).toEqual([]);
  });
});
