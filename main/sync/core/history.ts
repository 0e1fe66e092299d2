/** How far back messages are read without being asked for. */
import type { HistoryChoice } from '#shared/domain/sync.ts';

const DAY_MS = 86_400_000;

/** All of it, without a pause. */
export const WHOLE_HISTORY: HistoryChoice = { days: null, isPaused: false };

/** The instant, by the clock of the service, before which nothing is read; null: none. */
export function toDepthAt(choice: HistoryChoice, serviceNow: number): number | null {
  return choice.days === null ? null : serviceNow - choice.days * DAY_MS;
}

/**
 * Whether reading has come down to the depth. `tailAt` is the newest time of the page that was read last: ids and times
 * need not agree to the message, so a page counts only when all of it is older.
 */
export function isDeepEnough(tailAt: number | null, depthAt: number | null): boolean {
  return tailAt !== null && depthAt !== null && tailAt < depthAt;
}
