import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { parsePastDay } from '#shared/domain/scheduling/past-day.ts';

/** A Friday. */
const around = { now: Date.parse('2026-11-20T10:00:00Z'), timeZone: 'Europe/London' };
const read = (text: string): string | null => parsePastDay(text, around);

describe('a day that has been, as people type it', () => {
  it.each([
    ['today', '2026-11-20'],
    ['Yesterday', '2026-11-19'],
    ['1 oct', '2026-10-01'],
    ['on the 1st of October', '2026-10-01'],
    ['24 dec', '2025-12-24'],
    ['8 nov 2024', '2024-11-08'],
    ['2024-11-08', '2024-11-08'],
    ['8/11/2024', '2024-11-08'],
    ['29 feb', '2024-02-29'],
    ['friday', '2026-11-20'],
    ['last friday', '2026-11-13'],
    ['Wed', '2026-11-18'],
    ['3 weeks ago', '2026-10-30'],
    ['a month ago', '2026-10-20'],
    ['last year', '2025-11-20'],
    ['october', '2026-10-01'],
    ['dec', '2025-12-01'],
    ['October 2024', '2024-10-01'],
    ['2024', '2024-01-01'],
  ])('%j', (text, day) => {
    expect(read(text)).toBe(day);
  });

  it.each([
    '',
    'soon',
    'tomorrow',
    '21 nov 2026',
    '30 feb',
    '31/13/2024',
    '1 oct at 9',
    'dec 2026',
    '2027',
    'last oct 1',
  ])('not %j', (text) => {
    expect(read(text)).toBeNull();
  });

  it('is never later than today, and never thrown about', () => {
    const word = fc.constantFrom('1', '31', 'oct', 'last', 'fri', 'ago', 'week', '2026', '2026-12-01', 'a', '/', '99');
    fc.assert(
      fc.property(fc.array(word, { maxLength: 5 }), (words) => {
        const day = read(words.join(' '));
        expect(day === null || day <= '2026-11-20').toBe(true);
      }),
    );
  });
});
