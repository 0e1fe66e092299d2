/**
 * Who may leave now.
 *
 * SEND-5  Messages to one number leave strictly one after the other, in the order written.
 */
import type { PhoneKey } from '#shared/domain/ids.ts';
import type { Send } from '#shared/domain/sends.ts';

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
    if (send.dueAt > now) nextDueAt = Math.min(nextDueAt ?? Infinity, send.dueAt);
    else if (busy.size + leaving.length < LANES_AT_ONCE) leaving.push(send);
  }
  return { leaving, nextDueAt };
}
