import { describe, expect, it } from 'vitest';
import { toPhoneType } from '#main/demo/rules/phone-types.ts';

describe('the type of a number', () => {
  it.each([
    ['447700900318', 1],
    ['442079460321', 0],
    ['443001234567', 9],
    ['447012345678', 7],
    ['448001111', 3],
    ['33612345678', 1],
    ['33123456789', 0],
    ['12025550123', 2],
    ['18005550123', 3],
  ])('%s is of type %i', (phone, type) => {
    expect(toPhoneType(phone)).toBe(type);
  });

  it.each(['99912345678', 'KWIKPET', '60999', ''])('"%s" of no known plan is of type 10', (phone) => {
    expect(toPhoneType(phone)).toBe(10);
  });
});
