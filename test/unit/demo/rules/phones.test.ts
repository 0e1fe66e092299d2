import { describe, expect, it } from 'vitest';
import { findCountryOf } from '#main/demo/rules/countries.ts';
import { mergeText } from '#main/demo/rules/merge.ts';
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

describe('merge fields', () => {
  const contact = {
    id: 1,
    firstName: 'Deborah',
    lastName: '',
    email: '',
    phone: '447700900318',
    company: '',
    favorited: false,
    blocked: false,
    phoneType: 1,
    listIds: [],
    values: { '501': 'Biscuit' },
    tagIds: [],
    avatar: null,
  };
  const fields = [{ id: 501, name: 'Pet', createdAt: 0 }];

  it('are replaced by the data of the contact, unknown ones stay', () => {
    expect(mergeText('Hi {First name}{last name}, {pet} {Colour}', contact, fields)).toBe(
      'Hi Deborah, Biscuit {Colour}',
    );
  });

  it('stay where there is no contact', () => {
    expect(mergeText('Hi {First name}', undefined, fields)).toBe('Hi {First name}');
  });
});
