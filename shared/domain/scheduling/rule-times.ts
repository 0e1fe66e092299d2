/**
 * The times of a rule. The library expands it on a clock without a zone, and each wall time is then looked up in its zone:
 * 9 o'clock stays 9 o'clock over a clock change, a time that is jumped over comes as much later, and one that comes twice
 * is the first. (RFC 5545 would leave out what is jumped over; a text should go out all the same, and services send it.)
 * Hours of an hourly rule are real ones.
 */
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { parseUntil, printRuleParts, splitRule } from './rule-text.ts';
import type { RuleParts, Until } from './rule-text.ts';
import type { Occurrence, ScheduleTime } from './schedule-time.ts';
import {
  DAY_MS,
  fromWallMs,
  isTimeZone,
  isWall,
  MINUTE_MS,
  resolveTime,
  resolveWallMs,
  toUtcOffset,
} from './zoned-time.ts';

/** A rule without end is followed this far and no further. */
const LATEST_AT = Date.UTC(2200, 0, 1);
/** No clocks jump by more, those of Antarctica included. */
const LONGEST_JUMP_MS = 3 * 60 * MINUTE_MS;

/** A rule from its start. */
export interface Series {
  readonly parts: RuleParts;
  readonly timeZone: string;
  /** Its first time is the first of the rule that is not before this. */
  readonly startAt: number;
  /** What the clocks show then: where they jump over the chosen time, the time that is meant in its place. */
  readonly startMs: number;
  readonly isStartShifted: boolean;
  /** No time is later. */
  readonly endAt: number;
}

/** Null: no rule, zone or time that is understood. */
export function createSeries(time: ScheduleTime): Series | null {
  const parts = time.rule === null ? null : splitRule(time.rule);
  if (parts === null || !isTimeZone(time.timeZone) || !isWall(time.wall)) return null;
  const { timeZone } = time;
  const start = resolveTime(time);
  const until = parts.get('UNTIL');
  return {
    parts,
    timeZone,
    startAt: start.at,
    startMs: toWallMs(start.at, timeZone),
    isStartShifted: start.kind === 'gap',
    endAt: toEndAt(until === undefined ? null : parseUntil(until), timeZone),
  };
}

function toEndAt(until: Until | null, timeZone: string): number {
  if (until === null) return LATEST_AT;
  return Math.min(LATEST_AT, until.isWall ? resolveWallMs(until.ms, timeZone).lastAt : until.ms);
}

function toWallMs(at: number, timeZone: string): number {
  return at + toUtcOffset(at, timeZone) * MINUTE_MS;
}

function isHourly({ parts }: Series): boolean {
  return parts.get('FREQ') === 'HOURLY';
}

/** Several times a day may fall together where the clocks jump, or before the start where they go back: count them here. */
function isCountedHere(series: Series): boolean {
  const { parts } = series;
  const isDense = ['BYHOUR', 'BYMINUTE', 'BYSECOND'].some((name) => parts.has(name));
  return parts.has('COUNT') && isDense && !isHourly(series);
}

function createRule(series: Series): RRuleTemporal {
  const { parts, startAt, startMs, timeZone } = series;
  const isReal = isHourly(series);
  const hasLimits = isReal && [...parts.keys()].some((name) => name.startsWith('BY'));
  const start = Temporal.Instant.fromEpochMilliseconds(isReal ? startAt : startMs);
  const left = [...parts].filter(([name]) => name !== 'UNTIL' && !(name === 'COUNT' && isCountedHere(series)));
  return new RRuleTemporal({
    rruleString: `RRULE:${printRuleParts(new Map(left))}`,
    dtstart: start.toZonedDateTimeISO(hasLimits ? timeZone : 'UTC'),
  });
}

/** A rule such as 30 February never comes; the library gives up after many periods without a time. */
function orNone<Value>(find: () => Value): Value | null {
  try {
    return find();
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Maximum ')) return null;
    throw error;
  }
}

/** What the library gives after a moment of its own clock, in order; with `before`, up to it, which is quicker. */
function* listRuleMs(rule: RRuleTemporal, afterMs: number, beforeMs: number): Generator<number, undefined> {
  if (beforeMs !== Infinity) {
    for (const one of rule.between(new Date(afterMs), new Date(beforeMs), true)) yield one.epochMilliseconds;
    return;
  }
  let ms: number | undefined = afterMs;
  for (;;) {
    const from: number = ms;
    ms = orNone(() => rule.next(new Date(from)))?.epochMilliseconds;
    if (ms === undefined) return;
    yield ms;
  }
}

function toOccurrence(series: Series, wallMs: number): Occurrence {
  const { startAt, startMs, timeZone, isStartShifted } = series;
  if (wallMs === startMs) return { at: startAt, wall: fromWallMs(startMs), isShifted: isStartShifted };
  const { at, shiftMs } = resolveWallMs(wallMs, timeZone);
  return { at, wall: fromWallMs(wallMs + shiftMs), isShifted: shiftMs > 0 };
}

/** Puts what the clocks jumped over behind what comes before it, and leaves out what falls together. */
function* sortShifted(series: Series, walls: Iterable<number>): Generator<Occurrence, undefined> {
  let shifted: Occurrence[] = [];
  for (const wallMs of walls) {
    const one = toOccurrence(series, wallMs);
    if (one.at < series.startAt) continue;
    if (one.isShifted) {
      shifted.push(one);
      continue;
    }
    yield* shifted.filter(({ at }) => at < one.at);
    shifted = shifted.filter(({ at }) => at > one.at);
    yield one;
  }
  yield* shifted;
}

/** The library's moments as times of the zone. */
function toOccurrences(series: Series, moments: Iterable<number>): Iterable<Occurrence> {
  return isHourly(series) ? toRealHours(series, moments) : sortShifted(series, moments);
}

function* toRealHours({ timeZone }: Series, instants: Iterable<number>): Generator<Occurrence, undefined> {
  for (const at of instants) yield { at, wall: fromWallMs(toWallMs(at, timeZone)), isShifted: false };
}

/** After is exclusive; the times go on at least to `before`, which only says how far they are needed. */
function* listFrom(series: Series, after: number, before: number): Generator<Occurrence, undefined> {
  const { startAt, startMs, timeZone } = series;
  // A day clear of every clock change on both sides.
  const fromAt = Math.max(after, startAt) - DAY_MS;
  const toAt = Math.min(before, LATEST_AT) + DAY_MS;
  const isBounded = before !== Infinity;
  const toMs = isHourly(series) ? (at: number) => at : (at: number) => toWallMs(at, timeZone);
  const fromMs = isCountedHere(series) ? startMs - DAY_MS : toMs(fromAt);
  const moments = listRuleMs(createRule(series), fromMs, isBounded ? toMs(toAt) : Infinity);
  let left = isCountedHere(series) ? Number(series.parts.get('COUNT')) : Infinity;
  for (const one of toOccurrences(series, moments)) {
    if (one.at > series.endAt || left === 0) return;
    left -= 1;
    if (one.at > after && one.at >= startAt) yield one;
  }
}

/** The times of a series after a moment and (if given) before another, in order, computed one by one. */
export function* listSeries(series: Series, after: number, before = Infinity): Generator<Occurrence, undefined> {
  if (before <= after) return;
  for (const one of listFrom(series, after, before)) {
    if (one.at >= before) return;
    yield one;
  }
}

/** What the library gives before a moment of its own clock, latest first. */
function* listRuleMsBack(rule: RRuleTemporal, beforeMs: number): Generator<number, undefined> {
  let ms: number | undefined = beforeMs;
  for (;;) {
    const before: number = ms;
    ms = orNone(() => rule.previous(new Date(before)))?.epochMilliseconds;
    if (ms === undefined) return;
    yield ms;
  }
}

/** What is jumped over may come after what follows it on the clock: the look back goes on for as long as clocks jump. */
function findLastBack(series: Series): Occurrence | null {
  const toMs = isHourly(series) ? series.endAt : toWallMs(series.endAt, series.timeZone);
  let last: Occurrence | null = null;
  let untilMs = -Infinity;
  for (const ms of listRuleMsBack(createRule(series), toMs + DAY_MS)) {
    if (ms < untilMs) return last;
    const [one] = toOccurrences(series, [ms]);
    if (one === undefined) return last;
    if (one.at > series.endAt) continue;
    if (last === null) untilMs = ms - LONGEST_JUMP_MS;
    if (last === null || one.at > last.at) last = one;
  }
  return last;
}

/** The last time of a series; null: it has no end, or no time at all. */
export function findLastOfSeries(series: Series): Occurrence | null {
  const { parts, endAt, startAt } = series;
  if (endAt < startAt || (!parts.has('COUNT') && !parts.has('UNTIL'))) return null;
  if (!isCountedHere(series)) return findLastBack(series);
  let last: Occurrence | null = null;
  for (const one of listSeries(series, -Infinity)) last = one;
  return last;
}
