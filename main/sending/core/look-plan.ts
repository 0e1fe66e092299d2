/**
 * When to look for a lost answer.
 *
 * SEND-9   A look that leads to `not-sent` began when the service had had the time to finish with the request.
 * SEND-10  No look waits longer than an hour, nor for an instant that a clock planned which was set back since.
 */
import type { Send, SendCheck } from '#shared/domain/sends.ts';

/**
 * What is not in the service now can still get there for so long: gateways give up on a request after about a minute
 * while the service behind them goes on with it, and its lists follow a moment later.
 */
export const SETTLE_MS = 120_000;
/** Since the loss. Most answers that got lost belong to messages which are in the lists within seconds. */
const LOOKS_AFTER_MS = [1_000, 4_000, 15_000, 45_000, SETTLE_MS, 300_000, 900_000];
const LAST_OF_THEM_MS = 900_000;
const THEN_EVERY_MS = 3_600_000;
/** What could not be found out by then takes a person, who can still look. */
const GIVE_UP_AFTER_MS = 3 * 24 * 3_600_000;

/** The search for an answer that was lost just now. */
export function planSearch(lostAt: number): SendCheck {
  return {
    ...{ lostAt, looks: 0, lastLookAt: null, nextLookAt: planNextLook(lostAt, lostAt), finding: 'not-looked' },
    ...{ readBackTo: null, readSends: false, alike: [] },
  };
}

/** The search for the answer of this send; one of an older version of the app begins now. */
export function toSearch(send: Send): SendCheck {
  return send.check ?? planSearch(send.problem?.at ?? send.attemptedAt ?? send.createdAt);
}

/** When to look next, later than `now`; null: no more. */
export function planNextLook(lostAt: number, now: number): number | null {
  const sinceMs = now - lostAt;
  // The clock was set back: its plan would be a row of looks long after the loss.
  if (sinceMs < 0) return now + THEN_EVERY_MS;
  const afterMs = LOOKS_AFTER_MS.find((ms) => ms > sinceMs) ?? planHourly(sinceMs);
  return afterMs > GIVE_UP_AFTER_MS ? null : lostAt + afterMs;
}

function planHourly(sinceMs: number): number {
  return LAST_OF_THEM_MS + (Math.floor((sinceMs - LAST_OF_THEM_MS) / THEN_EVERY_MS) + 1) * THEN_EVERY_MS;
}

/** Until when nobody need look for this send; null: the app looks no more, a person may. */
export function getNextLookAt(send: Send, now: number): number | null {
  const { nextLookAt } = toSearch(send);
  return nextLookAt !== null && nextLookAt > now + THEN_EVERY_MS ? now : nextLookAt;
}

/** Whether what was not found then is not there for good. */
export function isSettled({ lostAt, startedAt }: { readonly lostAt: number; readonly startedAt: number }): boolean {
  return startedAt - lostAt >= SETTLE_MS;
}
