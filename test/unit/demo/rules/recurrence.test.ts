import { describe, expect, it } from 'vitest';
import { findLastTime, findNextTime, listTimes } from '#main/demo/rules/recurrence.ts';
import type { Recurrence } from '#main/demo/rules/recurrence.ts';
import { BadRule, parseRule } from '#main/demo/rules/recurrence-rule.ts';
import { toRuleWords } from '#main/demo/rules/recurrence-text.ts';
import { Zone } from '#main/demo/rules/zones.ts';

function toWallAt(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}Z`);
}

function toRecurrence(rule: string, start: string, timeZone = 'America/New_York'): Recurrence {
  const zone = new Zone(timeZone);
  return { rule: parseRule(rule), startAt: zone.toInstant(toWallAt(`${start}:00`)), zone };
}

/** The first times of a rule as the wall shows them. */
function toWalls(recurrence: Recurrence, most = 200): string[] {
  const walls: string[] = [];
  for (const at of listTimes(recurrence)) {
    walls.push(new Date(recurrence.zone.toWall(at)).toISOString().slice(0, 16).replace('T', ' '));
    if (walls.length === most) break;
  }
  return walls;
}

function toDates(recurrence: Recurrence, most = 200): string[] {
  return toWalls(recurrence, most).map((wall) => {
    expect(wall.slice(11)).toBe('09:00');
    return wall.slice(0, 10);
  });
}

describe('times of a rule: examples of RFC 5545, from 2 September 1997 at 9:00 in New York', () => {
  const start = '1997-09-02 09:00';
  it.each([
    ['FREQ=DAILY;INTERVAL=10;COUNT=5', ['1997-09-02', '1997-09-12', '1997-09-22', '1997-10-02', '1997-10-12']],
    ['FREQ=WEEKLY;COUNT=4', ['1997-09-02', '1997-09-09', '1997-09-16', '1997-09-23']],
    [
      'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH',
      ...[
        [
          '1997-09-02',
          '1997-09-04',
          '1997-09-16',
          '1997-09-18',
          '1997-09-30',
          '1997-10-02',
          '1997-10-14',
          '1997-10-16',
        ],
      ],
    ],
    ['FREQ=MONTHLY;COUNT=3;BYDAY=1FR', ['1997-09-05', '1997-10-03', '1997-11-07']],
    [
      'FREQ=MONTHLY;INTERVAL=2;COUNT=6;BYDAY=1SU,-1SU',
      ['1997-09-07', '1997-09-28', '1997-11-02', '1997-11-30', '1998-01-04', '1998-01-25'],
    ],
    ['FREQ=MONTHLY;COUNT=3;BYDAY=-2MO', ['1997-09-22', '1997-10-20', '1997-11-17']],
    ['FREQ=MONTHLY;BYMONTHDAY=-3;COUNT=4', ['1997-09-28', '1997-10-29', '1997-11-28', '1997-12-29']],
    ['FREQ=MONTHLY;COUNT=4;BYMONTHDAY=2,15', ['1997-09-02', '1997-09-15', '1997-10-02', '1997-10-15']],
    ['FREQ=MONTHLY;COUNT=4;BYMONTHDAY=1,-1', ['1997-09-30', '1997-10-01', '1997-10-31', '1997-11-01']],
    ['FREQ=YEARLY;COUNT=3;BYMONTH=6,7', ['1998-06-02', '1998-07-02', '1999-06-02']],
    ['FREQ=YEARLY;COUNT=3;BYDAY=20MO', ['1998-05-18', '1999-05-17', '2000-05-15']],
    ['FREQ=YEARLY;BYMONTH=3;BYDAY=TH;COUNT=5', ['1998-03-05', '1998-03-12', '1998-03-19', '1998-03-26', '1999-03-04']],
    ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=4', ['1998-02-13', '1998-03-13', '1998-11-13', '1999-08-13']],
    [
      'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13;COUNT=4',
      ['1997-09-13', '1997-10-11', '1997-11-08', '1997-12-13'],
    ],
    ['FREQ=DAILY;BYMONTH=1;COUNT=2', ['1998-01-01', '1998-01-02']],
  ])('%s', (rule, dates) => {
    expect(toDates(toRecurrence(rule, start))).toEqual(dates);
  });

  it('presidential elections are every fourth year on the first Tuesday after a Monday in November', () => {
    const rule = 'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8;COUNT=3';
    expect(toDates(toRecurrence(rule, '1996-11-05 09:00'))).toEqual(['1996-11-05', '2000-11-07', '2004-11-02']);
  });

  it('the first day of the week decides where every second week begins', () => {
    const from = '1997-08-05 09:00';
    const rule = 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU';
    const fromMonday = ['1997-08-05', '1997-08-10', '1997-08-19', '1997-08-24'];
    const fromSunday = ['1997-08-05', '1997-08-17', '1997-08-19', '1997-08-31'];
    expect(toDates(toRecurrence(`${rule};WKST=MO`, from))).toEqual(fromMonday);
    expect(toDates(toRecurrence(`${rule};WKST=SU`, from))).toEqual(fromSunday);
  });

  it('an end in UTC, at a time of the wall or on a whole day is the last that may be', () => {
    const last = (until: string): string | undefined =>
      toDates(toRecurrence(`FREQ=DAILY;UNTIL=${until}`, start)).at(-1);
    expect(last('19971224T000000Z')).toBe('1997-12-23');
    expect(last('19971224T140000Z')).toBe('1997-12-24');
    expect(last('19971224T085959')).toBe('1997-12-23');
    expect(last('19971224')).toBe('1997-12-24');
  });

  it('hours and minutes multiply', () => {
    expect(toWalls(toRecurrence('FREQ=DAILY;BYHOUR=9,17;BYMINUTE=0,30;COUNT=5', start))).toEqual([
      ...['1997-09-02 09:00', '1997-09-02 09:30', '1997-09-02 17:00', '1997-09-02 17:30', '1997-09-03 09:00'],
    ]);
    expect(toWalls(toRecurrence('FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T170000', start))).toEqual([
      ...['1997-09-02 09:00', '1997-09-02 12:00', '1997-09-02 15:00'],
    ]);
    expect(toWalls(toRecurrence('FREQ=HOURLY;BYHOUR=9,10;BYMINUTE=15,45;COUNT=5', start))).toEqual([
      ...['1997-09-02 09:15', '1997-09-02 09:45', '1997-09-02 10:15', '1997-09-02 10:45', '1997-09-03 09:15'],
    ]);
  });
});

describe('a start or an end that the clocks show twice', () => {
  const zone = new Zone('America/New_York');

  it('begins with the second of two, where that is its start', () => {
    const startAt = Date.parse('2027-11-07T06:30:00Z');
    const times = listTimes({ rule: parseRule('FREQ=DAILY;COUNT=2'), startAt, zone });
    expect([...times]).toEqual([startAt, Date.parse('2027-11-08T06:30:00Z')]);
  });

  it('has the last day with all its hours, the repeated one too', () => {
    const rule = parseRule('FREQ=HOURLY;UNTIL=20271107T013000');
    const startAt = Date.parse('2027-11-07T04:30:00Z');
    expect(findLastTime({ rule, startAt, zone })).toBe(Date.parse('2027-11-07T06:30:00Z'));
  });
});

describe('times of a rule and the calendar', () => {
  it('a month without a 31st, and a year without a 29 February, is left out', () => {
    expect(toDates(toRecurrence('FREQ=MONTHLY;COUNT=4', '2026-01-31 09:00'))).toEqual([
      ...['2026-01-31', '2026-03-31', '2026-05-31', '2026-07-31'],
    ]);
    expect(toDates(toRecurrence('FREQ=YEARLY;COUNT=3', '2096-02-29 09:00'))).toEqual([
      ...['2096-02-29', '2104-02-29', '2108-02-29'],
    ]);
  });

  it('9:00 in London stays 9:00 when the clocks change', () => {
    const spring = toRecurrence('FREQ=DAILY;COUNT=3', '2026-03-28 09:00', 'Europe/London');
    expect([...listTimes(spring)].map((at) => new Date(at).toISOString())).toEqual([
      ...['2026-03-28T09:00:00.000Z', '2026-03-29T08:00:00.000Z', '2026-03-30T08:00:00.000Z'],
    ]);
    expect(toDates(toRecurrence('FREQ=DAILY;COUNT=3', '2026-10-24 09:00', 'Europe/London'))).toHaveLength(3);
  });

  it('a time that is skipped comes an hour later, one that comes twice is the first', () => {
    const gap = toRecurrence('FREQ=DAILY;COUNT=3', '2026-03-28 01:30', 'Europe/London');
    expect(toWalls(gap)).toEqual(['2026-03-28 01:30', '2026-03-29 02:30', '2026-03-30 01:30']);
    const overlap = toRecurrence('FREQ=DAILY;COUNT=2', '2026-10-24 01:30', 'Europe/London');
    expect(new Date([...listTimes(overlap)][1] ?? 0).toISOString()).toBe('2026-10-25T00:30:00.000Z');
  });

  it('hours of an hourly rule are real ones, also where the clocks change', () => {
    const hourly = [...listTimes(toRecurrence('FREQ=HOURLY;COUNT=30', '2026-10-24 20:00', 'Europe/London'))];
    for (const [index, at] of hourly.entries()) expect(at - (hourly[0] ?? 0)).toBe(index * 3_600_000);
  });
});

describe('what is asked of a rule', () => {
  it('the next time is the first of all that are later, wherever one asks', () => {
    for (const rule of [
      'FREQ=MONTHLY;BYDAY=-1FR',
      'FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,SA',
      'FREQ=DAILY;INTERVAL=7;COUNT=40',
    ]) {
      const recurrence = toRecurrence(rule, '2026-01-05 09:00');
      const times = [...listTimes(recurrence)].slice(0, 40);
      for (const [index, at] of times.slice(0, 39).entries()) {
        expect(findNextTime(recurrence, at)).toBe(times[index + 1]);
        expect(findNextTime(recurrence, at - 1)).toBe(at);
      }
    }
  });

  it('the last time is the last of all, and none where there is no end', () => {
    for (const rule of [
      'FREQ=HOURLY;UNTIL=20270301',
      'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;UNTIL=20400101',
      'FREQ=DAILY;COUNT=7',
    ]) {
      const recurrence = toRecurrence(rule, '2026-01-05 09:00');
      expect(findLastTime(recurrence)).toBe([...listTimes(recurrence)].at(-1));
    }
    expect(findLastTime(toRecurrence('FREQ=DAILY', '2026-01-05 09:00'))).toBeNull();
    expect(findLastTime(toRecurrence('FREQ=DAILY;UNTIL=20250101', '2026-01-05 09:00'))).toBeNull();
  });

  it.each([
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=HOURLY;INTERVAL=24;BYHOUR=5',
    'FREQ=DAILY;BYMONTH=4;BYMONTHDAY=31',
  ])('a rule that never comes ends soon: %s', (rule) => {
    expect(findNextTime(toRecurrence(rule, '2026-01-05 09:00'))).toBeNull();
  });

  it('an endless rule ends in 2200, and its times far ahead are found without counting from its start', () => {
    const recurrence = toRecurrence('FREQ=HOURLY', '2026-01-05 09:00');
    const lateAt = Date.UTC(2190, 0, 1);
    expect(findNextTime(recurrence, lateAt)).toBe(lateAt + 3_600_000);
    expect(findNextTime(recurrence, Date.UTC(2200, 0, 1))).toBeNull();
  });
});

describe('a rule as text', () => {
  it('may have a prefix, a semicolon at its end, and letters of either case', () => {
    const plain = parseRule('FREQ=DAILY;INTERVAL=2;COUNT=5');
    expect(parseRule('RRULE:FREQ=DAILY;INTERVAL=2;COUNT=5;')).toEqual(plain);
    expect(parseRule(' freq=daily; interval=2; count=5 ')).toEqual(plain);
  });

  it.each([
    ['', 'FREQ'],
    ['COUNT=5', 'FREQ'],
    ['FREQ=SECONDLY', 'FREQ'],
    ['FREQ=MINUTELY', 'FREQ'],
    ['FREQ=DAILY;BYSETPOS=1', 'BYSETPOS'],
    ['FREQ=YEARLY;BYWEEKNO=20', 'BYWEEKNO'],
    ['FREQ=YEARLY;BYYEARDAY=1', 'BYYEARDAY'],
    ['FREQ=DAILY;INTERVAL=0', 'INTERVAL'],
    ['FREQ=DAILY;COUNT=-1', 'COUNT'],
    ['FREQ=DAILY;COUNT=', 'COUNT'],
    ['FREQ=DAILY;COUNT=5;UNTIL=20270101', 'COUNT and UNTIL'],
    ['FREQ=DAILY;UNTIL=2027-01-01', 'UNTIL'],
    ['FREQ=DAILY;UNTIL=20270230', 'UNTIL'],
    ['FREQ=DAILY;FREQ=WEEKLY', 'FREQ'],
    ['FREQ=WEEKLY;BYDAY=1MO', 'BYDAY'],
    ['FREQ=WEEKLY;BYDAY=XX', 'BYDAY'],
    ['FREQ=MONTHLY;BYDAY=6MO', 'BYDAY'],
    ['FREQ=MONTHLY;BYDAY=0MO', 'BYDAY'],
    ['FREQ=MONTHLY;BYMONTHDAY=32', 'BYMONTHDAY'],
    ['FREQ=MONTHLY;BYMONTHDAY=0', 'BYMONTHDAY'],
    ['FREQ=WEEKLY;BYMONTHDAY=1', 'BYMONTHDAY'],
    ['FREQ=YEARLY;BYMONTH=13', 'BYMONTH'],
    ['FREQ=DAILY;BYHOUR=24', 'BYHOUR'],
    ['FREQ=DAILY;WKST=XX', 'WKST'],
  ])('%s is refused, and the part %s is named', (text, part) => {
    expect(() => parseRule(text)).toThrow(BadRule);
    expect(() => parseRule(text)).toThrow(part);
  });

  it.each([
    ['FREQ=DAILY;INTERVAL=2;COUNT=5;', 'Every 2 days at 09:00, 5 times'],
    ['FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1;COUNT=1', 'Every year on the 1st in January at 09:00, once'],
    ['FREQ=WEEKLY;BYDAY=MO,FR;UNTIL=20271231', 'Every week on Monday and Friday at 09:00, until 31 December 2027'],
    ['FREQ=WEEKLY', 'Every week on Friday at 09:00'],
    ['FREQ=MONTHLY;BYDAY=-1FR', 'Every month on the last Friday at 09:00'],
    ['FREQ=MONTHLY', 'Every month on the 20th at 09:00'],
    ['FREQ=YEARLY', 'Every year on 20 November at 09:00'],
    ['FREQ=MONTHLY;BYMONTHDAY=1,22,-2', 'Every month on the 2nd to last, 1st and 22nd at 09:00'],
    ['FREQ=HOURLY;INTERVAL=3', 'Every 3 hours at minute 0'],
    ['FREQ=DAILY;BYHOUR=9,17;BYMINUTE=30', 'Every day at 09:30 and 17:30'],
  ])('%s is in words: %s', (text, words) => {
    const { rule, startAt, zone } = toRecurrence(text, '2026-11-20 09:00');
    expect(toRuleWords(rule, startAt, zone)).toBe(words);
    expect(toRuleWords(null, startAt, zone)).toBe('Once on 20 November 2026 at 09:00');
  });
});
