import { describe, expect, it } from 'vitest';
import { planBackoffMs } from '#shared/lib/backoff.ts';

describe('planBackoffMs', () => {
  it.each([
    [1, 2_000],
    [2, 4_000],
    [3, 8_000],
    [5, 32_000],
    [6, 60_000],
    [500, 60_000],
  ])('after %i failures waits between half of %i ms and the whole of it (SYNC-10)', (failures, stepMs) => {
    expect(planBackoffMs({ failures, random: 0, retryAfterMs: null })).toBe(stepMs / 2);
    expect(planBackoffMs({ failures, random: 0.999, retryAfterMs: null })).toBeGreaterThan(stepMs * 0.99);
    expect(planBackoffMs({ failures, random: 0.999, retryAfterMs: null })).toBeLessThanOrEqual(stepMs);
  });

  it('lets the time that the service names win, for shorter and for longer', () => {
    expect(planBackoffMs({ failures: 9, random: 0.5, retryAfterMs: 500 })).toBe(500);
    expect(planBackoffMs({ failures: 1, random: 0.5, retryAfterMs: 300_000 })).toBe(300_000);
  });

  it('waits an hour at most, whatever the service names', () => {
    expect(planBackoffMs({ failures: 1, random: 0.5, retryAfterMs: 1e12 })).toBe(3_600_000);
  });
});
