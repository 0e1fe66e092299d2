import { describe, expect, it } from 'vitest';
import {
  findLastOccurrence,
  findNextOccurrence,
  isRule,
  listOccurrences,
  listSkipped,
  parseRule,
  printRule,
} from '#shared/domain/scheduling/recurrence.ts';
import type { RuleForm } from '#shared/domain/scheduling/recurrence.ts';
import type { ScheduleTime } from '#shared/domain/scheduling/schedule-time.ts';

const toAt = (text: string): number => Date.parse(text);

function toTime(wall: string, rule: string | null, line: Partial<ScheduleTime> = {}): ScheduleTime {
  return { wall, rule, timeZone: 'Europe/London', overlap: 'first', ...line };
}

function toWalls(time: ScheduleTime, limit = 50): string[] {
  return listOccurrences(time, { after: -Infinity, limit }).map(({ wall }) => wall);
}

function toDays(time: ScheduleTime, limit = 50): string[] {
  const walls = toWalls(time, limit);
  expect(new Set(walls.map((wall) => wall.slice(11)))).toEqual(new Set([time.wall.slice(11)]));
  return walls.map((wall) => wall.slice(0, 10));
}

const PLAIN: RuleForm = { every: 1, unit: 'day', weekdays: [], monthDay: null, end: { kind: 'never' } };

describe('a rule and the form on screen', () => {
  it.each<[string, Partial<RuleForm>]>([
    ['FREQ=DAILY', {}],
    ['FREQ=HOURLY;INTERVAL=3', { unit: 'hour', every: 3 }],
    ['FREQ=WEEKLY', { unit: 'week' }],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR', { unit: 'week', every: 2, weekdays: [1, 5] }],
    ['FREQ=MONTHLY', { unit: 'month' }],
    [
      'FREQ=MONTHLY;BYMONTHDAY=30;COUNT=10',
      { unit: 'month', monthDay: { kind: 'day', day: 30 }, end: { kind: 'count', count: 10 } },
    ],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', { unit: 'month', monthDay: { kind: 'last-day' } }],
    ['FREQ=MONTHLY;BYDAY=1MO', { unit: 'month', monthDay: { kind: 'weekday', nth: 1, weekday: 1 } }],
    ['FREQ=MONTHLY;BYDAY=-1SU', { unit: 'month', monthDay: { kind: 'weekday', nth: -1, weekday: 7 } }],
    ['FREQ=YEARLY;UNTIL=20301231T235959', { unit: 'year', end: { kind: 'until', day: '2030-12-31' } }],
  ])('%s is printed and read', (rule, line) => {
    const form = { ...PLAIN, ...line };
    expect(printRule(form)).toBe(rule);
    expect(parseRule(rule)).toEqual(form);
  });

  it.each<[string, string]>([
    ['RRULE:FREQ=DAILY;INTERVAL=2;COUNT=5;', 'FREQ=DAILY;INTERVAL=2;COUNT=5'],
    ['freq=weekly;byday=fr,mo,fr', 'FREQ=WEEKLY;BYDAY=MO,FR'],
    ['INTERVAL=1;FREQ=DAILY', 'FREQ=DAILY'],
    ['FREQ=WEEKLY;WKST=SU;BYDAY=MO', 'FREQ=WEEKLY;BYDAY=MO'],
    ['FREQ=DAILY;UNTIL=20271231', 'FREQ=DAILY;UNTIL=20271231T235959'],
    ['FREQ=MONTHLY;BYDAY=+2TU', 'FREQ=MONTHLY;BYDAY=2TU'],
  ])('%s means %s', (rule, printed) => {
    const form = parseRule(rule);
    expect(form === null ? null : printRule(form)).toBe(printed);
  });

  it.each([
    'FREQ=DAILY;BYHOUR=9,17',
    'FREQ=DAILY;BYDAY=MO',
    'FREQ=DAILY;UNTIL=20271231T120000Z',
    'FREQ=DAILY;UNTIL=20271231T120000',
    'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO',
    'FREQ=MONTHLY;BYMONTHDAY=1,15',
    'FREQ=MONTHLY;BYMONTHDAY=-2',
    'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
    'FREQ=MONTHLY;BYDAY=MO',
    'FREQ=MONTHLY;BYDAY=5MO',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    'FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1;COUNT=1',
    'FREQ=HOURLY;BYDAY=MO',
  ])('%s is a rule, but more than the form can say', (rule) => {
    expect(isRule(rule)).toBe(true);
    expect(parseRule(rule)).toBeNull();
    expect(toWalls(toTime('2027-01-01T10:00', rule), 1)).toHaveLength(1);
  });

  it.each([
    '',
    'DAILY',
    'FREQ=',
    'FREQ=SECONDLY',
    'FREQ=MINUTELY',
    'FREQ=DAILY;FREQ=DAILY',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;INTERVAL=1.5',
    'FREQ=DAILY;COUNT=0',
    'FREQ=DAILY;COUNT=2;UNTIL=20271231',
    'FREQ=DAILY;UNTIL=20270230',
    'FREQ=DAILY;UNTIL=2027-12-31',
    'FREQ=DAILY;BYDAY=1MO',
    'FREQ=WEEKLY;BYDAY=XX',
    'FREQ=WEEKLY;BYMONTHDAY=3',
    'FREQ=MONTHLY;BYMONTHDAY=0',
    'FREQ=MONTHLY;BYMONTHDAY=32',
    'FREQ=MONTHLY;BYSETPOS=1',
    'FREQ=DAILY;;COUNT=1',
    'FREQ=DAILY;COLOUR=RED',
    'COUNT=3',
    'FREQ=YEARLY;BYMONTHDAY=13;BYDAY=1FR',
  ])('“%s” is no rule', (rule) => {
    expect(isRule(rule)).toBe(false);
    expect(parseRule(rule)).toBeNull();
    expect(toWalls(toTime('2027-01-01T10:00', rule))).toEqual([]);
    expect(findLastOccurrence(toTime('2027-01-01T10:00', rule))).toBeNull();
  });
});

describe('the times of a rule', () => {
  it.each([
    [
      '2026-11-30T10:00',
      'FREQ=MONTHLY;BYMONTHDAY=30;COUNT=4',
      ['2026-11-30', '2026-12-30', '2027-01-30', '2027-03-30'],
    ],
    ['2027-01-31T10:00', 'FREQ=MONTHLY;COUNT=3', ['2027-01-31', '2027-03-31', '2027-05-31']],
    ['2027-01-31T10:00', 'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3', ['2027-01-31', '2027-02-28', '2027-03-31']],
    ['2028-02-29T10:00', 'FREQ=YEARLY;COUNT=2', ['2028-02-29', '2032-02-29']],
    ['2027-01-06T10:00', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;COUNT=3', ['2027-01-08', '2027-01-18', '2027-01-22']],
    ['2027-01-02T10:00', 'FREQ=MONTHLY;BYDAY=1MO;COUNT=2', ['2027-01-04', '2027-02-01']],
    ['2027-01-01T10:00', 'FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20270226', ['2027-01-29', '2027-02-26']],
    // A start that is none of its times: the first is the next that is.
    ['2027-01-01T10:00', 'FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=1;COUNT=2', ['2027-03-01', '2028-03-01']],
    ['2027-01-01T10:00', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=2', ['2027-01-29', '2027-02-26']],
    ['2027-01-01T10:00', 'FREQ=DAILY;COUNT=2;', ['2027-01-01', '2027-01-02']],
  ])('from %s, %s', (wall, rule, days) => {
    expect(toDays(toTime(wall, rule))).toEqual(days);
    expect(findLastOccurrence(toTime(wall, rule))?.wall.slice(0, 10)).toBe(days.at(-1));
  });

  it('of no rule is one', () => {
    const once = toTime('2027-07-01T10:00', null);
    const at = toAt('2027-07-01T09:00Z');
    const only = { at, wall: '2027-07-01T10:00', isShifted: false };
    expect(listOccurrences(once, { after: at - 1, limit: 9 })).toEqual([only]);
    expect(listOccurrences(once, { after: at, limit: 9 })).toEqual([]);
    expect(listOccurrences(once, { after: 0, before: at, limit: 9 })).toEqual([]);
    expect(findLastOccurrence(once)).toEqual(only);
    expect(findNextOccurrence(once, at - 1)).toEqual(only);
    expect(listSkipped(once, { from: 0, to: at })).toEqual([]);
  });

  it('stay at their hour when the clocks change, and move where they are jumped over', () => {
    const time = toTime('2027-03-27T01:30', 'FREQ=DAILY');
    expect(listOccurrences(time, { after: 0, limit: 3 })).toEqual([
      { at: toAt('2027-03-27T01:30Z'), wall: '2027-03-27T01:30', isShifted: false },
      { at: toAt('2027-03-28T01:30Z'), wall: '2027-03-28T02:30', isShifted: true },
      { at: toAt('2027-03-29T00:30Z'), wall: '2027-03-29T01:30', isShifted: false },
    ]);
  });

  it('take the first of two hours, but for a start in the second', () => {
    const [, sunday] = listOccurrences(toTime('2027-10-30T01:30', 'FREQ=DAILY'), { after: 0, limit: 2 });
    expect(sunday?.at).toBe(toAt('2027-10-31T00:30Z'));
    const second = toTime('2027-10-31T01:30', 'FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU', { overlap: 'second' });
    const times = listOccurrences(second, { after: 0, limit: 2 });
    expect(times.map(({ at }) => at)).toEqual([toAt('2027-10-31T01:30Z'), toAt('2028-10-29T00:30Z')]);
  });

  it('go on from the time that is meant where the start is jumped over, as the service reads it', () => {
    const times = listOccurrences(toTime('2027-03-28T01:30', 'FREQ=DAILY'), { after: 0, limit: 2 });
    expect(times).toEqual([
      { at: toAt('2027-03-28T01:30Z'), wall: '2027-03-28T02:30', isShifted: true },
      { at: toAt('2027-03-29T01:30Z'), wall: '2027-03-29T02:30', isShifted: false },
    ]);
  });

  it('by the hour are real hours', () => {
    const back = listOccurrences(toTime('2027-10-31T00:30', 'FREQ=HOURLY;COUNT=4'), { after: 0, limit: 9 });
    expect(back.map(({ wall }) => wall.slice(11))).toEqual(['00:30', '01:30', '01:30', '02:30']);
    const forward = listOccurrences(toTime('2027-03-28T00:30', 'FREQ=HOURLY;COUNT=3'), { after: 0, limit: 9 });
    expect(forward.map(({ wall }) => wall.slice(11))).toEqual(['00:30', '02:30', '03:30']);
  });

  it('that fall together in a jump are one, and count once', () => {
    const time = toTime('2027-03-28T00:00', 'FREQ=DAILY;BYHOUR=1,2;BYMINUTE=0,30;COUNT=3');
    expect(toWalls(time)).toEqual(['2027-03-28T02:00', '2027-03-28T02:30', '2027-03-29T01:00']);
    expect(findLastOccurrence(time)?.wall).toBe('2027-03-29T01:00');
  });

  it('are in order where a jump puts one behind the next', () => {
    // Half an hour is skipped: 02:15 becomes 02:45, after 02:30.
    const rule = 'FREQ=DAILY;BYHOUR=2;BYMINUTE=15,30';
    const time = toTime('2027-10-03T00:00', rule, { timeZone: 'Australia/Lord_Howe' });
    const clocks = listOccurrences(time, { after: 0, limit: 3 }).map(({ wall, isShifted }) => [wall, isShifted]);
    expect(clocks).toEqual([
      ['2027-10-03T02:30', false],
      ['2027-10-03T02:45', true],
      ['2027-10-04T02:15', false],
    ]);
    const ended = { ...time, rule: `${rule};UNTIL=20271003` };
    expect(findLastOccurrence(ended)?.wall).toBe('2027-10-03T02:45');
  });

  it.each([
    ['2027-01-31', 'a day alone, with all its hours', 'UNTIL=20270131'],
    ['2027-01-30', 'an hour before', 'UNTIL=20270131T225959'],
    ['2027-01-31', 'that minute', 'UNTIL=20270131T230000'],
    ['2027-01-31', 'an instant', 'UNTIL=20270131T230000Z'],
    ['2027-01-30', 'an instant before', 'UNTIL=20270131T225959Z'],
  ])('end on %s with %s (%s)', (day, _what, until) => {
    const time = toTime('2027-01-01T23:00', `FREQ=DAILY;${until}`);
    expect(findLastOccurrence(time)?.wall).toBe(`${day}T23:00`);
    expect(toDays(time).at(-1)).toBe(day);
  });

  it('end with the whole day of their zone', () => {
    const until = 'FREQ=DAILY;UNTIL=20270131';
    const far = toTime('2027-01-29T23:30', until, { timeZone: 'Pacific/Kiritimati' });
    expect(toDays(far)).toEqual(['2027-01-29', '2027-01-30', '2027-01-31']);
    const west = toTime('2027-01-29T23:30', until, { timeZone: 'Pacific/Honolulu' });
    expect(toDays(west)).toEqual(['2027-01-29', '2027-01-30', '2027-01-31']);
  });

  it('without end have no last one', () => {
    expect(findLastOccurrence(toTime('2027-01-01T10:00', 'FREQ=DAILY'))).toBeNull();
  });

  it.each([
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=31;COUNT=3',
    'FREQ=DAILY;UNTIL=20261231',
    'FREQ=HOURLY;INTERVAL=24;BYHOUR=5',
  ])('are none where the rule never comes: %s', (rule) => {
    const time = toTime('2027-01-01T10:00', rule);
    expect(findNextOccurrence(time, -Infinity)).toBeNull();
    expect(findLastOccurrence(time)).toBeNull();
    expect(
      listOccurrences(time, { after: toAt('2027-01-01T00:00Z'), before: toAt('2028-01-01T00:00Z'), limit: 9 }),
    ).toEqual([]);
  });

  it('are asked for by both bounds, neither included, or by their number', () => {
    const time = toTime('2027-01-01T10:00', 'FREQ=DAILY');
    const [after, before] = [toAt('2028-06-01T09:00Z'), toAt('2028-06-04T09:00Z')];
    const days = (query: Parameters<typeof listOccurrences>[1]): string[] =>
      listOccurrences(time, query).map(({ wall }) => wall.slice(5, 10));
    expect(days({ after, before, limit: 9 })).toEqual(['06-02', '06-03']);
    expect(days({ after: after - 1, before: before + 1, limit: 9 })).toEqual(['06-01', '06-02', '06-03', '06-04']);
    expect(days({ after, before, limit: 1 })).toEqual(['06-02']);
    expect(days({ after, limit: 3 })).toEqual(['06-02', '06-03', '06-04']);
    expect(days({ after, limit: 0 })).toEqual([]);
    expect(days({ after: before, before: after, limit: 9 })).toEqual([]);
    expect(findNextOccurrence(time, after)?.wall).toBe('2028-06-02T10:00');
  });

  it('of an unknown zone, or a time that is none, are none', () => {
    const line = { timeZone: 'Europe/Atlantis' };
    expect(toWalls(toTime('2027-02-30T10:00', 'FREQ=DAILY'))).toEqual([]);
    expect(toWalls(toTime('2027-02-30T10:00', null))).toEqual([]);
    expect(toWalls(toTime('2027-01-01T10:00', 'FREQ=DAILY', line))).toEqual([]);
    expect(toWalls(toTime('2027-01-01T10:00', null, line))).toEqual([]);
    expect(findLastOccurrence(toTime('2027-01-01T10:00', null, line))).toBeNull();
  });
});

describe('days that a rule skips', () => {
  const year = { from: toAt('2027-01-01T00:00Z'), to: toAt('2028-03-15T00:00Z') };
  it.each([
    ['2026-11-30T10:00', 'FREQ=MONTHLY;BYMONTHDAY=30', ['2027-02-30', '2028-02-30']],
    ['2026-10-31T10:00', 'FREQ=MONTHLY;INTERVAL=2', ['2027-02-31', '2027-04-31', '2027-06-31', '2028-02-31']],
    ['2026-12-31T10:00', 'FREQ=MONTHLY;COUNT=3', ['2027-02-31']],
    ['2026-11-30T10:00', 'FREQ=MONTHLY;BYMONTHDAY=29,30;UNTIL=20270301', ['2027-02-29', '2027-02-30']],
    ['2027-12-29T10:00', 'FREQ=MONTHLY', []],
    ['2024-02-29T10:00', 'FREQ=YEARLY', ['2027-02-29']],
    ['2024-02-29T10:00', 'FREQ=YEARLY;INTERVAL=4', []],
    ['2026-01-01T10:00', 'FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=31', ['2027-04-31']],
    ['2026-11-30T10:00', 'FREQ=MONTHLY;BYMONTHDAY=-1', []],
    ['2026-11-30T10:00', 'FREQ=MONTHLY;BYDAY=-1MO', []],
    ['2026-11-30T10:00', 'FREQ=WEEKLY', []],
    ['2026-11-30T10:00', 'no rule', []],
  ])('from %s, %s', (wall, rule, days) => {
    expect(listSkipped(toTime(wall, rule), year).map(({ day }) => day)).toEqual(days);
  });
});
