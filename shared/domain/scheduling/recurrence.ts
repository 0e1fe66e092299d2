import { parseUntil, splitRule, WEEKDAYS } from './rule-text.ts';
import type { RuleParts } from './rule-text.ts';
import { createSeries, findLastOfSeries, listSeries } from './rule-times.ts';
import type { Series } from './rule-times.ts';
import type { Occurrence, ScheduleTime, SkippedTime } from './schedule-time.ts';
import { isTimeZone, isWall, resolveTime, toDay, toWall } from './zoned-time.ts';

export type RuleUnit = 'hour' | 'day' | 'week' | 'month' | 'year';

/** Which day of a month. Weekdays: 1 Monday … 7 Sunday. */
export type MonthDay =
  | { readonly kind: 'day'; readonly day: number }
  | { readonly kind: 'weekday'; readonly nth: 1 | 2 | 3 | 4 | -1; readonly weekday: number }
  | { readonly kind: 'last-day' };

export type RuleEnd =
  | { readonly kind: 'never' }
  | { readonly kind: 'count'; readonly count: number }
  /** That day included, `2027-12-31`. */
  | { readonly kind: 'until'; readonly day: string };

/** A rule as the form on screen says it. */
export interface RuleForm {
  readonly every: number;
  readonly unit: RuleUnit;
  /** 1 Monday … 7 Sunday; of `week` only; empty: that of the start. */
  readonly weekdays: readonly number[];
  /** Of `month` only; null: that of the start. */
  readonly monthDay: MonthDay | null;
  readonly end: RuleEnd;
}

const UNITS: Readonly<Record<string, RuleUnit>> = {
  HOURLY: 'hour',
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
};
const FREQUENCIES: Readonly<Record<RuleUnit, string>> = {
  hour: 'HOURLY',
  day: 'DAILY',
  week: 'WEEKLY',
  month: 'MONTHLY',
  year: 'YEARLY',
};
const SAID_BY_FORM: readonly string[] = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'BYMONTHDAY', 'WKST'];
const NTHS = [1, 2, 3, 4, -1] as const;

function toWeekday(name: string): number {
  return WEEKDAYS.findIndex((one) => one === name) + 1;
}

/** Undefined: more than the form can say. */
function readMonthDay(parts: RuleParts): MonthDay | null | undefined {
  const day = parts.get('BYMONTHDAY');
  const weekday = parts.get('BYDAY');
  if (day !== undefined && weekday !== undefined) return undefined;
  if (day !== undefined) {
    if (day === '-1') return { kind: 'last-day' };
    return /^\+?\d{1,2}$/.test(day) ? { kind: 'day', day: Number(day) } : undefined;
  }
  if (weekday === undefined) return null;
  const [, ordinal = '', name = ''] = /^([+-]?\d)([A-Z]{2})$/.exec(weekday) ?? [];
  const nth = NTHS.find((one) => ordinal !== '' && one === Number(ordinal));
  return nth === undefined ? undefined : { kind: 'weekday', nth, weekday: toWeekday(name) };
}

/** Undefined: an end at an hour of its day, which the form cannot say. */
function readEnd(parts: RuleParts): RuleEnd | undefined {
  const count = parts.get('COUNT');
  if (count !== undefined) return { kind: 'count', count: Number(count) };
  const until = parts.get('UNTIL');
  if (until === undefined) return { kind: 'never' };
  const { ms, isWall } = parseUntil(until) ?? { ms: NaN, isWall: false };
  const written = isWall ? new Date(ms).toISOString() : '';
  return written.slice(11, 19) === '23:59:59' ? { kind: 'until', day: written.slice(0, 10) } : undefined;
}

/** A week that begins elsewhere than on Monday gives other days only if weeks are left out. */
function isPlainWeek(parts: RuleParts, every: number): boolean {
  return every === 1 || (parts.get('WKST') ?? 'MO') === 'MO';
}

function readWeekdays(parts: RuleParts): readonly number[] {
  const days = parts.get('BYDAY')?.split(',') ?? [];
  return [...new Set(days.map(toWeekday))].sort((a, b) => a - b);
}

/** Whether a rule is one that this app understands and can follow. */
export function isRule(rule: string): boolean {
  return splitRule(rule) !== null;
}

/** Null: no rule, or more than the form can say. */
export function parseRule(rule: string): RuleForm | null {
  const parts = splitRule(rule);
  if (parts === null || [...parts.keys()].some((name) => !SAID_BY_FORM.includes(name))) return null;
  const unit = UNITS[parts.get('FREQ') ?? ''];
  const every = Number(parts.get('INTERVAL') ?? 1);
  const end = readEnd(parts);
  if (unit === undefined || end === undefined) return null;
  const form = { every, unit, weekdays: [], monthDay: null, end };
  if (unit === 'week') return isPlainWeek(parts, every) ? { ...form, weekdays: readWeekdays(parts) } : null;
  const monthDay = readMonthDay(parts);
  if (unit === 'month') return monthDay === undefined ? null : { ...form, monthDay };
  return monthDay === null ? form : null;
}

function printMonthDay(monthDay: MonthDay): string {
  if (monthDay.kind === 'last-day') return 'BYMONTHDAY=-1';
  if (monthDay.kind === 'day') return `BYMONTHDAY=${monthDay.day}`;
  return `BYDAY=${monthDay.nth}${WEEKDAYS[monthDay.weekday - 1] ?? 'MO'}`;
}

function printEnd(end: RuleEnd): string[] {
  if (end.kind === 'never') return [];
  return end.kind === 'count' ? [`COUNT=${end.count}`] : [`UNTIL=${end.day.replaceAll('-', '')}T235959`];
}

/** The rule of a form, without a prefix: `FREQ=MONTHLY;BYMONTHDAY=30;COUNT=10`. */
export function printRule({ every, unit, weekdays, monthDay, end }: RuleForm): string {
  const days = [...new Set(weekdays)].sort((a, b) => a - b).map((weekday) => WEEKDAYS[weekday - 1] ?? 'MO');
  return [
    `FREQ=${FREQUENCIES[unit]}`,
    ...(every > 1 ? [`INTERVAL=${every}`] : []),
    ...(unit === 'week' && days.length > 0 ? [`BYDAY=${days.join(',')}`] : []),
    ...(unit === 'month' && monthDay !== null ? [printMonthDay(monthDay)] : []),
    ...printEnd(end),
  ].join(';');
}

/** Which of the times of a schedule are wanted; both bounds are exclusive. */
export interface OccurrenceQuery {
  readonly after: number;
  readonly limit: number;
  readonly before?: number;
}

/** The only time of a schedule without a rule; null: no zone, or no time, that is understood. */
function resolveOnce(time: ScheduleTime): Occurrence | null {
  if (time.rule !== null || !isTimeZone(time.timeZone) || !isWall(time.wall)) return null;
  const { at, kind } = resolveTime(time);
  return { at, wall: toWall(at, time.timeZone), isShifted: kind === 'gap' };
}

/** The times of a schedule in order. Empty also where its rule, zone or wall time is not understood. */
export function listOccurrences(time: ScheduleTime, query: OccurrenceQuery): readonly Occurrence[] {
  const { after, limit, before = Infinity } = query;
  if (limit <= 0) return [];
  const once = resolveOnce(time);
  if (once !== null) return once.at > after && once.at < before ? [once] : [];
  const series = createSeries(time);
  if (series === null) return [];
  const occurrences: Occurrence[] = [];
  for (const one of listSeries(series, after, before)) {
    occurrences.push(one);
    if (occurrences.length === limit) break;
  }
  return occurrences;
}

/** The next time after an instant; null: none is left. */
export function findNextOccurrence(time: ScheduleTime, after: number): Occurrence | null {
  return listOccurrences(time, { after, limit: 1 })[0] ?? null;
}

/** The last time; null: it goes on without end, or has no time at all. */
export function findLastOccurrence(time: ScheduleTime): Occurrence | null {
  if (time.rule === null) return resolveOnce(time);
  const series = createSeries(time);
  return series === null ? null : findLastOfSeries(series);
}

/** The days of the month on which a rule goes out by their number; empty: it does not go by them. */
function listFixedDays({ parts, startMs }: Series): readonly number[] {
  const [frequency = '', days] = [parts.get('FREQ'), parts.get('BYMONTHDAY')];
  const others = ['BYDAY', 'BYWEEKNO', 'BYYEARDAY', 'BYSETPOS'];
  if (!['MONTHLY', 'YEARLY'].includes(frequency) || others.some((name) => parts.has(name))) return [];
  const numbers = days === undefined ? [new Date(startMs).getUTCDate()] : days.split(',').map(Number);
  return [...new Set(numbers)].filter((day) => day > 28).sort((a, b) => a - b);
}

/** The months of a rule, as months since year 0. */
function* listMonths({ parts, startMs }: Series, from: number, to: number): Generator<number, undefined> {
  const start = new Date(startMs);
  const startMonth = start.getUTCFullYear() * 12 + start.getUTCMonth();
  const every = Number(parts.get('INTERVAL') ?? 1);
  const isYearly = parts.get('FREQ') === 'YEARLY';
  const named = parts.get('BYMONTH')?.split(',').map(Number);
  const ownMonth = isYearly && !parts.has('BYMONTHDAY') ? [start.getUTCMonth() + 1] : undefined;
  const months = named ?? ownMonth;
  for (let month = Math.max(from, startMonth); month <= to; month += 1) {
    const periods = isYearly ? Math.floor(month / 12) - start.getUTCFullYear() : month - startMonth;
    if (periods % every === 0 && (months?.includes((month % 12) + 1) ?? true)) yield month;
  }
}

function toMonthOf(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
}

/**
 * Days between two instants on which a rule would go out if they were in the calendar (30 February): only of rules by
 * months and years with a fixed day, and only up to their last time.
 */
export function listSkipped(
  time: ScheduleTime,
  query: { readonly from: number; readonly to: number },
): readonly SkippedTime[] {
  const series = createSeries(time);
  const days = series === null ? [] : listFixedDays(series);
  if (series === null || days.length === 0) return [];
  const lastAt = series.parts.has('COUNT') ? (findLastOfSeries(series)?.at ?? -Infinity) : series.endAt;
  const [from, to] = [Math.max(query.from, series.startAt), Math.min(query.to, lastAt)];
  if (from > to) return [];
  const [fromDay, toLast] = [toDay(from, time.timeZone), toDay(to, time.timeZone)];
  const skipped: SkippedTime[] = [];
  for (const month of listMonths(series, toMonthOf(fromDay), toMonthOf(toLast))) {
    const [year, ofYear] = [Math.floor(month / 12), month % 12];
    const length = new Date(Date.UTC(year, ofYear + 1, 0)).getUTCDate();
    const named = `${String(year).padStart(4, '0')}-${String(ofYear + 1).padStart(2, '0')}`;
    for (const day of days.filter((one) => one > length)) skipped.push({ day: `${named}-${day}` });
  }
  return skipped.filter(({ day }) => day >= fromDay && day <= toLast);
}
