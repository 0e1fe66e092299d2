import { describe, expect, it } from 'vitest';
import { Formats } from '#renderer/lib/format.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { toScheduleSentence } from '#renderer/lib/schedule-text.ts';
import { findComing, listAllowedHours } from '#renderer/features/schedule-picker/coming-texts.ts';
import { parseClock } from '#renderer/features/schedule-picker/clock-entry.ts';
import {
  listComingRows,
  toPriceText,
  toRefusalText,
  toSaveLabel,
  toSkipText,
} from '#renderer/features/schedule-picker/picker-words.ts';
import { createRuleForm, listMonthDays } from '#renderer/features/schedule-picker/rule-fields.ts';
import {
  filterZones,
  listClocks,
  listZoneOptions,
  toTwoZonesText,
  toZoneHint,
} from '#renderer/features/schedule-picker/zone-words.ts';
import type { MonthDay } from '#shared/domain/scheduling/recurrence.ts';
import { resolveTime } from '#shared/domain/scheduling/zoned-time.ts';

const NOW = Date.UTC(2026, 10, 20, 9, 56);
const LONDON = 'Europe/London';
const JOHANNESBURG = 'Africa/Johannesburg';
const texts = new Translator('en-GB');
const toContext = (timeFormat: '12h' | '24h') => ({
  texts,
  formats: new Formats(texts, { timeFormat, currency: 'GBP', timeZone: LONDON }),
  now: NOW,
});
const context = toContext('24h');
const toTime = (wall: string, rule: string | null = null, timeZone = LONDON) =>
  ({ wall, timeZone, rule, overlap: 'first' }) as const;

it('says which months or years are left out, as they don’t have the day', () => {
  const skip = (unit: 'day' | 'month' | 'year', day: string, monthDay?: MonthDay): string | null => {
    const form = { ...createRuleForm(unit, day), ...(monthDay === undefined ? {} : { monthDay }) };
    return toSkipText({ form, day }, context);
  };
  expect(['2026-11-28', '2026-11-29', '2026-11-30', '2026-12-31'].map((day) => skip('month', day))).toEqual([
    null,
    'Skips months with fewer than 29 days.',
    'Skips months with fewer than 30 days.',
    'Skips months with fewer than 31 days.',
  ]);
  expect(skip('month', '2026-11-30', { kind: 'last-day' })).toBeNull();
  expect(skip('month', '2026-11-30', { kind: 'weekday', nth: -1, weekday: 1 })).toBeNull();
  expect(skip('day', '2026-11-30')).toBeNull();
  expect([skip('year', '2028-02-29'), skip('year', '2028-02-28')]).toEqual([
    'Only in leap years: other years have no 29 February.',
    null,
  ]);
  expect(toSkipText({ form: null, day: '2026-11-30' }, context)).toBeNull();
});

describe('a time in a sentence', () => {
  it.each([
    [null, 'Mon 30 Nov, 10:00'],
    ['FREQ=HOURLY;INTERVAL=6', 'Every 6 hours, starting at 10:00'],
    ['FREQ=DAILY', 'Every day at 10:00'],
    ['FREQ=WEEKLY', 'Every week on Monday at 10:00'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'Every weekday at 10:00'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH', 'Every 2 weeks on Monday and Thursday at 10:00'],
    ['FREQ=MONTHLY;BYMONTHDAY=30;COUNT=10', 'Every month on the 30th at 10:00, 10 times'],
    ['FREQ=MONTHLY;BYMONTHDAY=22', 'Every month on the 22nd at 10:00'],
    ['FREQ=MONTHLY;BYMONTHDAY=11', 'Every month on the 11th at 10:00'],
    ['FREQ=MONTHLY;BYDAY=-1MO', 'Every month on the last Monday at 10:00'],
    ['FREQ=MONTHLY;BYDAY=1MO', 'Every month on the first Monday at 10:00'],
    [
      'FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=-1;UNTIL=20271231T235959',
      'Every 3 months on the last day at 10:00, until 31 Dec 2027',
    ],
    ['FREQ=YEARLY', 'Every year on 30 November at 10:00'],
    ['FREQ=MONTHLY;BYDAY=TU;BYSETPOS=-2', 'Custom rule: FREQ=MONTHLY;BYDAY=TU;BYSETPOS=-2'],
  ])('%s', (rule, sentence) => {
    expect(toScheduleSentence(toTime('2026-11-30T10:00', rule), context)).toBe(sentence);
  });

  it('is written by the account’s clock', () => {
    expect(toScheduleSentence(toTime('2026-11-30T14:05'), toContext('12h'))).toBe('Mon 30 Nov, 2:05 pm');
  });
});

it.each([
  ['10', '10:00'],
  ['9.30', '09:30'],
  ['0915', '09:15'],
  ['2:30 pm', '14:30'],
  ['12am', '00:00'],
  ['12 p.m.', '12:00'],
  ['24:00', null],
  ['13pm', null],
  ['10:75', null],
  ['', null],
])('the time “%s” is %s', (typed, clock) => {
  expect(parseClock(typed)).toBe(clock);
});

it('a day of a month is said by its number, its weekday, and as the last', () => {
  const ways = (day: string): string =>
    listMonthDays(day)
      .map((way) => JSON.stringify(Object.values(way)))
      .join(' ');
  expect(ways('2026-11-30')).toBe('["day",30] ["weekday",-1,1] ["last-day"]');
  expect(ways('2026-11-02')).toBe('["day",2] ["weekday",1,1] ["last-day"]');
  expect(ways('2026-11-25')).toBe('["day",25] ["weekday",4,3] ["weekday",-1,3] ["last-day"]');
});

describe('zones', () => {
  const options = listZoneOptions({ theirs: [JOHANNESBURG], mine: LONDON, accounts: LONDON }, { all: null, texts });

  it('theirs comes first, then mine, and each stands once', () => {
    expect(options.slice(0, 2).map(({ label }) => label)).toEqual(['Theirs, Johannesburg', 'Mine, London']);
    expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
  });

  it('are found by place and region, and say their offset', () => {
    expect(filterZones(options, 'new york', 10).found.map(({ value }) => value)).toEqual(['America/New_York']);
    expect(toZoneHint('America/St_Johns', NOW)).toBe('America, UTC-03:30');
    expect(filterZones(options, 'europe', 5)).toMatchObject({ found: { length: 5 } });
    expect(filterZones(options, 'atlantis', 10)).toEqual({ found: [], more: 0 });
  });

  it('of several clocks theirs comes first, with the weekday where it differs', () => {
    const time = toTime('2026-11-23T16:10');
    const choice = {
      resolved: resolveTime(time),
      recipientTimeZone: 'Australia/Sydney',
      timeZone: LONDON,
      homeTimeZone: LONDON,
    };
    expect(listClocks(choice, context).map((clock) => `${clock.time} ${clock.place}`)).toEqual([
      '03:10, Tue Sydney',
      '16:10 London, you',
    ]);
    expect(listClocks({ ...choice, recipientTimeZone: 'Europe/Lisbon' }, context)).toEqual([]);
  });

  it('of account and computer are named where their clocks differ', () => {
    expect(toTwoZonesText('Europe/Paris', LONDON, context)).toBe(
      'Your account is set to Paris, this computer to London. It’s 10:56 there and 09:56 here.',
    );
    expect(toTwoZonesText('Europe/Lisbon', LONDON, context)).toBeNull();
    expect(toTwoZonesText(null, LONDON, context)).toBeNull();
  });

  it('where a country has several, the hours are those that are allowed in all', () => {
    const atNight = { startsAt: 21 * 60, endsAt: 8 * 60 };
    const allowed = (timeZones: readonly string[]) =>
      listAllowedHours(NOW, { timeZone: LONDON, timeZones, hours: atNight });
    // 08:00 in Los Angeles is 16:00 in London, 21:00 in New York is 02:00 there.
    expect(allowed(['America/New_York', 'America/Los_Angeles'])).toEqual([{ startsAt: 16 * 60, endsAt: 2 * 60 }]);
    expect(allowed(['Pacific/Auckland', 'America/New_York'])).toEqual([{ startsAt: 19 * 60, endsAt: 2 * 60 }]);
    expect(allowed(['Pacific/Auckland', 'Europe/Lisbon', 'America/Los_Angeles'])).toEqual([
      { startsAt: 19 * 60, endsAt: 21 * 60 },
    ]);
    expect(allowed(['Asia/Tokyo', 'America/New_York'])).toEqual([{ startsAt: 23 * 60, endsAt: 2 * 60 }]);
    expect(allowed(['Asia/Tokyo', 'Europe/Lisbon', 'America/Los_Angeles'])).toEqual([]);
  });
});

it('the next texts say each year once, and dates that are skipped by their own name', () => {
  const time = toTime('2026-11-30T10:00', 'FREQ=MONTHLY;BYMONTHDAY=30;COUNT=6', JOHANNESBURG);
  const coming = findComing(time, { after: NOW, timeZones: [JOHANNESBURG, LONDON] });
  const rows = listComingRows(coming?.rows ?? [], { time, thereTimeZone: JOHANNESBURG, homeTimeZone: LONDON }, context);
  expect(rows.map(({ date, times, mark }) => [date, times?.there, times?.here, mark])).toEqual([
    ['Mon 30 Nov', '10:00', '08:00', null],
    ['Wed 30 Dec', '10:00', '08:00', null],
    ['Sat 30 Jan 2027', '10:00', '08:00', null],
    ['30 Feb', undefined, undefined, 'No such day, skipped'],
    ['Tue 30 Mar', '10:00', '09:00', 'London clocks change'],
    ['Fri 30 Apr', '10:00', '09:00', null],
    ['Sun 30 May', '10:00', '09:00', null],
  ]);
});

describe('price and button', () => {
  const options = { partPrice: { amount: 0.03, currency: 'GBP' } } as never;
  const coming = (total: number | null) => ({ rows: [], times: [], total, isEndless: total === null, change: null });
  const base = { options, parts: 2, isNew: true } as const;

  it.each([
    [{ coming: null, keeper: 'service' }, 'You’ll be charged £0.06 when you schedule it.'],
    [{ coming: null, keeper: 'computer' }, 'You’ll be charged £0.06 when it’s sent.'],
    [{ coming: coming(10), keeper: 'service' }, '£0.06 a text. You’ll be charged £0.60 when you schedule it.'],
    [
      { coming: coming(10), keeper: 'service', isNew: false },
      '£0.06 a text, £0.60 in all. The service charges again for a changed text.',
    ],
    [{ coming: coming(10), keeper: 'computer' }, '£0.06 a text, £0.60 in all, each charged when it’s sent.'],
    [{ coming: coming(null), keeper: 'service' }, '£0.06 a text, charged by the service.'],
  ] as const)('%#: %s', (choice, text) => {
    expect(toPriceText({ ...base, ...choice }, context)).toBe(text);
  });

  it('the button counts the texts', () => {
    expect(toSaveLabel({ isNew: true, coming: null }, context)).toBe('Schedule');
    expect(toSaveLabel({ isNew: true, coming: coming(10) }, context)).toBe('Schedule 10 texts');
    expect(toSaveLabel({ isNew: true, coming: coming(null) }, context)).toBe('Schedule');
    expect(toSaveLabel({ isNew: false, coming: coming(10) }, context)).toBe('Save change');
  });
});

it('what main refuses is said in words, with what is kept', () => {
  const problem = (fields: Record<string, string[]>, code = 'validation') => ({
    code,
    detail: null,
    fields,
    retryAfterMs: null,
  });
  expect(toRefusalText(problem({ time: ['past'] }), true, context)).toBe(
    'It wasn’t scheduled. The text is still here. That’s in the past, or less than a minute ahead. Choose a later time.',
  );
  expect(toRefusalText(problem({ schedule: ['over'] }), false, context)).toBe(
    'It wasn’t changed. It’s been sent, or is about to be.',
  );
  expect(toRefusalText(problem({}, 'disconnected'), true, context)).toContain('Your choices are still here.');
});
