import { getCountries, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { findPhoneKind, readInternationalNumber, readNationalNumber } from '#shared/domain/phone-kind.ts';

describe('numbering plans', () => {
  it('know a mobile of every country, written as abroad and as at home', () => {
    const wrong = getCountries().filter((country) => {
      const example = getExampleNumber(country, examples);
      if (example === undefined) return false;
      const phone = example.number.slice(1);
      const abroad = readInternationalNumber(phone);
      const atHome = readNationalNumber(example.formatNational().replace(/\D/g, ''), country);
      const isSame = [abroad, atHome].every((answer) => answer.kind === 'possible' && answer.phone === phone);
      return !isSame || findPhoneKind(phone) === 'landline';
    });
    expect(wrong).toEqual([]);
  });

  it.each([
    ['442079460123', 'landline'],
    ['441632960118', 'landline'],
    ['447700900318', 'mobile'],
    ['27825550164', 'mobile'],
    ['4930123456', 'landline'],
    ['390612345678', 'landline'],
    ['12025550190', 'unknown'],
    ['448001111111', 'unknown'],
    ['60777', 'unknown'],
    ['', 'unknown'],
  ])('say of %s: %s', (phone, kind) => {
    expect(findPhoneKind(phone)).toBe(kind);
  });

  it('take every number that the package calls valid', () => {
    const phones = ['441534123456', '441481123456', '14165550123', '77012345678', '4790123456', '88216123456'];
    for (const phone of phones.filter((one) => parsePhoneNumberFromString(`+${one}`)?.isValid() === true)) {
      expect(readInternationalNumber(phone)).toMatchObject({ kind: 'possible', phone });
    }
  });
});
