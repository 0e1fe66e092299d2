/** Times of scheduled texts in words. Pure. Wall times are written as instants of UTC, which has no clock changes. */
import { parseRule, type MonthDay, type RuleForm } from '#shared/domain/scheduling/recurrence.ts';
import type { ScheduleTime } from '#shared/domain/scheduling/schedule-time.ts';
import { toWall, toWeekday } from '#shared/domain/scheduling/zoned-time.ts';
import type { FormatContext } from './format.ts';
import type { Message, Translator } from './messages.ts';
import { scheduleTimes as words } from './words/schedules.ts';

/** `Johannesburg`, `New York`: the place that a zone is named after. */
export function toZonePlace(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
}

/** A wall time as the instant at which the clocks of UTC show it. */
export function toUtcAt(wall: string): number {
  return Date.parse(`${wall}:00Z`);
}

/** `10:00` or `10:00 am`. `wall`: `2026-11-30T10:00`. */
export function toWallTime(wall: string, { formats }: Pick<FormatContext, 'formats'>): string {
  return formats.inZone('UTC').time(toUtcAt(wall));
}

/** `Mon 30 Nov, 10:00` on the clocks of its own zone; with the year where it is not this one. */
export function toWallDateTime(wall: string, { formats, now }: Omit<FormatContext, 'texts'>, timeZone: string): string {
  return formats.inZone('UTC').dateTime(toUtcAt(wall), toUtcAt(toWall(now, timeZone)));
}

/** `Every month on the 30th at 10:00, 10 times`; `Mon 30 Nov, 10:00` for one that does not repeat. */
export function toScheduleSentence(time: ScheduleTime, context: FormatContext): string {
  const { texts } = context;
  if (time.rule === null) return toWallDateTime(time.wall, context, time.timeZone);
  const form = parseRule(time.rule);
  if (form === null) return texts.text(words.raw, { rule: time.rule });
  return addEnd(toRuleSentence(form, time.wall, context), form.end, context);
}

/** `Every month on the 30th at 10:00`, without its end. `wall`: its first time. */
export function toRuleSentence(form: RuleForm, wall: string, { texts, formats }: FormatContext): string {
  const time = toWallTime(wall, { formats });
  const often = toIntervalText(form, texts);
  switch (form.unit) {
    case 'hour':
      return texts.text(words.hoursFrom, { rule: often, time });
    case 'day':
      return texts.text(words.at, { rule: often, time });
    case 'week': {
      const weekdays = form.weekdays.length === 0 ? [toWeekday(wall.slice(0, 10))] : form.weekdays;
      if (isEveryWorkday(form)) return texts.text(words.at, { rule: often, time });
      const days = formats.list(weekdays.map((weekday) => toWeekdayName(weekday, formats.locale)));
      return texts.text(words.onAt, { rule: often, days, time });
    }
    case 'month': {
      const monthDay = form.monthDay ?? { kind: 'day', day: Number(wall.slice(8, 10)) };
      return texts.text(words.onAt, { rule: often, days: toMonthDayText(monthDay, { texts, formats }), time });
    }
    case 'year':
      return texts.text(words.onAt, { rule: often, days: formats.inZone('UTC').longDate(toUtcAt(wall)), time });
  }
}

/** `Every 2 weeks`, `Every weekday`: how often, without days and times. */
export function toIntervalText(form: RuleForm, texts: Translator): string {
  return isEveryWorkday(form) ? texts.text(words.weekdays) : texts.text(EVERY[form.unit], { count: form.every });
}

const EVERY = {
  hour: words.hours,
  day: words.days,
  week: words.weeks,
  month: words.months,
  year: words.years,
} as const satisfies Readonly<Record<RuleForm['unit'], Message<'count'>>>;

function addEnd(rule: string, end: RuleForm['end'], { texts, formats, now }: FormatContext): string {
  if (end.kind === 'never') return rule;
  if (end.kind === 'count') return texts.text(words.times, { rule, count: end.count });
  return texts.text(words.until, { rule, date: formats.inZone('UTC').date(toUtcAt(`${end.day}T00:00`), now) });
}

/** `the 30th`, `the last Monday`, `the last day`. */
export function toMonthDayText(
  monthDay: MonthDay,
  { texts, formats }: Pick<FormatContext, 'texts' | 'formats'>,
): string {
  switch (monthDay.kind) {
    case 'day':
      return texts.text(words.monthDay, { day: toOrdinal(monthDay.day, texts, formats.locale) });
    case 'weekday': {
      const nth = texts.text(NTHS[monthDay.nth]);
      return texts.text(words.nthWeekday, { nth, weekday: toWeekdayName(monthDay.weekday, formats.locale) });
    }
    case 'last-day':
      return texts.text(words.lastDay);
  }
}

const NTHS = { 1: words.first, 2: words.second, 3: words.third, 4: words.fourth, [-1]: words.last } as const;

const ORDINALS: Readonly<Record<Intl.LDMLPluralRule, Message<'day'>>> = {
  zero: words.ordinalOther,
  one: words.ordinalOne,
  two: words.ordinalTwo,
  few: words.ordinalFew,
  many: words.ordinalOther,
  other: words.ordinalOther,
};

function toOrdinal(day: number, texts: Translator, locale: string): string {
  const rules = new Intl.PluralRules(locale, { type: 'ordinal' });
  return texts.text(ORDINALS[rules.select(day)], { day });
}

/** From Monday to Friday of every week. */
export function isEveryWorkday({ unit, every, weekdays }: RuleForm): boolean {
  return unit === 'week' && every === 1 && weekdays.length === 5 && weekdays.every((day) => day <= 5);
}

/** `Monday`, `Mon` or `M`. `weekday`: 1 Monday … 7 Sunday. */
export function toWeekdayName(weekday: number, locale: string, length: 'long' | 'short' | 'narrow' = 'long'): string {
  const format = new Intl.DateTimeFormat(locale, { weekday: length, timeZone: 'UTC' });
  // 5 January 1970 was a Monday.
  return format.format((3 + weekday) * 86_400_000);
}
