import { expect, it } from 'vitest';
import { checkTime } from '#shared/domain/scheduling/check-time.ts';
import type { ScheduleTime } from '#shared/domain/scheduling/schedule-time.ts';

const now = Date.parse('2026-11-20T11:20:30Z');

function check(wall: string, rule: string | null = null, line: Partial<ScheduleTime> = {}) {
  return checkTime({ wall, timeZone: 'Europe/London', rule, overlap: 'first', ...line }, { now });
}

it.each([
  ['2026-11-20T11:20', null, 'past'],
  // Half a minute ahead.
  ['2026-11-20T11:21', null, 'past'],
  ['2026-11-20T11:22', null, null],
  ['2027-02-30T10:00', null, 'no-times'],
  ['2026-11-20T11:00', 'FREQ=DAILY', 'past'],
  ['2026-11-21T11:00', 'FREQ=DAILY', null],
  ['2026-11-21T11:00', 'FREQ=DAILY;UNTIL=20261120', 'no-times'],
  ['2026-11-21T11:00', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'no-times'],
  ['2026-11-21T11:00', 'FREQ=SOMETIMES', 'bad-rule'],
  ['2026-11-21T11:00', '', 'bad-rule'],
])('%s with the rule %s is %s', (wall, rule, problem) => {
  expect(check(wall, rule)).toBe(problem);
});

it('asks for a zone before anything else', () => {
  expect(check('2026-11-20T11:00', 'FREQ=SOMETIMES', { timeZone: 'Europe/Atlantis' })).toBe('unknown-zone');
});

it('takes the second of two for later than the first', () => {
  const line = { timeZone: 'Europe/London', wall: '2027-10-31T01:30', rule: null } as const;
  const between = { now: Date.parse('2027-10-31T00:45Z') };
  expect(checkTime({ ...line, overlap: 'first' }, between)).toBe('past');
  expect(checkTime({ ...line, overlap: 'second' }, between)).toBeNull();
});
