import { describe, expect, it } from 'vitest';
import { findCountryOf } from '#main/demo/rules/countries.ts';
import { isPossible, toDigits, toInternational } from '#main/demo/rules/phones.ts';

describe('numbers', () => {
  it.each(['447700900318', '33639980014', '4915123550160', '12025550143', '441632960118'])(
    '%s is possible',
    (phone) => {
      expect(isPossible(phone)).toBe(true);
    },
  );

  it.each(['', '0447700900318', '44770090', '4477009003180', 'PetSure', '12025550', '1234567890123456'])(
    '"%s" is not possible',
    (phone) => {
      expect(isPossible(phone)).toBe(false);
    },
  );

  it('a number is never refused because its country is not in the table', () => {
    expect(isPossible('99912345678')).toBe(true);
  });

  it('plus signs and spaces go, letters stay', () => {
    expect(toDigits('+44 7700 900-318')).toBe('447700900318');
    expect(toDigits('PetSure')).toBe('PetSure');
  });

  it('a local number gets its country', () => {
    expect(toInternational('07700 900318', 'GB')).toBe('447700900318');
    expect(toInternational('+33639980014', 'GB')).toBe('33639980014');
  });

  it('the longest calling code decides the country', () => {
    expect(findCountryOf('353209100000')?.id).toBe('IE');
    expect(findCountryOf('60777')).toBeUndefined();
  });
});
