/**
 * Who may leave now, and whose files may.
 *
 *   waiting, in the order written ──► the first of each number ──► held, or waits for its time
 *                                                              ├─► uploading: files that the service has not got
 *                                                              └─► leaving
 *
 * SEND-5  Messages to one number leave strictly one after the other, in the order written: nothing overtakes one that is
 *         held, waits, or whose files are on their way.
 * SEND-6  No send waits longer than the longest wait that is ever planned, nor for an instant that a clock planned which
 *         was set back since.
 */
import type { PhoneKey } from '#shared/domain/ids.ts';
import type { Send } from '#shared/domain/sends.ts';
import { planBackoffMs } from '#shared/lib/backoff.ts';
import { needsUpload } from './outgoing.ts';

/** So many numbers are written to at once. */
export const LANES_AT_ONCE = 4;
/** So many sends upload at once: apart from the lanes, so that no text waits for somebody else's pictures. */
export const UPLOADS_AT_ONCE = 2;

export interface Departures {
  readonly leaving: readonly Send[];
  readonly uploading: readonly Send[];
  /** When to look again, where only time stands in the way; null: nothing waits for time. */
  readonly nextDueAt: number | null;
}

/** What is under way, by its number. */
export interface UnderWay {
  readonly requests: ReadonlySet<PhoneKey>;
  readonly uploads: ReadonlySet<PhoneKey>;
}

/** Plans from what is held and queued, in the order of its creation. */
export function planDepartures(given: {
  readonly waiting: readonly Send[];
  readonly underWay: UnderWay;
  readonly now: number;
}): Departures {
  const { waiting, underWay, now } = given;
  const { requests, uploads } = underWay;
  const taken = new Set([...requests, ...uploads]);
  const leaving: Send[] = [];
  const uploading: Send[] = [];
  let nextDueAt: number | null = null;
  for (const send of waiting) {
    const isFirst = !taken.has(send.phone);
    taken.add(send.phone);
    // Every hold ends in its time, also of one that cannot leave yet: then it waits, and is no longer held.
    if (send.state === 'held' || (isFirst && isWaiting(send, now))) {
      nextDueAt = Math.min(nextDueAt ?? Infinity, send.dueAt);
    } else if (isFirst && needsUpload(send)) {
      if (uploads.size + uploading.length < UPLOADS_AT_ONCE) uploading.push(send);
    } else if (isFirst && requests.size + leaving.length < LANES_AT_ONCE) leaving.push(send);
  }
  return { leaving, uploading, nextDueAt };
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
