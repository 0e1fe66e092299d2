import { addDays, MINUTE_MS, resolveWallMs, toDay, toWall, toWallMs, toWeekday } from './zoned-time.ts';

export interface ClockTime {
  readonly hour: number;
  readonly minute: number;
}

/** When people begin to work, and what is meant where no time of the day is said. */
export const MORNING: ClockTime = { hour: 9, minute: 0 };
export const NOON: ClockTime = { hour: 12, minute: 0 };
export const AFTERNOON: ClockTime = { hour: 14, minute: 0 };
export const EVENING: ClockTime = { hour: 18, minute: 0 };
export const NIGHT: ClockTime = { hour: 20, minute: 0 };

const HOUR_MS = 60 * MINUTE_MS;

export type PresetId = 'in-1-hour' | 'this-afternoon' | 'this-evening' | 'tomorrow' | 'monday';

/** A time that is offered. */
export interface Preset {
  readonly id: PresetId;
  /** `2026-11-30T10:00` */
  readonly wall: string;
  /** Which of the two where the clocks show this time twice. */
  readonly overlap: 'first' | 'second';
}

/** That time of that day (`2026-11-30`) as the clock shows it. */
export function toWallOfDay(day: string, { hour, minute }: ClockTime): string {
  return `${day}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** How many days it is until that weekday, 1 to 7: the day itself never counts. */
export function daysUntil(day: string, weekday: number): number {
  return ((weekday - toWeekday(day) + 6) % 7) + 1;
}

/** The wall time of a moment, a part of a minute counted as a whole one. */
export function toWholeMinute(at: number, timeZone: string): Pick<Preset, 'wall' | 'overlap'> {
  const minuteAt = Math.ceil(at / MINUTE_MS) * MINUTE_MS;
  const wall = toWall(minuteAt, timeZone);
  return { wall, overlap: resolveWallMs(toWallMs(wall), timeZone).at === minuteAt ? 'first' : 'second' };
}

/** Those that are at least an hour ahead, each time once, the soonest first. */
export function listPresets(now: number, timeZone: string): readonly Preset[] {
  const today = toDay(now, timeZone);
  const inDays = (days: number, time: ClockTime): string => toWallOfDay(addDays(today, days), time);
  const times: readonly Omit<Preset, 'overlap'>[] = [
    { id: 'this-afternoon', wall: inDays(0, AFTERNOON) },
    { id: 'this-evening', wall: inDays(0, EVENING) },
    { id: 'tomorrow', wall: inDays(1, MORNING) },
    { id: 'monday', wall: inDays(daysUntil(today, 1), MORNING) },
  ];
  const ahead = times.filter(({ wall }) => resolveWallMs(toWallMs(wall), timeZone).at > now + HOUR_MS);
  const each = ahead.filter(({ wall }, index) => ahead.findIndex((other) => other.wall === wall) === index);
  const soonest: Preset = { id: 'in-1-hour', ...toWholeMinute(now + HOUR_MS, timeZone) };
  const others = each.filter(({ wall }) => wall !== soonest.wall);
  return [soonest, ...others.map(({ id, wall }): Preset => ({ id, wall, overlap: 'first' }))];
}
