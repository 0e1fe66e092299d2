/** Row ids of messages: time first, then a running number, so that "highest row id first" is "newest first". */

/** Numbers that share one millisecond. */
export const SLOTS_PER_MS = 1_024;

/** Latest instant whose row ids are still exact integers (the year 2248). */
const LATEST_AT = Math.floor(Number.MAX_SAFE_INTEGER / SLOTS_PER_MS) - 2_000;

/** The first row id of an instant. */
export function toFirstSequence(at: number): number {
  return Math.min(Math.max(Math.floor(at), 0), LATEST_AT) * SLOTS_PER_MS;
}
