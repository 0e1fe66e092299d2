import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOpenAt, toOpenMs } from '#shared/domain/business-hours.ts';

const HOUR_MS = 3_600_000;
const OFFICE = [0, 1, 2, 3, 4, 5, 6].map((day) => (day < 5 ? { opensAt: 540, closesAt: 1_020 } : null));
/** 20 November 2026 is a Friday. */
const at = (day: number, hour: number, minute = 0): number => new Date(2026, 10, day, hour, minute).getTime();

describe('waiting in business hours', () => {
  it('is all of the time where there are none', () => {
    expect(toOpenMs(null, at(20, 1), at(22, 1))).toBe(48 * HOUR_MS);
  });

  it.each([
    ['within a day', at(20, 10), at(20, 12, 30), 2.5],
    ['before opening', at(20, 6), at(20, 8), 0],
    ['over the morning', at(20, 6), at(20, 10), 1],
    ['over a weekend', at(20, 16), at(23, 10), 2],
    ['from a Sunday', at(22, 12), at(23, 9), 0],
    ['backwards', at(20, 12), at(20, 10), 0],
    ['a whole week', at(16, 0), at(23, 0), 40],
  ])('counts the open hours %s', (_name, from, to, hours) => {
    expect(toOpenMs(OFFICE, from, to) / HOUR_MS).toBe(hours);
  });

  it('counts until midnight where a day ends then', () => {
    const late = OFFICE.map(() => ({ opensAt: 1_320, closesAt: 1_440 }));
    expect(toOpenMs(late, at(20, 20), at(21, 3))).toBe(2 * HOUR_MS);
  });

  it('is never more than the time itself, and longer since an earlier moment', () => {
    fc.assert(
      fc.property(fc.nat(20 * 24 * 60), fc.nat(20 * 24 * 60), (early, late) => {
        const from = at(1, 0) + Math.min(early, late) * 60_000;
        const later = at(1, 0) + Math.max(early, late) * 60_000;
        const end = at(25, 0);
        const since = toOpenMs(OFFICE, from, end);
        expect(since).toBeLessThanOrEqual(end - from);
        expect(since).toBeGreaterThanOrEqual(toOpenMs(OFFICE, later, end));
        expect(toOpenMs(OFFICE, from, later) + toOpenMs(OFFICE, later, end)).toBe(since);
      }),
    );
  });

  it('knows whether somebody is there', () => {
    expect([at(20, 9), at(20, 16, 59), at(20, 17), at(21, 12)].map((one) => isOpenAt(OFFICE, one))).toEqual([
      ...[true, true, false, false],
    ]);
    expect(isOpenAt(null, at(22, 3))).toBe(true);
  });
});
