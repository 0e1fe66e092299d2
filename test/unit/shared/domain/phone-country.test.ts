import { describe, expect, it } from 'vitest';
import { findPhoneCountry } from '#shared/domain/phone-country.ts';

describe('the country of a number', () => {
  it.each([
    ['4930901820', 'DE'],
    ['+4930901820', 'DE'],
    ['12025550123', 'US'],
    ['77012345678', 'KZ'],
    // Of no range that is given out: the largest country of its plan.
    ['447700900318', 'GB'],
    ['80012345678', null],
    ['61222', null],
    ['kwikpet', null],
    ['', null],
  ])('of %j is %j', (phone, country) => {
    expect(findPhoneCountry(phone)).toBe(country);
  });
});
