import { describe, expect, it } from 'vitest';
import { listDayNames, parseTimeField, toTimeField } from '#renderer/lib/time-fields.ts';

describe('a time in a field', () => {
  it.each([0, 1, 540, 1_020, 1_439])('%i minutes after midnight comes back as it was', (minutes) => {
    expect(parseTimeField(toTimeField(minutes), false)).toBe(minutes);
  });

  it('has midnight as the end of the day where an end is meant', () => {
    expect(toTimeField(1_440)).toBe('00:00');
    expect(parseTimeField('00:00', true)).toBe(1_440);
    expect(parseTimeField('00:00', false)).toBe(0);
  });

  it.each(['', '9:00', '24:00', '09:60', 'noon'])('is none where %o stands', (typed) => {
    expect(parseTimeField(typed, false)).toBeNull();
  });
});

it('a week begins on Monday', () => {
  expect(listDayNames('en-GB')).toEqual([
    ...['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  ]);
});
