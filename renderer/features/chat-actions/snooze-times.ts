/** Times that are offered for a chat to come back. Pure: the clock and the zone are given. */
import { fromAbsolute, toCalendarDate, toCalendarDateTime, toZoned, Time } from '@internationalized/date';
import type { CalendarDate } from '@internationalized/date';

export interface ZonedNow {
  /** Epoch ms. */
  readonly now: number;
  /** IANA name. */
  readonly timeZone: string;
}

export interface ClockTime {
  readonly hour: number;
  readonly minute: number;
}

export interface SnoozeTime {
  readonly name: 'hour' | 'afternoon' | 'evening' | 'tomorrow' | 'monday' | 'week';
  /** Epoch ms. */
  readonly at: number;
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** When people begin to work, and what is meant where no time of the day is said. */
export const MORNING: ClockTime = { hour: 9, minute: 0 };
export const NOON: ClockTime = { hour: 12, minute: 0 };
export const AFTERNOON: ClockTime = { hour: 14, minute: 0 };
export const EVENING: ClockTime = { hour: 18, minute: 0 };
export const NIGHT: ClockTime = { hour: 20, minute: 0 };

export function toDay({ now, timeZone }: ZonedNow): CalendarDate {
  return toCalendarDate(fromAbsolute(now, timeZone));
}

/** That time of that day, epoch ms. Where the clocks skip it, right after. */
export function toInstant(day: CalendarDate, { hour, minute }: ClockTime, timeZone: string): number {
  return toZoned(toCalendarDateTime(day, new Time(hour, minute)), timeZone)
    .toDate()
    .getTime();
}

/** 0: Sunday. */
export function toWeekday(day: CalendarDate): number {
  return day.toDate('UTC').getUTCDay();
}

/** How many days it is until that weekday, 1 to 7: today never counts. */
export function daysUntil(day: CalendarDate, weekday: number): number {
  return ((weekday - toWeekday(day) + 6) % 7) + 1;
}

/** Those that lie ahead by enough to be worth it, each instant once, the soonest first. */
export function listSnoozeTimes(zoned: ZonedNow): SnoozeTime[] {
  const { now, timeZone } = zoned;
  const today = toDay(zoned);
  const inDays = (days: number, time: ClockTime): number => toInstant(today.add({ days }), time, timeZone);
  const times: readonly SnoozeTime[] = [
    { name: 'hour', at: Math.ceil((now + HOUR_MS) / MINUTE_MS) * MINUTE_MS },
    { name: 'afternoon', at: inDays(0, AFTERNOON) },
    { name: 'evening', at: inDays(0, EVENING) },
    { name: 'tomorrow', at: inDays(1, MORNING) },
    { name: 'monday', at: inDays(daysUntil(today, 1), MORNING) },
    { name: 'week', at: inDays(7, MORNING) },
  ];
  const ahead = times.filter(({ at, name }) => name === 'hour' || at >= now + HOUR_MS);
  const isFirst = ({ at }: SnoozeTime, index: number): boolean => ahead.findIndex((other) => other.at === at) === index;
  return ahead.filter(isFirst).sort((one, other) => one.at - other.at);
}
