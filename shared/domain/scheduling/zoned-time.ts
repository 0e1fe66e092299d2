/**
 * Instants and the clocks of time zones. Which zone changes its clocks when comes from Temporal (the native one where it
 * exists); it is asked once for each span between two changes, since a calendar shows tens of thousands of times.
 */
import { Temporal } from 'temporal-polyfill';
import type { ResolvedTime, ScheduleTime } from './schedule-time.ts';

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** A time in which a zone keeps its offset, as far as it is known: `from` may be later than its begin. */
interface Span {
  readonly from: number;
  /** The instant of the next change. */
  readonly to: number;
  readonly offsetMs: number;
}

/** Of each zone in order. */
const spansOfZones = new Map<string, Span[]>();

function readSpan(at: number, timeZone: string): Span {
  const now = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
  const to = now.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity;
  return { from: at, to, offsetMs: now.offsetNanoseconds / 1_000_000 };
}

/** @throws RangeError for a name that is no zone */
function getSpan(at: number, timeZone: string): Span {
  const spans = spansOfZones.get(timeZone) ?? [];
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (at < (spans[middle]?.to ?? Infinity)) high = middle;
    else low = middle + 1;
  }
  const known = spans[low];
  if (known !== undefined && at >= known.from) return known;
  const span = readSpan(at, timeZone);
  // The same span, known from earlier on by now, or one of its own before it.
  spans.splice(low, known?.to === span.to ? 1 : 0, span);
  spansOfZones.set(timeZone, spans);
  return span;
}

function toOffsetMs(at: number, timeZone: string): number {
  return getSpan(at, timeZone).offsetMs;
}

const WALL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/**
 * A wall time as the epoch ms of the same digits in UTC, so that days and hours can be counted without a zone.
 * @throws RangeError for what is no time of the calendar
 */
export function toWallMs(wall: string): number {
  if (!isWall(wall)) throw new RangeError(`No wall time: ${wall.slice(0, 40)}`);
  return Date.parse(`${wall}:00Z`);
}

/** Whether it is a time of the calendar, `2026-11-30T10:00`. */
export function isWall(wall: string): boolean {
  const wallMs = WALL.test(wall) ? Date.parse(`${wall}:00Z`) : NaN;
  return !Number.isNaN(wallMs) && fromWallMs(wallMs) === wall;
}

export function fromWallMs(wallMs: number): string {
  return new Date(wallMs).toISOString().slice(0, 16);
}

/** What a wall time, written as the epoch ms of the same digits in UTC, means in a zone. */
export interface ResolvedWall {
  /** The first of two; in a gap as much later as the clocks jump. */
  readonly at: number;
  /** The second of two, or `at`. */
  readonly lastAt: number;
  /** How far the clocks jump over it; 0: it exists. */
  readonly shiftMs: number;
}

/** @throws RangeError for a name that is no zone */
export function resolveWallMs(wallMs: number, timeZone: string): ResolvedWall {
  const before = toOffsetMs(wallMs - DAY_MS, timeZone);
  const after = toOffsetMs(wallMs + DAY_MS, timeZone);
  if (before === after) return { at: wallMs - before, lastAt: wallMs - before, shiftMs: 0 };
  const isBefore = toOffsetMs(wallMs - before, timeZone) === before;
  const isAfter = toOffsetMs(wallMs - after, timeZone) === after;
  if (!isBefore && !isAfter) return { at: wallMs - before, lastAt: wallMs - before, shiftMs: after - before };
  return { at: wallMs - (isBefore ? before : after), lastAt: wallMs - (isAfter ? after : before), shiftMs: 0 };
}

/**
 * The instant of a wall time.
 * @throws RangeError for a name that is no zone, or what is no time of the calendar
 */
export function resolveTime({
  wall,
  timeZone,
  overlap,
}: Pick<ScheduleTime, 'wall' | 'timeZone' | 'overlap'>): ResolvedTime {
  const wallMs = toWallMs(wall);
  const { at, lastAt, shiftMs } = resolveWallMs(wallMs, timeZone);
  if (shiftMs > 0) return { kind: 'gap', at, shiftedWall: fromWallMs(wallMs + shiftMs) };
  if (at === lastAt) return { kind: 'exact', at };
  return { kind: 'overlap', at: overlap === 'first' ? at : lastAt, firstAt: at, secondAt: lastAt };
}

/** What the clocks of a zone show at an instant, `2026-11-30T10:00`. @throws RangeError for a name that is no zone */
export function toWall(at: number, timeZone: string): string {
  return fromWallMs(at + toOffsetMs(at, timeZone));
}

/** The day on the clocks of a zone, `2026-11-30`. @throws RangeError for a name that is no zone */
export function toDay(at: number, timeZone: string): string {
  return toWall(at, timeZone).slice(0, 10);
}

/** @throws RangeError for what is no day of the calendar */
export function addDays(day: string, days: number): string {
  return fromWallMs(toWallMs(`${day}T00:00`) + days * DAY_MS).slice(0, 10);
}

/** 1 Monday … 7 Sunday. */
export function toWeekday(day: string): number {
  return ((Math.floor(toWallMs(`${day}T00:00`) / DAY_MS) + 3) % 7) + 1;
}

/** The instant at which a day begins on the clocks of a zone; where they skip midnight, right after. */
export function startOfDay(day: string, timeZone: string): number {
  const { at, shiftMs } = resolveWallMs(toWallMs(`${day}T00:00`), timeZone);
  // In a gap the day begins with the change itself, which may be less than the whole jump after midnight.
  return shiftMs > 0 ? getSpan(at - shiftMs, timeZone).to : at;
}

/** Whether it is a name of the IANA data; an offset such as `+02:00` is none: it knows nothing of summer time. */
export function isTimeZone(name: string): boolean {
  if (spansOfZones.has(name)) return true;
  if (!/^[a-z]/i.test(name)) return false;
  try {
    getSpan(0, name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

export function listTimeZones(): readonly string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])];
}

/** Minutes ahead of UTC. @throws RangeError for a name that is no zone */
export function toUtcOffset(at: number, timeZone: string): number {
  return toOffsetMs(at, timeZone) / MINUTE_MS;
}

/** A change of the clocks: `minutes` above 0 are skipped, below 0 shown again. */
export interface ClockChange {
  readonly at: number;
  readonly minutes: number;
}

/** The first change of the clocks after `fromAt`, `toAt` included. */
export function findClockChange(timeZone: string, fromAt: number, toAt: number): ClockChange | null {
  const { to, offsetMs } = getSpan(fromAt, timeZone);
  return to > toAt ? null : { at: to, minutes: (toOffsetMs(to, timeZone) - offsetMs) / MINUTE_MS };
}

/** What newer engines know of a region; some have it under its older name. */
interface RegionZones {
  readonly timeZones?: readonly string[];
  getTimeZones?(): readonly string[] | undefined;
}

/** The zones of a country, by its ISO 3166 alpha-2 code; empty where it is not known. */
export function listCountryTimeZones(country: string): readonly string[] {
  if (!/^[a-z]{2}$/i.test(country)) return [];
  const locale: RegionZones = new Intl.Locale(`und-${country}`) as unknown as RegionZones;
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}
