/**
 * Who may leave now.
 *
 * SEND-5  Messages to one number leave strictly one after the other, in the order written.
 * SEND-6  No send waits longer than the longest wait that is ever planned, nor for an instant that a clock planned which
 *         was set back since.
 */
import type { PhoneKey } from '#shared/domain/ids.ts';
import type { Send } from '#shared/domain/sends.ts';
import { planBackoffMs } from '#shared/lib/backoff.ts';

/** So many numbers are written to at once. */
export const LANES_AT_ONCE = 4;

export interface Departures {
  readonly leaving: readonly Send[];
  /** When to look again, where only time stands in the way; null: nothing waits for time. */
  readonly nextDueAt: number | null;
}

/** Plans from the queued sends in the order of their creation. `busy` are the numbers whose request is under way. */
export function planDepartures(given: {
  readonly queued: readonly Send[];
  readonly busy: ReadonlySet<PhoneKey>;
  readonly now: number;
}): Departures {
  const { queued, busy, now } = given;
  const taken = new Set(busy);
  const leaving: Send[] = [];
  let nextDueAt: number | null = null;
  for (const send of queued) {
    if (taken.has(send.phone)) continue;
    taken.add(send.phone);
    if (isWaiting(send, now)) nextDueAt = Math.min(nextDueAt ?? Infinity, send.dueAt);
    else if (busy.size + leaving.length < LANES_AT_ONCE) leaving.push(send);
  }
  return { leaving, nextDueAt };
}

/** Its time is still to come, by a clock that was not set back since: that one would keep it here for ever. */
function isWaiting({ dueAt, createdAt, problem }: Send, now: number): boolean {
  const plannedAt = problem?.at ?? createdAt;
  return dueAt > now && plannedAt <= now && dueAt <= now + planLongestWaitMs();
}

/** No wait is planned longer than this, whatever the service asks for or however often it fails. */
function planLongestWaitMs(): number {
  const askedMs = planBackoffMs({ failures: 1, random: 0, retryAfterMs: Infinity });
  return Math.max(askedMs, planBackoffMs({ failures: Infinity, random: 1, retryAfterMs: null }));
}
