/** Made-up traffic through a limiter on a made-up line: when each request arrives at the service. */
import type { RouteKind } from '#main/api/pace/routes.ts';
import { Limiter } from '#main/api/limiter.ts';
import type { CallPriority } from '#main/api/pace/waiting-line.ts';
import { FakeClock } from './fake-clock.ts';

export interface Call {
  /** After the call before. */
  readonly gapMs: number;
  readonly priority: CallPriority;
  readonly route: RouteKind;
  /** From leaving to arriving, and from arriving to the end of the answer. */
  readonly thereMs: number;
  readonly backMs: number;
  /** Null: no answer. */
  readonly status: number | null;
}

export interface Arrival {
  readonly priority: CallPriority;
  readonly route: RouteKind;
  readonly askedAt: number;
  readonly leftAt: number;
  readonly at: number;
}

/** Makes the calls; returns when each arrived at the service, in that order. */
export async function simulate(calls: readonly Call[], lastingMs = 600_000): Promise<readonly Arrival[]> {
  const clock = new FakeClock();
  const limiter = new Limiter({ clock });
  const arrivals: Arrival[] = [];
  const never = new AbortController().signal;
  const make = async ({ priority, route, thereMs, backMs, status }: Call): Promise<void> => {
    const askedAt = clock.steadyNow();
    const lease = await limiter.acquire({ row: 'GET /x', priority, route, maxWaitMs: lastingMs });
    const leftAt = clock.steadyNow();
    await clock.wait(thereMs, never);
    arrivals.push({ priority, route, askedAt, leftAt, at: clock.steadyNow() });
    await clock.wait(backMs, never);
    lease.finish({ status, retryAfterMs: null });
  };
  for (const call of calls) {
    await clock.advance(call.gapMs);
    void make(call);
  }
  await clock.advance(lastingMs);
  return arrivals;
}

/** The most that arrived within any second, both its ends counted. */
export function countMostInOneSecond(arrivals: readonly Arrival[]): number {
  const times = arrivals.map(({ at }) => at).toSorted((one, other) => one - other);
  return Math.max(0, ...times.map((start) => times.filter((at) => at >= start && at <= start + 1_000).length));
}

/** Requests per second from the first arrival to the last. */
export function toRate(arrivals: readonly { readonly at: number }[]): number {
  const times = arrivals.map(({ at }) => at);
  return ((times.length - 1) * 1_000) / (Math.max(...times) - Math.min(...times));
}
