import fc from 'fast-check';
import {
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js/max';
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

  it('know numbers of countries with the same code, written as at home', () => {
    expect(readNationalNumber('01534712345', 'GB')).toMatchObject({ phone: '441534712345', isKnown: true });
    expect(readNationalNumber('4165550123', 'US')).toMatchObject({ phone: '14165550123', isKnown: true });
  });

  it('say the same as the package of any number that it calls valid, and of its kind', () => {
    const country = fc.constantFrom(...getCountries());
    const national = fc.stringMatching(/^\d{6,12}$/);
    let comparedCount = 0;
    const compare = (of: CountryCode, digits: string): void => {
      const number = parsePhoneNumberFromString(`+${getCountryCallingCode(of)}${digits}`);
      if (number?.isValid() !== true) return;
      comparedCount += 1;
      const type = number.getType();
      const phoneKind = type === 'MOBILE' ? 'mobile' : type === 'FIXED_LINE' ? 'landline' : 'unknown';
      const phone = number.number.slice(1);
      expect(readInternationalNumber(`${getCountryCallingCode(of)}${digits}`)).toMatchObject({ phone, phoneKind });
    };
    fc.assert(fc.property(country, national, compare), {
      numRuns: 3_000,
      examples: [
        ['IT', '0884086'],
        ['VA', '0800880466'],
        ['KR', '0824246440860'],
        ['RU', '8005553535'],
        ['CA', '3100000'],
        ['MG', '9700000'],
      ],
    });
    expect(comparedCount).toBeGreaterThan(3);
  });
});
