import { describe, expect, it } from 'vitest';
import {
  addDays,
  findClockChange,
  isTimeZone,
  isWall,
  listCountryTimeZones,
  listTimeZones,
  resolveTime,
  startOfDay,
  toDay,
  toUtcOffset,
  toWall,
} from '#shared/domain/scheduling/zoned-time.ts';

const toAt = (text: string): number => Date.parse(text);

describe('a time on the clocks of a zone', () => {
  it.each([
    ['2026-11-30T10:00', 'Africa/Johannesburg', '2026-11-30T08:00Z'],
    ['2027-07-01T09:00', 'Europe/London', '2027-07-01T08:00Z'],
    ['2027-01-01T00:00', 'Asia/Kathmandu', '2026-12-31T18:15Z'],
    ['2027-01-01T00:00', 'UTC', '2027-01-01T00:00Z'],
    ['2026-12-31T23:59', 'Pacific/Kiritimati', '2026-12-31T09:59Z'],
  ])('%s in %s is one instant', (wall, timeZone, instant) => {
    expect(resolveTime({ wall, timeZone, overlap: 'second' })).toEqual({ kind: 'exact', at: toAt(instant) });
    expect(toWall(toAt(instant), timeZone)).toBe(wall);
    expect(toDay(toAt(instant), timeZone)).toBe(wall.slice(0, 10));
  });

  it.each([
    ['2027-03-28T01:30', 'Europe/London', '2027-03-28T01:30Z', '2027-03-28T02:30'],
    ['2027-03-14T02:00', 'America/New_York', '2027-03-14T07:00Z', '2027-03-14T03:00'],
    // Half an hour is skipped on Lord Howe Island, two at the Troll station, and the last hour of a day in Nuuk.
    ['2027-10-03T02:15', 'Australia/Lord_Howe', '2027-10-02T15:45Z', '2027-10-03T02:45'],
    ['2027-03-28T01:30', 'Antarctica/Troll', '2027-03-28T01:30Z', '2027-03-28T03:30'],
    ['2027-03-27T23:30', 'America/Nuuk', '2027-03-28T01:30Z', '2027-03-28T00:30'],
  ])('%s in %s is jumped over, and as much later is meant', (wall, timeZone, instant, shiftedWall) => {
    const gap = { kind: 'gap', at: toAt(instant), shiftedWall };
    expect(resolveTime({ wall, timeZone, overlap: 'first' })).toEqual(gap);
    expect(toWall(gap.at, timeZone)).toBe(shiftedWall);
  });

  it.each([
    ['2027-10-31T01:30', 'Europe/London', '2027-10-31T00:30Z', '2027-10-31T01:30Z'],
    ['2027-11-07T01:00', 'America/New_York', '2027-11-07T05:00Z', '2027-11-07T06:00Z'],
    ['2027-04-04T01:45', 'Australia/Lord_Howe', '2027-04-03T14:45Z', '2027-04-03T15:15Z'],
  ])('%s in %s comes twice, and either can be meant', (wall, timeZone, first, second) => {
    const both = { kind: 'overlap', firstAt: toAt(first), secondAt: toAt(second) };
    expect(resolveTime({ wall, timeZone, overlap: 'first' })).toEqual({ ...both, at: both.firstAt });
    expect(resolveTime({ wall, timeZone, overlap: 'second' })).toEqual({ ...both, at: both.secondAt });
    expect([both.firstAt, both.secondAt].map((at) => toWall(at, timeZone))).toEqual([wall, wall]);
  });

  it.each([
    ['2027-03-28T00:59', 'exact'],
    ['2027-03-28T01:00', 'gap'],
    ['2027-03-28T01:59', 'gap'],
    ['2027-03-28T02:00', 'exact'],
    ['2027-10-31T00:59', 'exact'],
    ['2027-10-31T01:00', 'overlap'],
    ['2027-10-31T01:59', 'overlap'],
    ['2027-10-31T02:00', 'exact'],
  ])('knows the edges of a change in London: %s is %s', (wall, kind) => {
    expect(resolveTime({ wall, timeZone: 'Europe/London', overlap: 'first' }).kind).toBe(kind);
  });

  it.each(['2027-02-30T10:00', '2027-13-01T10:00', '2027-01-01T24:00', '2027-01-01', '2027-01-01T9:00', ''])(
    'takes “%s” for no time',
    (wall) => {
      expect(isWall(wall)).toBe(false);
      expect(() => resolveTime({ wall, timeZone: 'UTC', overlap: 'first' })).toThrow(RangeError);
    },
  );

  it('refuses a zone that does not exist', () => {
    expect(() => toWall(0, 'Europe/Atlantis')).toThrow(RangeError);
  });
});

describe('days', () => {
  it.each([
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2027-03-01', -1, '2027-02-28'],
    ['2027-03-28', 0, '2027-03-28'],
  ])('%s and %i days is %s', (day, days, expected) => {
    expect(addDays(day, days)).toBe(expected);
  });

  it('begin at midnight, or right after it where the clocks skip it', () => {
    expect(startOfDay('2027-03-28', 'Europe/London')).toBe(toAt('2027-03-28T00:00Z'));
    expect(startOfDay('2027-09-05', 'America/Santiago')).toBe(toAt('2027-09-05T04:00Z'));
    expect(toWall(startOfDay('2027-09-05', 'America/Santiago'), 'America/Santiago')).toBe('2027-09-05T01:00');
  });
});

describe('zones', () => {
  it.each(['Europe/London', 'UTC', 'Asia/Kolkata', 'Asia/Calcutta', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])(
    '%s is one',
    (name) => {
      expect(isTimeZone(name)).toBe(true);
    },
  );

  it.each(['+02:00', '-05', 'Europe/Atlantis', '', 'London', '7'])('“%s” is none', (name) => {
    expect(isTimeZone(name)).toBe(false);
  });

  it('are all listed, each once, and each is one', () => {
    const names = listTimeZones();
    expect(names.length).toBeGreaterThan(300);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['UTC', 'Europe/London', 'Africa/Johannesburg']));
  });

  it('are known by country', () => {
    expect(listCountryTimeZones('ZA')).toEqual(['Africa/Johannesburg']);
    expect(listCountryTimeZones('gb')).toEqual(['Europe/London']);
    expect(listCountryTimeZones('US')).toEqual(
      expect.arrayContaining(['America/New_York', 'America/Los_Angeles', 'Pacific/Honolulu']),
    );
    expect(listCountryTimeZones('XX')).toEqual([]);
    expect(listCountryTimeZones('')).toEqual([]);
    expect(listCountryTimeZones('USA')).toEqual([]);
  });

  it('say how far they are ahead of UTC', () => {
    expect(toUtcOffset(toAt('2027-01-01T00:00Z'), 'America/St_Johns')).toBe(-210);
    expect(toUtcOffset(toAt('2027-07-01T00:00Z'), 'Europe/London')).toBe(60);
  });

  it('say when they change their clocks next, and by how much', () => {
    const [from, to] = [toAt('2027-01-01T00:00Z'), toAt('2028-01-01T00:00Z')];
    const spring = { at: toAt('2027-03-28T01:00Z'), minutes: 60 };
    expect(findClockChange('Europe/London', from, to)).toEqual(spring);
    expect(findClockChange('Europe/London', from, spring.at)).toEqual(spring);
    expect(findClockChange('Europe/London', from, spring.at - 1)).toBeNull();
    expect(findClockChange('Europe/London', spring.at, to)).toEqual({ at: toAt('2027-10-31T01:00Z'), minutes: -60 });
    expect(findClockChange('Africa/Johannesburg', from, to)).toBeNull();
  });
});
