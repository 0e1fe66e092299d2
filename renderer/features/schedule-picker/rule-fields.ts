/** How the fields of a repetition follow the day that is chosen, and the day the fields. Pure; days are `2026-11-30`. */
import type { MonthDay, RuleForm, RuleUnit } from '#shared/domain/scheduling/recurrence.ts';
import { addDays, toWeekday } from '#shared/domain/scheduling/zoned-time.ts';

type Nth = Extract<MonthDay, { readonly kind: 'weekday' }>['nth'];

const NTHS: readonly Nth[] = [1, 2, 3, 4];

export function toDayOfMonth(day: string): number {
  return Number(day.slice(8));
}

function daysInMonth(day: string): number {
  return new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate();
}

function toLastDay(day: string): string {
  return `${day.slice(0, 8)}${String(daysInMonth(day)).padStart(2, '0')}`;
}

/** The ways to say that day within its month: by its number, as the third or the last Friday, as the last day. */
export function listMonthDays(day: string): readonly MonthDay[] {
  const date = toDayOfMonth(day);
  const weekday = toWeekday(day);
  const nth = NTHS[Math.ceil(date / 7) - 1];
  return [
    { kind: 'day', day: date },
    ...(nth === undefined ? [] : [{ kind: 'weekday', nth, weekday } as const]),
    ...(date + 7 > daysInMonth(day) ? [{ kind: 'weekday', nth: -1, weekday } as const] : []),
    { kind: 'last-day' },
  ];
}

export function isSameMonthDay(one: MonthDay | null, other: MonthDay | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** A repetition that begins on that day. */
export function createRuleForm(unit: RuleUnit, day: string): RuleForm {
  return {
    ...{ every: 1, unit, weekdays: unit === 'week' ? [toWeekday(day)] : [] },
    monthDay: unit === 'month' ? { kind: 'day', day: toDayOfMonth(day) } : null,
    end: { kind: 'never' },
  };
}

/** The same number of units and the same end in another unit. */
export function changeUnit(form: RuleForm, unit: RuleUnit, day: string): RuleForm {
  return { ...createRuleForm(unit, day), every: form.every, end: form.end };
}

/** The user chose another day: the fields say that day as they said the former one. */
export function followDay(form: RuleForm, day: string): RuleForm {
  if (form.unit === 'week') return { ...form, weekdays: includeWeekday(form.weekdays, toWeekday(day)) };
  return form.unit === 'month' ? { ...form, monthDay: followMonthDay(form.monthDay, day) } : form;
}

function includeWeekday(weekdays: readonly number[], weekday: number): readonly number[] {
  if (weekdays.length <= 1) return [weekday];
  return weekdays.includes(weekday) ? weekdays : [...weekdays, weekday].sort((one, other) => one - other);
}

function followMonthDay(before: MonthDay | null, day: string): MonthDay {
  const ways = listMonthDays(day);
  const [byNumber] = ways;
  const isLastDay = toLastDay(day) === day;
  if (before?.kind === 'last-day' && isLastDay) return before;
  if (before?.kind !== 'weekday') return byNumber ?? { kind: 'last-day' };
  const alike = ways.filter((way) => way.kind === 'weekday');
  return alike.find(({ nth }) => nth === before.nth) ?? alike[0] ?? before;
}

/** Another weekday on or off; the last one stays. The day moves to the first one from it on. */
export function toggleWeekday(form: RuleForm, weekday: number, day: string): { form: RuleForm; day: string } {
  const before = form.weekdays.length === 0 ? [toWeekday(day)] : form.weekdays;
  const isOn = before.includes(weekday);
  const weekdays = isOn ? before.filter((one) => one !== weekday) : [...before, weekday].sort((one, two) => one - two);
  if (weekdays.length === 0) return { form, day };
  const steps = [0, 1, 2, 3, 4, 5, 6].find((step) => weekdays.includes(toWeekday(addDays(day, step)))) ?? 0;
  return { form: { ...form, weekdays }, day: addDays(day, steps) };
}

/** Another way to say the day of the month; the last day moves the day there. */
export function chooseMonthDay(form: RuleForm, monthDay: MonthDay, day: string): { form: RuleForm; day: string } {
  return { form: { ...form, monthDay }, day: monthDay.kind === 'last-day' ? toLastDay(day) : day };
}
