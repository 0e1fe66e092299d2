import { describe, expect, it } from 'vitest';
import { createRate, planHigherRate, planLowerRate } from '#main/api/pace/rate.ts';
import type { Rate } from '#main/api/pace/rate.ts';

describe('planLowerRate', () => {
  it('halves, and remembers how many were too many', () => {
    expect(planLowerRate(createRate(50, 0), { now: 400, leftAt: 300, count: 21 })).toEqual({
      perSecond: 20,
      ceiling: 20,
      changedAt: 400,
      nextStep: 1,
      loweredAt: 400,
    });
  });

  it('learns nothing about the account from a refusal while it did next to nothing itself', () => {
    const rate = planLowerRate(createRate(50, 0), { now: 400, leftAt: 300, count: 2 });
    expect(rate).toMatchObject({ perSecond: 25, ceiling: null });
  });

  it('takes the refusals of requests that left before the last change for old news', () => {
    const rate = planLowerRate(createRate(50, 0), { now: 400, leftAt: 300, count: 50 });
    expect(planLowerRate(rate, { now: 500, leftAt: 400, count: 50 })).toBe(rate);
    expect(planLowerRate(rate, { now: 900, leftAt: 800, count: 12 }).perSecond).toBeLessThan(rate.perSecond);
  });

  it('never goes below one per second', () => {
    let rate = createRate(50, 0);
    for (let now = 1; now < 20; now += 1) rate = planLowerRate(rate, { now, leftAt: now, count: 50 });
    expect(rate.perSecond).toBe(1);
  });
});

describe('planHigherRate', () => {
  const rate: Rate = { perSecond: 10, ceiling: 12, changedAt: 0, nextStep: 1, loweredAt: 0 };

  it('comes back quickly below the ceiling and tries more only slowly beyond it', () => {
    expect(planHigherRate(rate, 1_999, 50).perSecond).toBe(10);
    expect(planHigherRate(rate, 2_000, 50).perSecond).toBe(11);
    expect(planHigherRate(rate, 4_000, 50).perSecond).toBe(12);
    expect(planHigherRate(rate, 63_999, 50).perSecond).toBe(12);
    expect(planHigherRate(rate, 64_000, 50)).toMatchObject({ perSecond: 13, ceiling: 13 });
  });

  it('grows bolder from minute to minute while nothing is refused, and careful again after a refusal', () => {
    const after = (minutes: number) => planHigherRate(rate, 4_000 + minutes * 60_000, 50);
    expect([1, 2, 3, 4, 5, 6].map((minutes) => after(minutes).perSecond)).toEqual([13, 15, 19, 27, 43, 50]);
    expect(planLowerRate(after(4), { now: 300_000, leftAt: 299_000, count: 25 }).nextStep).toBe(1);
  });

  it('makes up for a long time without any request', () => {
    expect(planHigherRate({ ...rate, ceiling: null }, 3_600_000, 50).perSecond).toBe(50);
  });

  it('stays at the maximum', () => {
    const full = createRate(50, 0);
    expect(planHigherRate(full, 1e9, 50)).toBe(full);
  });

  it('finds the limit of an account that allows only 20 and stays close to it', () => {
    let now = 0;
    let current = createRate(50, 0);
    let refusals = 0;
    for (; now < 600_000; now += 1_000) {
      current = planHigherRate(current, now, 50);
      if (current.perSecond <= 20) continue;
      refusals += 1;
      current = planLowerRate(current, { now, leftAt: now, count: 21 });
    }
    expect(current.perSecond).toBeGreaterThanOrEqual(10);
    expect(current.ceiling).toBe(20);
    // Once a minute and a bit, not all the time.
    expect(refusals).toBeLessThan(12);
  });
});
