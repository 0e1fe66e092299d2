import type { RouteKind } from '#main/api/pace/routes.ts';
import { describe, expect, it } from 'vitest';
import { ArrivalWindow } from '#main/api/pace/arrival-window.ts';
import { Pace } from '#main/api/pace/pace.ts';
import { RoundTrips } from '#main/api/pace/round-trips.ts';
import { isFull } from '#test/support/full-counts.ts';
import { countMostInOneSecond, simulate, toRate } from '../support/traffic.ts';
import type { Arrival, Call } from '../support/traffic.ts';

const backfill = (line: Partial<Call>): Call => ({
  ...{ gapMs: 0, priority: 'backfill', route: 'plain', thereMs: 1, backMs: 1, status: 200 },
  ...line,
});

/** All at once, and a user who wants something every 130 ms. */
const withUser = (calls: readonly Call[], line: Partial<Call>): readonly Call[] => [
  ...calls,
  ...Array.from({ length: 60 }, () => backfill({ ...line, gapMs: 130, priority: 'user' })),
];

function findSlowestOfTwenty(arrivals: readonly Arrival[]): number {
  const waits = arrivals.map(({ askedAt, leftAt }) => leftAt - askedAt).toSorted((one, other) => one - other);
  return waits[Math.ceil(waits.length * 0.95) - 1] ?? Infinity;
}

const COUNT = isFull ? 2_000 : 400;

describe(`${COUNT} calls queued at once`, () => {
  it.each([
    ['next door', { thereMs: 1, backMs: 1 }],
    ['half a country away', { thereMs: 20, backMs: 20 }],
    ['at a service that thinks for 120 ms', { thereMs: 5, backMs: 125 }],
    ['on a line of 120 ms', { thereMs: 120, backMs: 1 }],
    ['beyond an ocean', { thereMs: 80, backMs: 120 }],
  ])('leave at 45 to 50 a second %s, and never more (API-1)', async (_where, line) => {
    const arrivals = await simulate(Array.from({ length: COUNT }, () => backfill(line)));
    expect(arrivals).toHaveLength(COUNT);
    expect(countMostInOneSecond(arrivals)).toBeLessThanOrEqual(50);
    expect(toRate(arrivals)).toBeGreaterThanOrEqual(45);
    expect(toRate(arrivals)).toBeLessThanOrEqual(50);
  });

  it('do not keep a person waiting (API-2)', async () => {
    for (const line of [
      { thereMs: 1, backMs: 1 },
      { thereMs: 60, backMs: 60 },
    ]) {
      const queued = Array.from({ length: 600 }, () => backfill(line));
      const arrivals = await simulate(withUser(queued, line));
      expect(findSlowestOfTwenty(arrivals.filter(({ priority }) => priority === 'user'))).toBeLessThan(60);
      expect(countMostInOneSecond(arrivals)).toBeLessThanOrEqual(50);
    }
  });
});

describe('Pace', () => {
  const user = { priority: 'user', route: 'plain' } as const;
  const other = { priority: 'backfill', route: 'plain' } as const;

  function leaveAtOnce(kind: { readonly priority: 'user' | 'backfill'; readonly route: RouteKind }): number {
    const pace = new Pace();
    let count = 0;
    for (; count < 100 && pace.readyAt(kind, 0, 50) <= 0; count += 1) pace.leave(kind, 0, 50)(0, true);
    return count;
  }

  it('lets a person begin with twenty at once, all else with three', () => {
    expect(leaveAtOnce(user)).toBe(20);
    expect(leaveAtOnce(other)).toBe(3);
    expect(leaveAtOnce({ ...user, route: 'strict' })).toBe(2);
    expect(leaveAtOnce({ ...other, route: 'strict' })).toBe(1);
  });

  it('keeps a place for a person on a line that is used to the full', () => {
    const pace = new Pace();
    for (let at = 0; at < 3_000; at += 1) {
      if (pace.readyAt(other, at, 50) <= at) pace.leave(other, at, 50)(at, true);
    }
    expect(pace.readyAt(other, 3_000, 50)).toBeGreaterThan(3_000);
    expect(pace.readyAt(user, 3_000, 50)).toBe(3_000);
  });

  it('forgets what it learned about the way when the service says that there were too many', () => {
    const pace = new Pace();
    for (let index = 0; index < 60; index += 1) pace.leave(other, index * 30, 50)(index * 30 + 200, true);
    const relying = pace.readyAt(other, 2_000, 30);
    pace.distrust();
    expect(pace.readyAt(other, 2_000, 30)).toBeGreaterThan(relying);
  });
});

describe('ArrivalWindow', () => {
  it('frees a place a second after the end, or by what every way takes earlier, never before a second after leaving', () => {
    const window = new ArrivalWindow();
    const end = window.leave(0);
    expect(window.readyAt(0, 1)).toBe(Infinity);
    end(300);
    expect(window.readyAt(300, 1)).toBe(1_310);
    expect(window.readyAt(300, 1, 100)).toBe(1_210);
    expect(window.readyAt(300, 1, 900)).toBe(1_010);
    expect(window.count(1_250)).toBe(1);
    expect(window.count(1_250, 100)).toBe(0);
  });
});

describe('RoundTrips', () => {
  function learn(tookMs: number, count: number, now = 0): RoundTrips {
    const trips = new RoundTrips();
    for (let index = 0; index < count; index += 1) trips.note(tookMs + index, now);
    return trips;
  }

  it('believes three quarters of the shortest, after as many as fill a second', () => {
    expect(learn(100, 49).creditMs(0)).toBe(0);
    expect(learn(100, 50).creditMs(0)).toBe(75);
  });

  it('believes a quarter of a second at most', () => {
    expect(learn(5_000, 60).creditMs(0)).toBe(250);
  });

  it('takes one quick exchange for the truth at once', () => {
    const trips = learn(100, 60);
    trips.note(4, 10);
    expect(trips.creditMs(10)).toBe(3);
  });

  it('forgets what is one to two minutes old', () => {
    const trips = learn(100, 60);
    expect(trips.creditMs(70_000)).toBe(75);
    expect(trips.creditMs(130_000)).toBe(0);
    expect(learn(100, 60).creditMs(500_000)).toBe(0);
  });
});
