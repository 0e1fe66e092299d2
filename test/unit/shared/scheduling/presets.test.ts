import { expect, it } from 'vitest';
import { listPresets } from '#shared/domain/scheduling/presets.ts';
import { resolveTime } from '#shared/domain/scheduling/zoned-time.ts';

function offer(now: string, timeZone = 'Europe/London'): string[] {
  return listPresets(Date.parse(now), timeZone).map(({ id, wall }) => `${id} ${wall}`);
}

it('offers the times of a Friday before noon', () => {
  expect(offer('2026-11-20T09:56:10Z')).toEqual([
    'in-1-hour 2026-11-20T10:57',
    'this-afternoon 2026-11-20T14:00',
    'this-evening 2026-11-20T18:00',
    'tomorrow 2026-11-21T09:00',
    'monday 2026-11-23T09:00',
  ]);
});

it('leaves out what is less than an hour ahead, and a Monday that is tomorrow', () => {
  expect(offer('2026-11-22T17:30:00Z')).toEqual(['in-1-hour 2026-11-22T18:30', 'tomorrow 2026-11-23T09:00']);
});

it('offers the clocks of the zone, and the Monday after on a Monday', () => {
  expect(offer('2026-11-23T23:00:00Z', 'Asia/Tokyo')).toEqual([
    'in-1-hour 2026-11-24T09:00',
    'this-afternoon 2026-11-24T14:00',
    'this-evening 2026-11-24T18:00',
    'tomorrow 2026-11-25T09:00',
    'monday 2026-11-30T09:00',
  ]);
});

it('means the second of two hours in an hour, where the clocks go back', () => {
  const now = Date.parse('2027-10-31T00:30Z');
  const [soonest] = listPresets(now, 'Europe/London');
  expect(soonest).toEqual({ id: 'in-1-hour', wall: '2027-10-31T01:30', overlap: 'second' });
  const { at } = resolveTime({ wall: '2027-10-31T01:30', timeZone: 'Europe/London', overlap: 'second' });
  expect(at).toBe(now + 3_600_000);
});
