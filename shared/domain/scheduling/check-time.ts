import { findNextOccurrence, isRule } from './recurrence.ts';
import { LEAST_AHEAD_MS } from './schedule-time.ts';
import type { ScheduleTime } from './schedule-time.ts';
import { isTimeZone, isWall, resolveTime } from './zoned-time.ts';

/** Why nothing can be scheduled for a time. `past`: its start is over, or less than `LEAST_AHEAD_MS` ahead. */
export type TimeProblem = 'past' | 'unknown-zone' | 'bad-rule' | 'no-times';

/** Null: it can be scheduled. */
export function checkTime(time: ScheduleTime, { now }: { readonly now: number }): TimeProblem | null {
  if (!isTimeZone(time.timeZone)) return 'unknown-zone';
  if (time.rule !== null && !isRule(time.rule)) return 'bad-rule';
  if (!isWall(time.wall)) return 'no-times';
  // The service takes no rule that starts in the past, even where its first time is still to come.
  if (resolveTime(time).at < now + LEAST_AHEAD_MS) return 'past';
  return findNextOccurrence(time, now) === null ? 'no-times' : null;
}
