import { describe, expect, it } from 'vitest';
import { Formats } from '#renderer/lib/format.ts';
import { Translator } from '#renderer/lib/messages.ts';

const texts = new Translator('en-GB');
const formats = new Formats(texts, { timeFormat: '24h', currency: 'GBP', timeZone: 'Europe/London' });
/** Friday 20 November 2026, 09:52 in London. */
const now = Date.UTC(2026, 10, 20, 9, 52);
const DAY_MS = 86_400_000;

describe('times', () => {
  it('are written as the account wants them', () => {
    const twelve = new Formats(texts, { timeFormat: '12h', currency: null, timeZone: 'Europe/London' });
    expect(formats.time(now)).toBe('09:52');
    expect(twelve.time(now)).toBe('9:52 am');
    expect(twelve.time(Date.UTC(2026, 10, 20, 12, 5))).toBe('12:05 pm');
  });

  it('are 24-hour in Britain where the account does not say', () => {
    const unsaid = new Formats(texts, { timeFormat: null, currency: null, timeZone: 'Europe/London' });
    expect(unsaid.time(Date.UTC(2026, 10, 20, 18, 0))).toBe('18:00');
  });

  it('are of the zone, not of Greenwich', () => {
    const tokyo = new Formats(texts, { timeFormat: '24h', currency: null, timeZone: 'Asia/Tokyo' });
    expect(tokyo.dateTime(now, now)).toBe('Fri 20 Nov, 18:52');
  });

  it('have the day before them, and the year where it is another', () => {
    expect(formats.dateTime(now, now)).toBe('Fri 20 Nov, 09:52');
    expect(formats.dateTime(Date.UTC(2025, 2, 3, 8, 5), now)).toBe('Mon 3 Mar 2025, 08:05');
  });
});

describe('listTime', () => {
  it.each([
    ['today', 0, '09:52'],
    ['yesterday', 1, 'Thu'],
    ['six days ago', 6, 'Sat'],
    ['a week ago', 7, '13 Nov'],
    ['last year', 400, '16 Oct 2025'],
  ])('of %s', (_when, days, shown) => {
    expect(formats.listTime(now - days * DAY_MS, now)).toBe(shown);
  });

  it('goes by the calendar, not by 24 hours', () => {
    const lateYesterday = Date.UTC(2026, 10, 19, 23, 59);
    expect(formats.listTime(lateYesterday, Date.UTC(2026, 10, 20, 0, 1))).toBe('Thu');
  });

  it('shows the date of what lies ahead', () => {
    expect(formats.listTime(now + 2 * DAY_MS, now)).toBe('22 Nov');
  });
});

describe('number', () => {
  it('groups thousands', () => {
    expect(formats.number(17_372)).toBe('17,372');
  });
});

describe('dateLine', () => {
  it.each([
    ['today', 0, 'Today'],
    ['yesterday', 1, 'Yesterday'],
    ['two days ago', 2, 'Wednesday 18 November'],
    ['a week ago', 7, '13 November'],
    ['last year', 400, '16 October 2025'],
  ])('of %s', (_when, days, shown) => {
    expect(formats.dateLine(now - days * DAY_MS, now)).toBe(shown);
  });

  it('counts days right over the end of summer time', () => {
    const sunday = Date.UTC(2026, 9, 25, 12, 0);
    expect(formats.dateLine(Date.UTC(2026, 9, 24, 23, 30), sunday)).toBe('Today');
    expect(formats.dateLine(Date.UTC(2026, 9, 24, 22, 30), sunday)).toBe('Yesterday');
  });
});

describe('dayStart', () => {
  it('is midnight in the zone, also where the clocks changed in between', () => {
    const monday = Date.UTC(2026, 9, 26, 9, 0);
    expect(formats.dayStart(monday, 0)).toBe(Date.UTC(2026, 9, 26, 0, 0));
    expect(formats.dayStart(monday, 1)).toBe(Date.UTC(2026, 9, 24, 23, 0));
  });
});

describe('age', () => {
  it.each([
    [-500, '1 second'],
    [4_000, '4 seconds'],
    [60_000, '1 minute'],
    [4 * 60_000 + 59_000, '4 minutes'],
    [2 * 3_600_000, '2 hours'],
    [3 * DAY_MS, '3 days'],
  ])('of %d ms', (durationMs, shown) => {
    expect(formats.age(durationMs)).toBe(shown);
  });
});

describe('money', () => {
  it('is in the account’s currency, prices below one with more places', () => {
    expect(formats.money(3.1)).toBe('£3.10');
    expect(formats.money(42.317)).toBe('£42.32');
    expect(formats.money(0.038)).toBe('£0.038');
  });

  it('follows another currency, one without parts too, and none at all', () => {
    expect(formats.money(3.1, 'EUR')).toBe('€3.10');
    expect(formats.money(1204, 'JPY')).toBe('JP¥1,204');
    expect(formats.money(3.1, null)).toBe('3.10');
  });
});

describe('bytes and phones', () => {
  it('are written in steps of a thousand', () => {
    expect(formats.bytes(0)).toBe('0 bytes');
    expect(formats.bytes(214_000)).toBe('214 kB');
    expect(formats.bytes(10_400_000)).toBe('10.4 MB');
  });

  it.each([
    ['447700900318', '+44 7700 900318'],
    ['+447700900318', '+44 7700 900318'],
    ['353861234567', '+353 86 123 4567'],
    ['60163', '60163'],
    ['999999999999', '+999999999999'],
    ['NORTHGATE', 'NORTHGATE'],
  ])('reads %s as %s', (phone, shown) => {
    expect(formats.phone(phone)).toBe(shown);
  });
});

describe('days that were asked about before', () => {
  // Clocks change at midnight in Havana and Beirut; Apia left out a whole day; Kathmandu is 45 minutes off.
  it.each(['Europe/London', 'America/Havana', 'Asia/Beirut', 'Pacific/Apia', 'Asia/Kathmandu'])(
    'are those of the calendar in %s, in whatever order',
    (timeZone) => {
      const own = new Formats(texts, { timeFormat: '24h', currency: null, timeZone });
      const calendar = new Intl.DateTimeFormat('en-CA', { timeZone });
      const times = Array.from(
        { length: 4_000 },
        (_, index) => Date.UTC(2011, 10, 1) + ((index * 1_597) % 4_000) * 2_700_000,
      );
      const wrong = times.filter((at, index) => {
        const other = times[index - 1] ?? at;
        return own.isSameDay(at, other) !== (calendar.format(at) === calendar.format(other));
      });
      expect(wrong).toEqual([]);
      const day = times.filter((at) => own.isSameDay(at, Date.UTC(2011, 10, 20, 12)));
      const days = new Set(day.map((at) => calendar.format(at)));
      expect(days.size).toBe(1);
    },
  );
});

describe('a moment', () => {
  it('is the time today, and says the day otherwise', () => {
    expect(formats.moment(now, now)).toBe('09:52');
    expect(formats.moment(now - DAY_MS, now)).toBe('Thu 19 Nov, 09:52');
  });

  it('has its prepositions inside a sentence', () => {
    expect(formats.when(now, now)).toBe('at 09:52');
    expect(formats.when(now - DAY_MS, now)).toBe('on Thu 19 Nov at 09:52');
    expect(formats.when(now - 365 * DAY_MS, now)).toBe('on Thu 20 Nov 2025 at 09:52');
  });
});

describe('a list', () => {
  it('ends with "and", except where more follows', () => {
    expect(formats.list(['Tom'])).toBe('Tom');
    expect(formats.list(['Tom', 'Ann', 'Priya'])).toBe('Tom, Ann and Priya');
    expect(formats.list(['Tom', 'Ann'], { isOpen: true })).toBe('Tom, Ann');
  });
});
