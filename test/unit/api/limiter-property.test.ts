/** API-1 for any traffic and any network: what counts is when requests arrive, not when they leave. */
import type { RouteKind } from '#main/api/pace/routes.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallPriority } from '#main/api/pace/waiting-line.ts';
import { countMostInOneSecond, simulate } from './support/traffic.ts';
import type { Call } from './support/traffic.ts';

/** Milliseconds on the way beyond those of the line itself. */
const DELAY = fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 3_000 }));

const CALL: fc.Arbitrary<Call> = fc.record({
  gapMs: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 900 })),
  priority: fc.constantFrom<CallPriority>('user', 'sending', 'sync', 'backfill'),
  route: fc.constantFrom<RouteKind>('plain', 'strict', 'lookup'),
  thereMs: DELAY,
  backMs: DELAY,
  status: fc.oneof(
    { weight: 60, arbitrary: fc.constant<number | null>(200) },
    fc.constantFrom<number | null>(429, 503, 500, null),
  ),
});

/** A line of a certain length, all of which is seen at its quickest now and then. */
const LINE = fc.record({ thereMs: fc.integer({ min: 0, max: 400 }), backMs: fc.integer({ min: 0, max: 400 }) });

function layLine(calls: readonly Call[], line: { readonly thereMs: number; readonly backMs: number }): readonly Call[] {
  return calls.map((call, index) => {
    const isQuick = index % 10 === 0;
    const thereMs = line.thereMs + (isQuick ? 0 : call.thereMs);
    return { ...call, thereMs, backMs: line.backMs + (isQuick ? 0 : call.backMs) };
  });
}

const call = (details: Partial<Call>): Call => ({
  ...{ gapMs: 0, priority: 'user', route: 'plain', thereMs: 2, backMs: 2, status: 200 },
  ...details,
});

describe('Limiter, whatever the traffic and the network', () => {
  it('never lets more than 50 arrive within any second, nor more than 5 at the strict routes, nor 2 look-ups', async () => {
    const traffic = fc.array(CALL, { minLength: 1, maxLength: 200, size: 'max' });
    await fc.assert(
      fc.asyncProperty(traffic, LINE, async (calls, line) => {
        const arrivals = await simulate(layLine(calls, line));
        expect(arrivals).toHaveLength(calls.length);
        expect(countMostInOneSecond(arrivals)).toBeLessThanOrEqual(50);
        expect(countMostInOneSecond(arrivals.filter(({ route }) => route === 'strict'))).toBeLessThanOrEqual(5);
        expect(countMostInOneSecond(arrivals.filter(({ route }) => route === 'lookup'))).toBeLessThanOrEqual(2);
      }),
      { numRuns: 40 },
    );
  });

  it('holds when delayed requests arrive together with those that left later', async () => {
    const delayed = Array.from({ length: 12 }, (_, index) => call({ thereMs: 1_300 - index * 20, backMs: 5 }));
    const quick = Array.from({ length: 300 }, () => call({}));
    const arrivals = await simulate([...delayed, ...quick]);
    expect(arrivals).toHaveLength(312);
    expect(countMostInOneSecond(arrivals)).toBeLessThanOrEqual(50);
  });

  it('lets a dozen too many arrive at most, once, when a long way becomes short all at once', async () => {
    const long = Array.from({ length: 400 }, () => call({ priority: 'backfill', thereMs: 300, backMs: 20 }));
    const short = Array.from({ length: 400 }, () => call({ priority: 'backfill', thereMs: 0, backMs: 20 }));
    const arrivals = await simulate([...long, ...short]);
    expect(arrivals).toHaveLength(800);
    const [changedAt = 0] = arrivals.filter(({ leftAt, at }) => leftAt === at).map(({ at }) => at);
    expect(countMostInOneSecond(arrivals)).toBeLessThanOrEqual(63);
    expect(countMostInOneSecond(arrivals.filter(({ at }) => at > changedAt + 2_000))).toBeLessThanOrEqual(50);
  });
});
