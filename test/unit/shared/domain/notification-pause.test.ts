import { expect, it } from 'vitest';
import { findMorning } from '#shared/domain/notification-pause.ts';

/** In the clock of the computer that the test runs on, as a pause is. */
const at = (text: string): number => new Date(text).getTime();

it('the next morning is eight o’clock of this computer, today or tomorrow', () => {
  expect(findMorning(at('2026-11-20T07:59:59'))).toBe(at('2026-11-20T08:00:00'));
  expect(findMorning(at('2026-11-20T08:00:00'))).toBe(at('2026-11-21T08:00:00'));
  expect(findMorning(at('2026-12-31T23:00:00'))).toBe(at('2027-01-01T08:00:00'));
});
