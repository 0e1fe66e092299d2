import { describe, expect, it } from 'vitest';
import { findQuietClash } from '#shared/domain/scheduling/quiet-hours.ts';
import { listCountryTimeZones, toWall } from '#shared/domain/scheduling/zoned-time.ts';

const toAt = (text: string): number => Date.parse(text);
/** From nine in the evening to eight in the morning. */
const NIGHT = { startsAt: 21 * 60, endsAt: 8 * 60 };
const LUNCH = { startsAt: 12 * 60, endsAt: 13 * 60 };
const LONDON = ['Europe/London'];

describe('quiet hours', () => {
  it.each([
    ['2026-11-30T20:59Z', null],
    ['2026-11-30T21:00Z', '2026-12-01T08:00Z'],
    ['2026-11-30T23:59Z', '2026-12-01T08:00Z'],
    ['2026-12-01T00:00Z', '2026-12-01T08:00Z'],
    ['2026-12-01T07:59Z', '2026-12-01T08:00Z'],
    ['2026-12-01T08:00Z', null],
  ])('over midnight: at %s the next allowed time is %s', (at, allowed) => {
    expect(findQuietClash(toAt(at), LONDON, NIGHT)?.allowedAt ?? null).toBe(allowed === null ? null : toAt(allowed));
  });

  it('within a day end the same day', () => {
    const at = toAt('2026-12-01T12:30Z');
    expect(findQuietClash(at, LONDON, LUNCH)).toEqual({
      timeZone: 'Europe/London',
      wall: '2026-12-01T12:30',
      allowedAt: toAt('2026-12-01T13:00Z'),
    });
    expect(findQuietClash(toAt('2026-12-01T13:00Z'), LONDON, LUNCH)).toBeNull();
    expect(findQuietClash(toAt('2026-12-01T11:59Z'), LONDON, LUNCH)).toBeNull();
  });

  it('are those of the clock there, not here', () => {
    // Nine in the evening in London is ten in Paris and four in New York.
    const at = toAt('2026-12-01T20:00Z');
    expect(findQuietClash(at, LONDON, NIGHT)).toBeNull();
    expect(findQuietClash(at, ['America/New_York'], NIGHT)).toBeNull();
    expect(findQuietClash(at, ['Europe/Paris'], NIGHT)?.wall).toBe('2026-12-01T21:00');
  });

  it('of a country with several zones hold in each of them', () => {
    const zones = listCountryTimeZones('US');
    // Ten in the morning in New York is five in Honolulu.
    const clash = findQuietClash(toAt('2026-12-01T15:00Z'), zones, NIGHT);
    const allowedAt = clash?.allowedAt ?? 0;
    expect(clash).not.toBeNull();
    expect(findQuietClash(allowedAt, zones, NIGHT)).toBeNull();
    expect(findQuietClash(allowedAt - 60_000, zones, NIGHT)).not.toBeNull();
    expect(toWall(allowedAt, 'America/Adak')).toBe('2026-12-01T08:00');
  });

  it('that leave no common hour have no allowed time', () => {
    const long = { startsAt: 12 * 60, endsAt: 11 * 60 };
    const clash = findQuietClash(toAt('2026-12-01T00:00Z'), ['Europe/London', 'Asia/Tokyo'], long);
    expect(clash).toEqual({ timeZone: 'Europe/London', wall: '2026-12-01T00:00', allowedAt: null });
  });

  it('are over later where the clocks go back before their end', () => {
    const early = { startsAt: 0, endsAt: 90 };
    const between = toAt('2027-10-31T00:45Z');
    // 01:45 the first time is past half past one; at the second 01:10 it is quiet again.
    expect(findQuietClash(between, LONDON, early)).toBeNull();
    expect(findQuietClash(toAt('2027-10-31T01:10Z'), LONDON, early)?.allowedAt).toBe(toAt('2027-10-31T01:30Z'));
  });

  it('end with the jump where the clocks skip their end', () => {
    const early = { startsAt: 0, endsAt: 90 };
    const clash = findQuietClash(toAt('2027-03-28T00:30Z'), LONDON, early);
    expect(findQuietClash(clash?.allowedAt ?? 0, LONDON, early)).toBeNull();
  });

  it('do not hold where there are none, or no zone is known', () => {
    const at = toAt('2026-12-01T02:00Z');
    expect(findQuietClash(at, LONDON, null)).toBeNull();
    expect(findQuietClash(at, LONDON, { startsAt: 60, endsAt: 60 })).toBeNull();
    expect(findQuietClash(at, [], NIGHT)).toBeNull();
    expect(findQuietClash(at, ['Europe/Atlantis'], NIGHT)).toBeNull();
    expect(findQuietClash(at, ['Europe/Atlantis', 'Europe/London'], NIGHT)?.timeZone).toBe('Europe/London');
  });
});
