import { describe, expect, it } from 'vitest';
import { parsePlainTime } from '#shared/domain/scheduling/plain-time.ts';
import { parseRule } from '#shared/domain/scheduling/recurrence.ts';

const timeZone = 'Europe/London';
/** A Friday, in winter: London is at UTC. */
const FRIDAY = Date.parse('2026-11-20T11:20:30Z');

function understand(text: string, now = FRIDAY): string | null {
  const said = parsePlainTime(text, { now, timeZone });
  return said === null ? null : [said.wall, ...(said.rule === null ? [] : [said.rule])].join(' ');
}

describe('a time as people type it, once', () => {
  it.each([
    ['9', '2026-11-21T09:00'],
    ['9am', '2026-11-21T09:00'],
    ['9:30pm', '2026-11-20T21:30'],
    ['21:15', '2026-11-20T21:15'],
    ['9.30', '2026-11-21T09:30'],
    ['3', '2026-11-20T15:00'],
    ['03:00', '2026-11-21T03:00'],
    ['noon', '2026-11-20T12:00'],
    ['midnight', '2026-11-21T00:00'],
    ['tue 9am', '2026-11-24T09:00'],
    ['Tuesday', '2026-11-24T09:00'],
    ['friday 9am', '2026-11-27T09:00'],
    ['friday 3pm', '2026-11-20T15:00'],
    ['next friday 3pm', '2026-11-27T15:00'],
    ['next monday', '2026-11-23T09:00'],
    ['today 5pm', '2026-11-20T17:00'],
    ['today 8am', '2026-11-20T08:00'],
    ['tonight', '2026-11-20T20:00'],
    ['tonight at 9', '2026-11-20T21:00'],
    ['tomorrow', '2026-11-21T09:00'],
    ['tomorrow 14:30', '2026-11-21T14:30'],
    ['tomorrow morning at 8', '2026-11-21T08:00'],
    ['8 in the evening', '2026-11-20T20:00'],
    ['in 2 hours', '2026-11-20T13:21'],
    ['in 30 minutes', '2026-11-20T11:51'],
    ['in 3 days', '2026-11-23T09:00'],
    ['in 2 weeks', '2026-12-04T09:00'],
    ['3 dec', '2026-12-03T09:00'],
    ['3 dec 9:00', '2026-12-03T09:00'],
    ['3rd of December 2027', '2027-12-03T09:00'],
    ['dec 3', '2026-12-03T09:00'],
    ['sept 3', '2027-09-03T09:00'],
    ['19 nov', '2027-11-19T09:00'],
    ['29 feb', '2028-02-29T09:00'],
    ['30/11', '2026-11-30T09:00'],
    ['11/30', null],
    ['30 nov 10am', '2026-11-30T10:00'],
    ['monday 30 nov 10am', '2026-11-30T10:00'],
    ['2026-12-03', '2026-12-03T09:00'],
    ['2026-12-03T09:15', '2026-12-03T09:15'],
    ['2026-12-03 21:15', '2026-12-03T21:15'],
  ])('“%s” is %s', (text, expected) => {
    expect(understand(text)).toBe(expected);
  });

  it.each([
    ...['', '   ', 'banana', 'soon', '25:00', '9:60', '13pm', '0am', '9 10', '9am 10am', 'in 9', 'in two hours'],
    ...['tuesday tomorrow', 'monday 1 dec', '31/02', '31 april', '3 marry', 'next', 'next 9', 'tonight 9am'],
    ...['morning 3pm', '99', '9am please', 'in 2 hours tomorrow', 'constructor', 'toString', '30th', 'mondays'],
  ])('does not guess at “%s”', (text) => {
    expect(understand(text)).toBeNull();
  });

  it('takes the next such day, over the end of a year', () => {
    const newYearsEve = Date.parse('2026-12-31T23:30:00Z');
    expect(understand('9', newYearsEve)).toBe('2027-01-01T09:00');
    expect(understand('1 jan', newYearsEve)).toBe('2027-01-01T09:00');
    expect(understand('31 dec 23:45', newYearsEve)).toBe('2026-12-31T23:45');
    expect(understand('in 45 min', newYearsEve)).toBe('2027-01-01T00:15');
  });

  it('is on the clocks of the zone', () => {
    const said = parsePlainTime('tomorrow 9', { now: FRIDAY, timeZone: 'Pacific/Auckland' });
    expect(said).toEqual({ wall: '2026-11-22T09:00', rule: null, overlap: 'first' });
  });

  it('means the second of two where the first is over', () => {
    const between = { now: Date.parse('2027-10-31T00:45Z'), timeZone };
    expect(parsePlainTime('01:30', between)).toEqual({ wall: '2027-10-31T01:30', rule: null, overlap: 'second' });
    expect(parsePlainTime('in 30 min', between)).toEqual({ wall: '2027-10-31T01:15', rule: null, overlap: 'second' });
  });
});

describe('a time as people type it, again and again', () => {
  it.each([
    ['every day 9am', '2026-11-21T09:00 FREQ=DAILY'],
    ['daily at 15:00', '2026-11-20T15:00 FREQ=DAILY'],
    ['every 3 days 9', '2026-11-21T09:00 FREQ=DAILY;INTERVAL=3'],
    ['every morning', '2026-11-21T09:00 FREQ=DAILY'],
    ['every evening at 7', '2026-11-20T19:00 FREQ=DAILY'],
    ['every weekday 8:15', '2026-11-23T08:15 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['every weekday at 2pm', '2026-11-20T14:00 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['every mon-fri 7.30', '2026-11-23T07:30 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['every weekend 10', '2026-11-21T10:00 FREQ=WEEKLY;BYDAY=SA,SU'],
    ['every monday and friday 9', '2026-11-23T09:00 FREQ=WEEKLY;BYDAY=MO,FR'],
    ['each Wed, Fri at 3pm', '2026-11-20T15:00 FREQ=WEEKLY;BYDAY=WE,FR'],
    ['every monday morning at 8', '2026-11-23T08:00 FREQ=WEEKLY;BYDAY=MO'],
    ['weekly on tuesdays 18:00', '2026-11-24T18:00 FREQ=WEEKLY;BYDAY=TU'],
    ['every 2 weeks on tue 10am', '2026-11-24T10:00 FREQ=WEEKLY;INTERVAL=2;BYDAY=TU'],
    ['every other wed', '2026-11-25T09:00 FREQ=WEEKLY;INTERVAL=2;BYDAY=WE'],
    ['every fortnight on fri 10', '2026-11-27T10:00 FREQ=WEEKLY;INTERVAL=2;BYDAY=FR'],
    ['every week', '2026-11-21T09:00 FREQ=WEEKLY'],
    ['every month on the 30th 10am', '2026-11-30T10:00 FREQ=MONTHLY;BYMONTHDAY=30'],
    ['30th of every month 10am', '2026-11-30T10:00 FREQ=MONTHLY;BYMONTHDAY=30'],
    ['every month on day 31', '2026-12-31T09:00 FREQ=MONTHLY;BYMONTHDAY=31'],
    ['1st of every 3 months', '2026-12-01T09:00 FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1'],
    ['first monday of every month 9am', '2026-12-07T09:00 FREQ=MONTHLY;BYDAY=1MO'],
    ['every second tuesday of the month', '2026-12-08T09:00 FREQ=MONTHLY;BYDAY=2TU'],
    ['every last friday 4pm', '2026-11-27T16:00 FREQ=MONTHLY;BYDAY=-1FR'],
    ['last day of every month', '2026-11-30T09:00 FREQ=MONTHLY;BYMONTHDAY=-1'],
    ['first day of each month at noon', '2026-12-01T12:00 FREQ=MONTHLY;BYMONTHDAY=1'],
    ['every year on 3 dec 9am', '2026-12-03T09:00 FREQ=YEARLY'],
    ['every 19 nov', '2027-11-19T09:00 FREQ=YEARLY'],
    ['every 20 nov 9am', '2027-11-20T09:00 FREQ=YEARLY'],
    ['every 29 feb', '2028-02-29T09:00 FREQ=YEARLY'],
    ['every 3 hours', '2026-11-20T12:00 FREQ=HOURLY;INTERVAL=3'],
    ['every 4 hours at 9', '2026-11-21T09:00 FREQ=HOURLY;INTERVAL=4'],
    ['every day 9am 5 times', '2026-11-21T09:00 FREQ=DAILY;COUNT=5'],
    ['every day at 9 for 10 times', '2026-11-21T09:00 FREQ=DAILY;COUNT=10'],
    ['every day 9am until 30 june', '2026-11-21T09:00 FREQ=DAILY;UNTIL=20270630T235959'],
    ['every monday until 2027-03-01 at 8am', '2026-11-23T08:00 FREQ=WEEKLY;BYDAY=MO;UNTIL=20270301T235959'],
    ['every day from 1 dec 9am until 5 dec', '2026-12-01T09:00 FREQ=DAILY;UNTIL=20261205T235959'],
    ['every 2 days starting monday 8am', '2026-11-23T08:00 FREQ=DAILY;INTERVAL=2'],
  ])('“%s” is %s', (text, expected) => {
    expect(understand(text)).toBe(expected);
    expect(parseRule(expected.slice(17))).not.toBeNull();
  });

  it.each([
    ...['every', 'every 9am', 'every 5', 'every banana', 'every day 25:00', 'every day 9 10', 'every 0 days'],
    ...['every month on monday', 'every day monday', 'every second monday', 'every week on the 30th', 'every 31 april'],
    ...['every month on the 32nd', 'every year on monday', 'every day week', 'every day until 1 jan 2020'],
    ...['every day 0 times', 'every day 5 times until 30 june', 'every day until banana', 'every hour in the morning'],
    ...[
      'in 2 hours every day',
      'every 1000 days',
      'every fri-mon',
      'every first',
      'daily weekly',
      'every day 5 times 6 times',
    ],
  ])('does not guess at “%s”', (text) => {
    expect(understand(text)).toBeNull();
  });

  it('begins with the time that is meant on a day when the clocks jump', () => {
    const saturday = Date.parse('2027-03-27T12:00Z');
    expect(understand('every day 1:30am', saturday)).toBe('2027-03-28T01:30 FREQ=DAILY');
  });
});
