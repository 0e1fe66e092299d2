import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toSendingDateTime } from '#main/api/sends/sending-time.ts';

const MINUTE_MS = 60_000;

describe('the moment of a send', () => {
  it('is told on the clocks of its zone, in summer and in winter', () => {
    expect(toSendingDateTime(Date.UTC(2026, 6, 1, 8, 0, 42), 'Europe/London')).toEqual({
      sendingDateTime: '2026-07-01 09:00:42',
      sendingTimezone: 'Europe/London',
    });
    expect(toSendingDateTime(Date.UTC(2026, 11, 1, 8, 0, 42), 'Europe/London').sendingDateTime).toBe(
      '2026-12-01 08:00:42',
    );
    expect(toSendingDateTime(Date.UTC(2026, 11, 31, 23, 30, 30), 'Asia/Kathmandu').sendingDateTime).toBe(
      '2027-01-01 05:15:30',
    );
  });

  it('on either side of the hour that is left out is as far apart as it is', () => {
    const jumpAt = Date.UTC(2026, 2, 29, 1);
    expect(toSendingDateTime(jumpAt - MINUTE_MS + 30_000, 'Europe/London').sendingDateTime).toBe('2026-03-29 00:59:30');
    expect(toSendingDateTime(jumpAt + 30_000, 'Europe/London').sendingDateTime).toBe('2026-03-29 02:00:30');
  });

  it('within the hour that comes twice is told in UTC, both times, and only then', () => {
    const backAt = Date.UTC(2026, 9, 25, 1);
    const told = (at: number) => toSendingDateTime(at, 'Europe/London');
    expect(told(backAt - 60 * MINUTE_MS - 30_000)).toMatchObject({ sendingTimezone: 'Europe/London' });
    expect(told(backAt - 60 * MINUTE_MS)).toEqual({
      sendingDateTime: '2026-10-25 00:00:10',
      sendingTimezone: 'UTC',
    });
    expect(told(backAt)).toEqual({ sendingDateTime: '2026-10-25 01:00:10', sendingTimezone: 'UTC' });
    expect(told(backAt + 60 * MINUTE_MS)).toEqual({
      sendingDateTime: '2026-10-25 02:00:10',
      sendingTimezone: 'Europe/London',
    });
  });

  it('in an unknown zone is told in UTC', () => {
    expect(toSendingDateTime(Date.UTC(2026, 6, 1, 8, 0, 42), 'Mars/Olympus')).toEqual({
      sendingDateTime: '2026-07-01 08:00:42',
      sendingTimezone: 'UTC',
    });
  });

  it('has seconds of 10 or more and is at most 10 s late, in any zone at any time', () => {
    const zones = ['Europe/London', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Tehran', 'UTC'];
    const times = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) });
    fc.assert(
      fc.property(times, fc.constantFrom(...zones), (at, timeZone) => {
        const told = toSendingDateTime(at, timeZone);
        expect(told.sendingDateTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:[1-5]\d$/);
        const wallAt = Date.parse(`${told.sendingDateTime.replace(' ', 'T')}Z`);
        const offset = toOffset(at, told.sendingTimezone);
        const late = wallAt - offset - Math.floor(at / 1_000) * 1_000;
        expect(late).toBeGreaterThanOrEqual(0);
        expect(late).toBeLessThanOrEqual(10_000);
      }),
    );
  });
});

/** What a zone is ahead of UTC, by another way: its name with the offset. */
function toOffset(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}
