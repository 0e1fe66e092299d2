/** API-1 for any traffic and any network: what counts is when requests arrive, not when they leave. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Limiter } from '#main/api/limiter.ts';
import type { CallPriority } from '#main/api/waiting-line.ts';
import { FakeClock } from './support/fake-clock.ts';

interface Call {
  /** After the call before. */
  readonly gapMs: number;
  readonly priority: CallPriority;
  readonly isStrict: boolean;
  /** From leaving to arriving, and from arriving to the end of the answer. */
  readonly thereMs: number;
  readonly backMs: number;
  readonly status: number | null;
}

const CALL: fc.Arbitrary<Call> = fc.record({
  gapMs: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 900 })),
  priority: fc.constantFrom<CallPriority>('user', 'sending', 'sync', 'backfill'),
  isStrict: fc.boolean(),
  thereMs: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 3_000 })),
  backMs: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 3_000 })),
  status: fc.oneof(
    { weight: 60, arbitrary: fc.constant<number | null>(200) },
    fc.constantFrom<number | null>(429, 503, 500, null),
  ),
});

interface Arrival {
  readonly at: number;
  readonly isStrict: boolean;
}

/** Makes the calls; returns when each arrived at the service. */
async function simulate(calls: readonly Call[]): Promise<readonly Arrival[]> {
  const clock = new FakeClock();
  const limiter = new Limiter({ clock });
  const arrivals: Arrival[] = [];
  const never = new AbortController().signal;
  const make = async ({ priority, isStrict, thereMs, backMs, status }: Call): Promise<void> => {
    const lease = await limiter.acquire({ row: 'GET /x', priority, isStrict, maxWaitMs: 600_000 });
    await clock.wait(thereMs, never);
    arrivals.push({ at: clock.steadyNow(), isStrict });
    await clock.wait(backMs, never);
    lease.finish({ status, retryAfterMs: null });
  };
  for (const call of calls) {
    await clock.advance(call.gapMs);
    void make(call);
  }
  await clock.advance(600_000);
  return arrivals;
}

function countMostInOneSecond(arrivals: readonly Arrival[]): number {
  const times = arrivals.map(({ at }) => at).toSorted((one, other) => one - other);
  return Math.max(0, ...times.map((start) => times.filter((at) => at >= start && at <= start + 1_000).length));
}

describe('Limiter, whatever the traffic and the network', () => {
  it('never lets more than 50 arrive within any second, nor more than 5 at the strict routes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(CALL, { minLength: 1, maxLength: 200, size: 'max' }), async (calls) => {
        const arrivals = await simulate(calls);
        expect(arrivals).toHaveLength(calls.length);
        expect(countMostInOneSecond(arrivals)).toBeLessThanOrEqual(50);
        expect(countMostInOneSecond(arrivals.filter(({ isStrict }) => isStrict))).toBeLessThanOrEqual(5);
      }),
      { numRuns: 40 },
    );
  });

  it('holds when delayed requests arrive together with those that left later', async () => {
    const delayed = Array.from({ length: 12 }, (_, index): Call => ({
      gapMs: 0,
      priority: 'user',
      isStrict: false,
      thereMs: 1_300 - index * 20,
      backMs: 5,
      status: 200,
    }));
    const quick = Array.from({ length: 300 }, (): Call => ({
      gapMs: 0,
      priority: 'user',
      isStrict: false,
      thereMs: 2,
      backMs: 2,
      status: 200,
    }));
    const arrivals = await simulate([...delayed, ...quick]);
    expect(arrivals).toHaveLength(312);
    expect(countMostInOneSecond(arrivals)).toBeLessThanOrEqual(50);
  });
});
