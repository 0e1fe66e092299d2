/** When a schedule goes out first, as the service is told. Pure. */
import type { SendSchedule } from '#main/api/sends/send-parameters.ts';
import { findLastOccurrence, findNextOccurrence, listOccurrences } from '#shared/domain/scheduling/recurrence.ts';
import { LEAST_AHEAD_MS } from '#shared/domain/scheduling/schedule-time.ts';
import type { Occurrence, ScheduleTime } from '#shared/domain/scheduling/schedule-time.ts';
import { isTimeZone, resolveTime } from '#shared/domain/scheduling/zoned-time.ts';

const COUNT = /(^|;)COUNT=(\d+)/i;
const CLOCK_PARTS = /(^|;)BY(HOUR|MINUTE)=/i;

export type FirstTime =
  /** None of it is far enough ahead. `missedAt`: its time, of a recurring one its last. */
  | { readonly kind: 'passed'; readonly missedAt: number }
  | { readonly kind: 'unknown-zone' }
  /** `missed`: times that would have come before, newest last. */
  | {
      readonly kind: 'ahead';
      readonly at: number;
      readonly schedule: SendSchedule;
      readonly missed: readonly Occurrence[];
    };

/** So many of those that did not come are looked at. */
const MOST_MISSED = 1_000;

/**
 * What is left of a time. A single one that is less than a minute ahead has passed. A recurring one begins with its next
 * occurrence. `since`: what came before is not missed.
 */
export function planFirstTime(time: ScheduleTime, { now, since }: Span): FirstTime {
  const leastAt = now + LEAST_AHEAD_MS;
  const { timeZone, rule } = time;
  if (!isTimeZone(timeZone)) return { kind: 'unknown-zone' };
  const startAt = resolveTime(time).at;
  if (rule === null) {
    if (startAt < leastAt) return { kind: 'passed', missedAt: startAt };
    return { kind: 'ahead', at: startAt, schedule: { at: startAt, timeZone }, missed: [] };
  }
  const next = findNextOccurrence(time, leastAt - 1);
  if (next === null) return { kind: 'passed', missedAt: findLastOccurrence(time)?.at ?? startAt };
  const missed = listOccurrences(time, { after: since, before: next.at, limit: MOST_MISSED });
  const rest = toRest(time, rule, next.at);
  const rrule = next.isShifted ? toUnshifted(rest, time.wall) : rest;
  return { kind: 'ahead', at: next.at, schedule: { rrule, startAt: next.at, timeZone }, missed };
}

interface Span {
  readonly now: number;
  readonly since: number;
}

/** Where a repetition has a number of times, those that have passed are taken off. */
function toRest(time: ScheduleTime, rule: string, nextAt: number): string {
  const [, , count] = COUNT.exec(rule) ?? [];
  if (count === undefined) return rule;
  const left = listOccurrences(time, { after: nextAt - 1, limit: Number(count) }).length;
  return rule.replace(COUNT, (_whole, before: string) => `${before}COUNT=${left}`);
}

/** The clocks jump over the first time: what it begins with must not become the hour of all times. */
function toUnshifted(rule: string, wall: string): string {
  if (CLOCK_PARTS.test(rule) || /FREQ=(HOURLY|MINUTELY|SECONDLY)/i.test(rule)) return rule;
  return `${rule};BYHOUR=${Number(wall.slice(11, 13))};BYMINUTE=${Number(wall.slice(14, 16))}`;
}
