import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ClockSkew } from '#main/api/network/clock-skew.ts';

const START_AT = Date.UTC(2026, 10, 20, 9, 54);
/** What a service says whose clock is ahead by so much, at an instant of this computer's clock. */
const toDate = (at: number, skewMs: number): string => new Date(at + skewMs).toUTCString();

describe('the skew of the clock', () => {
  const answer = (skew: ClockSkew, said: Partial<Parameters<ClockSkew['note']>[0]> & { aheadMs?: number } = {}) => {
    const { aheadMs = 0, receivedAt = START_AT, tookMs = 40, headers = {} } = said;
    skew.note({ receivedAt, tookMs, headers: { date: toDate(receivedAt - tookMs / 2, aheadMs), ...headers } });
  };

  it('is unknown before the third answer (API-15)', () => {
    const skew = new ClockSkew();
    answer(skew);
    answer(skew);
    expect(skew.ms).toBeNull();
    answer(skew);
    expect(skew.ms).toBe(0);
  });

  it('is told within a second, whatever moments of a second and of the way the header was written at (API-15)', () => {
    const sample = fc.record({
      at: fc.nat(100_000),
      tookMs: fc.nat(400),
      written: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: -4e6, max: 4e6 }),
        fc.array(sample, { minLength: 3, maxLength: 9 }),
        (trueMs, samples) => {
          const skew = new ClockSkew();
          for (const { at, tookMs, written } of samples) {
            const receivedAt = START_AT + at;
            const writtenAt = receivedAt - tookMs + tookMs * written;
            skew.note({ receivedAt, tookMs, headers: { date: toDate(writtenAt, trueMs) } });
          }
          // Half a second for the header, half for whole seconds, and half of the longest way.
          expect(Math.abs((skew.ms ?? Infinity) - trueMs)).toBeLessThanOrEqual(500 + 500 + 200 + 1);
        },
      ),
    );
  });

  it('goes by no answer after a long way, without a date, or from a cache (API-15)', () => {
    const skew = new ClockSkew();
    for (let count = 0; count < 3; count += 1) {
      answer(skew, { tookMs: 5_001, aheadMs: 60_000 });
      answer(skew, { headers: { date: 'yesterday' } });
      answer(skew, { headers: { age: '30' }, aheadMs: -30_000 });
      skew.note({ receivedAt: START_AT, tookMs: 10, headers: {} });
    }
    expect(skew.ms).toBeNull();
  });

  it('follows a clock that was set within three answers, and one odd answer changes nothing (API-15)', () => {
    const skew = new ClockSkew();
    for (let count = 0; count < 20; count += 1) answer(skew);
    answer(skew, { aheadMs: 3_600_000 });
    expect(skew.ms).toBe(0);
    answer(skew, { aheadMs: 3_600_000 });
    answer(skew, { aheadMs: 3_600_000 });
    expect(skew.ms).toBe(3_600_000);
  });
});
