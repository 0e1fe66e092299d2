/**
 * Random schedules around clock changes and month ends, judged by libraries that the app does not use: luxon for zones, and
 * rrule for rules on the clock on the wall.
 */
import { DateTime } from 'luxon';
import { RRule } from 'rrule';
import { beforeEach, describe, expect, it } from 'vitest';
import { toSendBody } from '#main/api/sends/send-parameters.ts';
import { toSendingDateTime } from '#main/api/sends/sending-time.ts';
import { listTimes } from '#main/demo/rules/recurrence.ts';
import { parseRule as parseDemoRule } from '#main/demo/rules/recurrence-rule.ts';
import { Zone } from '#main/demo/rules/zones.ts';
import {
  findLastOccurrence,
  findNextOccurrence,
  listOccurrences,
  listSkipped,
  parseRule,
  printRule,
} from '#shared/domain/scheduling/recurrence.ts';
import type { MonthDay, RuleEnd, RuleForm } from '#shared/domain/scheduling/recurrence.ts';
import type { Occurrence, ScheduleTime } from '#shared/domain/scheduling/schedule-time.ts';
import { findClockChange, resolveTime, startOfDay, toDay, toWall } from '#shared/domain/scheduling/zoned-time.ts';
import { isFull } from '#test/support/full-counts.ts';
import { throwDice } from '#test/support/random.ts';
import type { Random } from '#test/support/random.ts';

const COUNT = isFull ? 2_500 : 125;
const SHOWN = 10;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const FROM_AT = Date.UTC(2026, 11, 1);
const TO_AT = Date.UTC(2031, 0, 1);
/** Rules without end are followed this far. */
const LATEST_AT = Date.UTC(2200, 0, 1);

/** On both sides of the equator, with jumps of half an hour and two, at midnight, over it, around Ramadan, and without. */
const ZONES = [
  ...['Europe/London', 'America/New_York', 'America/Los_Angeles', 'America/St_Johns', 'America/Havana'],
  ...['America/Santiago', 'America/Nuuk', 'America/Asuncion', 'Atlantic/Azores', 'Africa/Casablanca'],
  ...['Africa/Cairo', 'Africa/Johannesburg', 'Asia/Beirut', 'Asia/Kathmandu', 'Asia/Tokyo'],
  ...['Australia/Sydney', 'Australia/Lord_Howe', 'Pacific/Auckland', 'Pacific/Chatham', 'Antarctica/Troll'],
];

let dice: Random;
beforeEach((context) => {
  dice = throwDice(context);
});

const toText = (wallMs: number): string => new Date(wallMs).toISOString().slice(0, 16);

/** A minute within three hours of a clock change, at the end of a month, or at any time. */
function throwWall(timeZone: string): string {
  const at = dice.between(FROM_AT / MINUTE_MS, TO_AT / MINUTE_MS) * MINUTE_MS;
  const date = new Date(at);
  const change = findClockChange(timeZone, at, at + 400 * DAY_MS);
  const kind = dice.between(1, 4);
  if (kind <= 2 && change !== null) {
    const away = dice.between(-180, 180) * MINUTE_MS;
    return toText(change.at + away + DateTime.fromMillis(change.at, { zone: timeZone }).offset * MINUTE_MS);
  }
  const lastDay = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0) + (at % DAY_MS);
  return toText(kind === 3 ? lastDay - dice.between(0, 2) * DAY_MS : at);
}

function throwMonthDay(): MonthDay | null {
  const kind = dice.between(1, 6);
  if (kind === 1) return null;
  if (kind === 2) return { kind: 'last-day' };
  if (kind === 3) return { kind: 'weekday', nth: dice.pick([1, 2, 3, 4, -1] as const), weekday: dice.between(1, 7) };
  return { kind: 'day', day: dice.happens(60) ? dice.between(28, 31) : dice.between(1, 27) };
}

function throwEnd(wall: string): RuleEnd {
  const kind = dice.between(1, 3);
  if (kind === 1) return { kind: 'never' };
  if (kind === 2) return { kind: 'count', count: dice.between(1, 40) };
  return { kind: 'until', day: toText(Date.parse(`${wall}Z`) + dice.between(0, 900) * DAY_MS).slice(0, 10) };
}

function throwForm(wall: string): RuleForm {
  const unit = dice.pick(['hour', 'day', 'week', 'month', 'month', 'year'] as const);
  const weekdays = [1, 2, 3, 4, 5, 6, 7].filter(() => unit === 'week' && dice.happens(30));
  return {
    every: dice.happens(50) ? 1 : dice.between(2, unit === 'hour' ? 200 : 14),
    unit,
    weekdays,
    monthDay: unit === 'month' ? throwMonthDay() : null,
    end: throwEnd(wall),
  };
}

function throwTime(): { time: ScheduleTime & { readonly rule: string }; form: RuleForm } {
  const timeZone = dice.pick(ZONES);
  const wall = throwWall(timeZone);
  const form = throwForm(wall);
  return { time: { wall, timeZone, rule: printRule(form), overlap: dice.pick(['first', 'second']) }, form };
}

/** As luxon sees it: the instants at which the clocks show a time, or the one that is as much later as they jump. */
function judgeWall(wall: string, timeZone: string): { readonly instants: readonly number[]; readonly isGap: boolean } {
  const meant = DateTime.fromISO(wall, { zone: timeZone });
  const shown = meant.toFormat("yyyy-MM-dd'T'HH:mm");
  const instants = meant.getPossibleOffsets().map((one) => one.toMillis());
  return { instants: instants.toSorted((one, other) => one - other), isGap: shown !== wall };
}

function judgeShown(at: number, timeZone: string): string {
  return DateTime.fromMillis(at, { zone: timeZone }).toFormat("yyyy-MM-dd'T'HH:mm");
}

const FREQUENCIES = {
  hour: RRule.HOURLY,
  day: RRule.DAILY,
  week: RRule.WEEKLY,
  month: RRule.MONTHLY,
  year: RRule.YEARLY,
};
const WEEKDAYS = [RRule.MO, RRule.TU, RRule.WE, RRule.TH, RRule.FR, RRule.SA, RRule.SU];

/** A weekday of the rrule library, 1 is Monday. */
function toRuleDay(weekday: number): (typeof WEEKDAYS)[number] {
  return WEEKDAYS[weekday - 1] ?? RRule.MO;
}

function toMonthOptions(monthDay: MonthDay | null) {
  if (monthDay === null) return {};
  if (monthDay.kind === 'last-day') return { bymonthday: [-1] };
  if (monthDay.kind === 'day') return { bymonthday: [monthDay.day] };
  return { byweekday: [toRuleDay(monthDay.weekday).nth(monthDay.nth)] };
}

/** The rule of a form as rrule expands it on a clock without a zone, up to so many times. */
function judgeRule(form: RuleForm, startMs: number, most: number): number[] {
  const { every, unit, weekdays, monthDay, end } = form;
  const rule = new RRule({
    freq: FREQUENCIES[unit],
    interval: every,
    dtstart: new Date(startMs),
    ...(end.kind === 'count' ? { count: end.count } : {}),
    ...(end.kind === 'until' && unit !== 'hour' ? { until: new Date(`${end.day}T23:59:59Z`) } : {}),
    ...(weekdays.length > 0 ? { byweekday: weekdays.map(toRuleDay) } : {}),
    ...toMonthOptions(monthDay),
  });
  return rule.all((_date, index) => index < most).map((date) => date.getTime());
}

/** The times of a schedule, from a start that is an instant: as the wire values name it. */
function judgeTimes(form: RuleForm, start: { readonly at: number; readonly timeZone: string }, most: number): number[] {
  const { at, timeZone } = start;
  const lastOfEnd =
    form.end.kind === 'until' ? judgeWall(`${form.end.day}T23:59`, timeZone).instants.at(-1) : undefined;
  if (form.unit === 'hour') {
    return judgeRule(form, at, most).filter((one) => lastOfEnd === undefined || one <= lastOfEnd);
  }
  const startMs = Date.parse(`${judgeShown(at, timeZone)}Z`);
  const instants = judgeRule(form, startMs, most).map((wallMs) =>
    wallMs === startMs ? at : (judgeWall(toText(wallMs), timeZone).instants[0] ?? NaN),
  );
  return instants.filter((one) => one >= at && one <= LATEST_AT);
}

/** What the rule skips, counted month by month with luxon. */
function judgeSkipped(form: RuleForm, wall: string, lastDay: string): string[] {
  const start = DateTime.fromISO(wall, { zone: 'UTC' });
  const isFixed = form.unit === 'year' || (form.unit === 'month' && form.monthDay?.kind !== 'weekday');
  if (!isFixed || form.monthDay?.kind === 'last-day') return [];
  const day = form.monthDay?.kind === 'day' ? form.monthDay.day : start.day;
  const skipped: string[] = [];
  for (let index = 0; ; index += form.every) {
    const month = start.startOf('month').plus({ [`${form.unit}s`]: index });
    const named = `${month.toFormat('yyyy-MM')}-${String(day).padStart(2, '0')}`;
    if (named > lastDay) return skipped;
    if (day > (month.daysInMonth ?? 31)) skipped.push(named);
  }
}

describe(`${COUNT} random times that come once`, () => {
  it('are the instant that luxon finds, on the clock, on the wire, and at the service', () => {
    for (let index = 0; index < COUNT; index += 1) {
      const timeZone = dice.pick(ZONES);
      const wall = throwWall(timeZone);
      const overlap = dice.pick(['first', 'second'] as const);
      const what = `${wall} ${timeZone} ${overlap}`;
      const found = resolveTime({ wall, timeZone, overlap });
      const { instants, isGap } = judgeWall(wall, timeZone);
      const kind = instants.length > 1 ? 'overlap' : 'exact';
      expect([what, found.kind]).toEqual([what, isGap ? 'gap' : kind]);
      expect([what, found.at]).toEqual([what, overlap === 'first' ? instants[0] : instants.at(-1)]);
      const shown = judgeShown(found.at, timeZone);
      expect([what, toWall(found.at, timeZone)]).toEqual([what, shown]);
      if (found.kind === 'gap') expect([what, found.shiftedWall]).toEqual([what, shown]);
      else expect(shown).toBe(wall);

      const day = toDay(found.at, timeZone);
      expect([what, day]).toEqual([what, shown.slice(0, 10)]);
      expect([what, startOfDay(day, timeZone)]).toEqual([what, judgeWall(`${day}T00:00`, timeZone).instants[0]]);

      const { sendingDateTime, sendingTimezone } = toSendingDateTime(found.at, timeZone);
      const wire = DateTime.fromFormat(sendingDateTime, 'yyyy-MM-dd HH:mm:ss', { zone: sendingTimezone });
      expect([what, wire.getPossibleOffsets().map((one) => one.toMillis())]).toEqual([what, [found.at + 10_000]]);
      const atService = new Zone(sendingTimezone).toInstant(Date.parse(`${sendingDateTime.replace(' ', 'T')}Z`));
      expect([what, atService]).toEqual([what, found.at + 10_000]);
    }
  });
});

describe(`${COUNT} random times that come again`, () => {
  it('are those that rrule and luxon find, on the clock, on the wire, and at the service', () => {
    for (let index = 0; index < COUNT; index += 1) {
      const { time, form } = throwTime();
      const what = JSON.stringify(time);
      expect([what, parseRule(time.rule)]).toEqual([what, form]);

      const startAt = resolveTime(time).at;
      const body = toSendBody(
        {
          text: 'x',
          schedule: { rrule: time.rule, startAt, timeZone: time.timeZone },
          referenceId: 'x',
          createChat: true,
        },
        { lists: [], contacts: [], phones: ['447700900000'] },
      );
      const start = { at: Number(body['sendingTime']) * 1_000, timeZone: String(body['sendingTimezone']) };
      const expected = judgeTimes(form, start, 40);

      const found = listOccurrences(time, { after: -Infinity, limit: SHOWN });
      expect([what, found.map(({ at }) => at)]).toEqual([what, expected.slice(0, SHOWN)]);
      expect([what, found.map(({ wall }) => wall)]).toEqual([
        what,
        found.map(({ at }) => judgeShown(at, time.timeZone)),
      ]);

      const atService: number[] = [];
      const zone = new Zone(start.timeZone);
      for (const at of listTimes({ rule: parseDemoRule(String(body['rrule'])), startAt: start.at, zone })) {
        if (atService.push(at) === SHOWN) break;
      }
      expect([what, atService]).toEqual([what, expected.slice(0, SHOWN)]);
      checkOrder(time, expected);
      if (form.end.kind === 'count') {
        expect([what, findLastOccurrence(time)?.at]).toEqual([what, expected.at(-1)]);
      }
      checkSkipped(time, form, found);
    }
  });

  it('end where rrule and luxon see their last', () => {
    for (let index = 0; index < COUNT / 5; index += 1) {
      const { time, form } = throwTime();
      if (form.unit === 'hour' || form.end.kind !== 'until') continue;
      const what = JSON.stringify(time);
      const start = { at: resolveTime(time).at, timeZone: time.timeZone };
      expect([what, findLastOccurrence(time)?.at]).toEqual([what, judgeTimes(form, start, 1_000).at(-1)]);
    }
  });
});

/** Strictly rising, none before the start, and every way to ask gives the same. */
function checkOrder(time: ScheduleTime, expected: readonly number[]): void {
  const startAt = resolveTime(time).at;
  const index = dice.between(0, Math.max(0, expected.length - 1));
  const after = (expected[index] ?? startAt) - (dice.happens(50) ? 0 : dice.between(1, HOUR_MS));
  const left = expected.filter((at) => at > after).slice(0, 5);
  const ats = (query: Parameters<typeof listOccurrences>[1]): number[] =>
    listOccurrences(time, query).map(({ at }) => at);
  const what = JSON.stringify({ time, after });
  const found = ats({ after, limit: 5 });
  expect([what, found.slice(0, left.length)]).toEqual([what, left]);
  expect([what, findNextOccurrence(time, after)?.at]).toEqual([what, found[0]]);
  expect([what, found.every((at, place) => at >= startAt && at > after && at > (found[place - 1] ?? 0))]).toEqual([
    what,
    true,
  ]);
  const before = (found.at(-1) ?? after) + dice.between(0, 1);
  expect([what, ats({ after, before, limit: 5 })]).toEqual([what, found.filter((at) => at < before)]);
}

/** The skipped days up to the last time that is shown. */
function checkSkipped(time: ScheduleTime, form: RuleForm, found: readonly Occurrence[]): void {
  const last = found.at(-1);
  if (last === undefined) return;
  const what = JSON.stringify(time);
  const skipped = listSkipped(time, { from: resolveTime(time).at, to: last.at }).map(({ day }) => day);
  const startWall = judgeShown(resolveTime(time).at, time.timeZone);
  expect([what, skipped]).toEqual([what, judgeSkipped(form, startWall, last.wall.slice(0, 10))]);
}
