import type { Rule, RuleDay } from './recurrence-rule.ts';

export const DAY_MS = 86_400_000;

/** A day as the number of days since 1 January 1970. */
export type DayNumber = number;

export function toDay(year: number, month: number, day: number): DayNumber {
  return Date.UTC(year, month, day) / DAY_MS;
}

/** 0 is Sunday; the first day of 1970 was a Thursday. */
export function toWeekday(day: DayNumber): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** Year, month (0 is January) and day of the month. */
export function toDate(day: DayNumber): { year: number; month: number; date: number } {
  const date = new Date(day * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), date: date.getUTCDate() };
}

/** A run of days in which ordinals count: a month or a year. `to` is the day after its last. */
interface Span {
  readonly from: DayNumber;
  readonly to: DayNumber;
}

function toMonth(year: number, month: number): Span {
  return { from: toDay(year, month, 1), to: toDay(year, month + 1, 1) };
}

function listWeekdays({ weekday, ordinal }: RuleDay, { from, to }: Span): DayNumber[] {
  const days: DayNumber[] = [];
  for (let day = from + ((weekday - toWeekday(from) + 7) % 7); day < to; day += 7) days.push(day);
  if (ordinal === 0) return days;
  return days
    .slice(ordinal - (ordinal > 0 ? 1 : 0))
    .slice(0, 1)
    .filter(() => Math.abs(ordinal) <= days.length);
}

function listMonthDays(monthDays: readonly number[], { from, to }: Span): DayNumber[] {
  const days = monthDays.map((date) => (date > 0 ? from + date - 1 : to + date));
  return days.filter((day) => day >= from && day < to);
}

/** The days that a rule gives within one month; `date` is the day of the month on which it began. */
function listDaysOfMonth(rule: Rule, month: Span, date: number): DayNumber[] {
  const byWeekday = new Set(rule.days.flatMap((day) => listWeekdays(day, month)));
  if (rule.monthDays.length > 0) {
    const days = listMonthDays(rule.monthDays, month);
    return rule.days.length === 0 ? days : days.filter((day) => byWeekday.has(day));
  }
  return rule.days.length > 0 ? [...byWeekday] : listMonthDays([date], month);
}

/** Whether the parts that only leave days out leave this one in. */
export function isLeftIn(rule: Rule, day: DayNumber): boolean {
  const { year, month, date } = toDate(day);
  if (rule.months.length > 0 && !rule.months.includes(month + 1)) return false;
  if (rule.days.length > 0 && !rule.days.some(({ weekday }) => weekday === toWeekday(day))) return false;
  const { from, to } = toMonth(year, month);
  return rule.monthDays.length === 0 || rule.monthDays.some((one) => one === date || one === date - (to - from) - 1);
}

function listWeek(rule: Rule, start: DayNumber, index: number): DayNumber[] {
  const first = start - ((toWeekday(start) - rule.weekStart + 7) % 7) + index * 7 * rule.interval;
  const weekdays = rule.days.length > 0 ? rule.days.map(({ weekday }) => weekday) : [toWeekday(start)];
  const days = weekdays.map((weekday) => first + ((weekday - rule.weekStart + 7) % 7));
  return rule.months.length === 0 ? days : days.filter((day) => rule.months.includes(toDate(day).month + 1));
}

function listYear(rule: Rule, start: DayNumber, year: number): DayNumber[] {
  const { month, date } = toDate(start);
  if (rule.days.length > 0 && rule.months.length === 0 && rule.monthDays.length === 0) {
    return rule.days.flatMap((day) => listWeekdays(day, { from: toDay(year, 0, 1), to: toDay(year + 1, 0, 1) }));
  }
  const all = rule.monthDays.length > 0 ? [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] : [month];
  const months = rule.months.length > 0 ? rule.months.map((one) => one - 1) : all;
  return months.flatMap((one) => listDaysOfMonth(rule, toMonth(year, one), date));
}

/** The days of one period (day, week, month or year) of a rule that began on `start`; the first period has index 0. */
export function listDays(rule: Rule, start: DayNumber, index: number): DayNumber[] {
  const { year, month, date } = toDate(start);
  const step = index * rule.interval;
  switch (rule.frequency) {
    case 'HOURLY':
    case 'DAILY':
      return isLeftIn(rule, start + step) ? [start + step] : [];
    case 'WEEKLY':
      return listWeek(rule, start, index);
    case 'MONTHLY': {
      const { year: itsYear, month: itsMonth } = toDate(toDay(year, month + step, 1));
      const isWanted = rule.months.length === 0 || rule.months.includes(itsMonth + 1);
      return isWanted ? listDaysOfMonth(rule, toMonth(itsYear, itsMonth), date) : [];
    }
    case 'YEARLY':
      return listYear(rule, start, year + step);
  }
}
