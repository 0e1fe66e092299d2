import { DAY_MS, isLeftIn, listDays } from './recurrence-days.ts';
import type { Frequency, Rule } from './recurrence-rule.ts';
import type { Zone } from './zones.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** A rule without end is followed this far and no further. */
const LATEST_AT = Date.UTC(2200, 0, 1);
/** A rule such as 30 February never comes: after so many periods without a time it is over. */
const MOST_EMPTY = 80_000;
/** Least and most that one period takes. */
const PERIODS_MS: Readonly<Record<Frequency, readonly [least: number, most: number]>> = {
  HOURLY: [HOUR_MS, HOUR_MS],
  DAILY: [DAY_MS, DAY_MS],
  WEEKLY: [7 * DAY_MS, 7 * DAY_MS],
  MONTHLY: [28 * DAY_MS, 31 * DAY_MS],
  YEARLY: [365 * DAY_MS, 366 * DAY_MS],
};

/**
 * A rule from its start, on the wall clock of a zone: 9 o'clock stays 9 o'clock when summer time begins or ends, a time
 * that is skipped that day comes as much later, one that comes twice is the first. Hours of an hourly rule are real ones.
 */
export interface Recurrence {
  readonly rule: Rule;
  /** The first time that may be; it is one itself only where the rule says so. */
  readonly startAt: number;
  readonly zone: Zone;
}

function toTimesOfDay({ hours, minutes }: Rule, startWall: number): number[] {
  const ofStart = ((startWall % DAY_MS) + DAY_MS) % DAY_MS;
  const rest = ofStart % MINUTE_MS;
  const allHours = hours.length > 0 ? hours : [Math.floor(ofStart / HOUR_MS)];
  const allMinutes = minutes.length > 0 ? minutes : [Math.floor((ofStart % HOUR_MS) / MINUTE_MS)];
  return allHours.flatMap((hour) => allMinutes.map((minute) => hour * HOUR_MS + minute * MINUTE_MS + rest));
}

function listHour({ rule, startAt, zone }: Recurrence, index: number): number[] {
  const at = startAt + index * rule.interval * HOUR_MS;
  const wall = zone.toWall(at);
  const hour = Math.floor((wall % DAY_MS) / HOUR_MS);
  if (!isLeftIn(rule, Math.floor(wall / DAY_MS)) || (rule.hours.length > 0 && !rule.hours.includes(hour))) return [];
  const own = Math.floor((wall % HOUR_MS) / MINUTE_MS);
  return rule.minutes.length === 0 ? [at] : rule.minutes.map((minute) => at + (minute - own) * MINUTE_MS);
}

/** The times of one period, in order, each once. */
function listPeriod(recurrence: Recurrence, startWall: number, index: number): number[] {
  const { rule, startAt, zone } = recurrence;
  if (rule.frequency === 'HOURLY') return listHour(recurrence, index);
  const times = toTimesOfDay(rule, startWall);
  const days = listDays(rule, Math.floor(startWall / DAY_MS), index);
  const walls = days.flatMap((day) => times.map((time) => day * DAY_MS + time));
  // A start in the second of two hours is the first time all the same.
  const instants = walls.map((wall) => (wall === startWall ? startAt : zone.toInstant(wall)));
  return [...new Set(instants)].sort((a, b) => a - b);
}

function toEnd({ rule: { until }, zone }: Recurrence): number {
  if (until === null) return LATEST_AT;
  return Math.min(LATEST_AT, until.isWall ? zone.toLastInstant(until.at) : until.at);
}

/** The index of a period that begins before `at`: where there is nothing to count, earlier ones are skipped. */
function toFirstIndex({ rule, startAt }: Recurrence, at: number): number {
  const periodMs = PERIODS_MS[rule.frequency][1] * rule.interval;
  return rule.count === null ? Math.max(0, Math.floor((at - startAt) / periodMs) - 1) : 0;
}

/** The times of a rule after a moment, in order, computed one by one. Ends in any case. */
export function* listTimes(recurrence: Recurrence, afterAt = -Infinity): Generator<number, undefined> {
  const { rule, startAt, zone } = recurrence;
  const endAt = toEnd(recurrence);
  const startWall = zone.toWall(startAt);
  const leastMs = PERIODS_MS[rule.frequency][0] * rule.interval;
  let left = rule.count ?? Infinity;
  let empty = 0;
  for (let index = toFirstIndex(recurrence, afterAt); empty < MOST_EMPTY; index += 1) {
    const times = listPeriod(recurrence, startWall, index).filter((at) => at >= startAt);
    empty = times.length === 0 ? empty + 1 : 0;
    for (const at of times) {
      if (at > endAt || left === 0) return;
      left -= 1;
      if (at > afterAt) yield at;
    }
    // The day around keeps clear of a change of the clock.
    if (startAt + (index - 1) * leastMs - DAY_MS > endAt) return;
  }
}

/** The next time of a rule after a moment; null when there is none. */
export function findNextTime(recurrence: Recurrence, afterAt = -Infinity): number | null {
  return listTimes(recurrence, afterAt).next().value ?? null;
}

/** The last time of a rule; null when it has no end, or no time at all. */
export function findLastTime(recurrence: Recurrence): number | null {
  const { rule, startAt } = recurrence;
  if (rule.count === null && rule.until === null) return null;
  const endAt = toEnd(recurrence);
  const periodMs = PERIODS_MS[rule.frequency][1] * rule.interval;
  for (let periods = 4; ; periods *= 50) {
    const fromAt = rule.count === null ? endAt - periods * periodMs : -Infinity;
    let lastAt: number | null = null;
    for (const at of listTimes(recurrence, fromAt)) lastAt = at;
    if (lastAt !== null || fromAt < startAt) return lastAt;
  }
}
