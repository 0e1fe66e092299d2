import { describe, expect, it } from 'vitest';
import { listSnoozeTimes } from '#renderer/features/chat-actions/snooze-times.ts';
import { parseWhen } from '#renderer/features/chat-actions/typed-time.ts';

const timeZone = 'Europe/London';
/** A Friday, in winter: London is at UTC. */
const FRIDAY = Date.parse('2026-11-20T11:20:30Z');

function understand(text: string, now = FRIDAY): string | null {
  const at = parseWhen(text, { now, timeZone });
  return at === null ? null : new Date(at).toISOString().slice(0, 16);
}

describe('a time as people type it', () => {
  it.each([
    ['tomorrow 2pm', '2026-11-21T14:00'],
    ['Tomorrow at 2 p.m.', '2026-11-21T14:00'],
    ['2pm tomorrow', '2026-11-21T14:00'],
    ['tmrw', '2026-11-21T09:00'],
    ['in 3 days', '2026-11-23T09:00'],
    ['3 days', '2026-11-23T09:00'],
    ['in 3 days at 16:45', '2026-11-23T16:45'],
    ['2w', '2026-12-04T09:00'],
    ['in a month', '2026-12-20T09:00'],
    ['in 2 hours', '2026-11-20T13:21'],
    ['in half an hour', '2026-11-20T11:51'],
    ['90 min', '2026-11-20T12:51'],
    ['45m', '2026-11-20T12:06'],
    ['mon 9', '2026-11-23T09:00'],
    ['Monday, 9:30', '2026-11-23T09:30'],
    ['thursday afternoon', '2026-11-26T14:00'],
    ['next monday', '2026-11-23T09:00'],
    ['next week', '2026-11-23T09:00'],
    ['next month', '2026-12-01T09:00'],
    ['weekend', '2026-11-21T09:00'],
    ['tonight', '2026-11-20T20:00'],
    ['this evening', '2026-11-20T18:00'],
    ['today 17.15', '2026-11-20T17:15'],
    ['24 nov', '2026-11-24T09:00'],
    ['nov 24 10:30', '2026-11-24T10:30'],
    ['24th november at 3', '2026-11-24T15:00'],
    ['24/11', '2026-11-24T09:00'],
    ['24/11/27 8am', '2027-11-24T08:00'],
    ['24.11. 14', '2026-11-24T14:00'],
    ['2027-02-01 12pm', '2027-02-01T12:00'],
    ['12am tomorrow', '2026-11-21T00:00'],
  ])('“%s” is %s', (text, expected) => {
    expect(understand(text)).toBe(expected);
  });

  it('means the next such time, where only a time is said', () => {
    expect(understand('14:30')).toBe('2026-11-20T14:30');
    expect(understand('9')).toBe('2026-11-21T09:00');
    expect(understand('noon')).toBe('2026-11-20T12:00');
  });

  it('takes one digit from 1 to 6 for the afternoon, and two as they stand', () => {
    expect(understand('mon 2')).toBe('2026-11-23T14:00');
    expect(understand('mon 02')).toBe('2026-11-23T02:00');
    expect(understand('mon 2am')).toBe('2026-11-23T02:00');
  });

  it('means today by the name of today while the time is to come, and a week later after it or with “next”', () => {
    expect(understand('fri 3pm')).toBe('2026-11-20T15:00');
    expect(understand('fri 9')).toBe('2026-11-27T09:00');
    expect(understand('next friday 3pm')).toBe('2026-11-27T15:00');
  });

  it('takes a date without a year for the one ahead', () => {
    expect(understand('3 march')).toBe('2027-03-03T09:00');
    expect(understand('20 nov 15:00')).toBe('2026-11-20T15:00');
  });

  it('is as the wall clock says, on either side of a change of the clocks', () => {
    // The clocks of London go forward on 28 March 2027.
    const saturday = Date.parse('2027-03-27T11:00:00Z');
    expect(understand('tomorrow 9', saturday)).toBe('2027-03-28T08:00');
    expect(understand('in 3 hours', saturday)).toBe('2027-03-27T14:00');
  });

  it('may be over already, which is for the asker to say', () => {
    expect(understand('today 8am')).toBe('2026-11-20T08:00');
  });

  it.each([
    '',
    'soon',
    'tomorrow maybe',
    'mon tue',
    '25:00',
    '31 april',
    '31/4',
    'in days',
    '13pm',
    'next',
    '9 10',
    'in 0.5 days',
  ])('is not made up from “%s”', (text) => {
    expect(understand(text)).toBeNull();
  });
});

describe('times that are offered', () => {
  const offered = (iso: string): string[] =>
    listSnoozeTimes({ now: Date.parse(iso), timeZone }).map(
      ({ name, at }) => `${name} ${new Date(at).toISOString().slice(0, 16)}`,
    );

  it('lie ahead, the soonest first', () => {
    expect(offered('2026-11-20T11:20:30Z')).toEqual([
      'hour 2026-11-20T12:21',
      'afternoon 2026-11-20T14:00',
      'evening 2026-11-20T18:00',
      'tomorrow 2026-11-21T09:00',
      'monday 2026-11-23T09:00',
      'week 2026-11-27T09:00',
    ]);
  });

  it('leave out what is nearly now, and what another one says already', () => {
    // A Sunday evening: tomorrow is Monday.
    expect(offered('2026-11-22T17:30:00Z')).toEqual([
      'hour 2026-11-22T18:30',
      'tomorrow 2026-11-23T09:00',
      'week 2026-11-29T09:00',
    ]);
  });
});
