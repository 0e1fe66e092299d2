import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPhone } from '#main/importing/plan/phones.ts';

const read = (written: string, country: string | null = 'GB'): string => {
  const { phone, reason, suggestion } = readPhone(written, country);
  if (reason === null) return phone;
  const lengths = 'digits' in reason ? ` ${reason.digits}/${String(reason.wanted)}` : '';
  return `${reason.code}${lengths}${suggestion === null ? '' : ` ${suggestion}`}`;
};

describe('a number as it is written', () => {
  it.each([
    ['07700 900318', '447700900318'],
    ['(07700) 900-318', '447700900318'],
    ['07700.900.318', '447700900318'],
    ['07700/900318', '447700900318'],
    ['07700\u00a0900\u2011318', '447700900318'],
    ['+44 7700 900318', '447700900318'],
    ['(+44) 7700 900318', '447700900318'],
    ['++447700900318', '447700900318'],
    ['0044 7700 900318', '447700900318'],
    ['00 44 (0) 7700 900318', '447700900318'],
    ['+44 (0)20 7946 0123', '442079460123'],
    ['+44 020 7946 0123', '442079460123'],
    ['+07700900318', '447700900318'],
    ['447700900318', '447700900318'],
    ['+27 82 555 0164', '27825550164'],
    ['27825550164', '27825550164'],
    ['tel: +44 7700 900318', '447700900318'],
    ['Mob. 07700 900318', '447700900318'],
    ['\u202a+447700900318\u202c', '447700900318'],
  ])('with signs around and between its digits: %s', (written, phone) => {
    expect(read(written)).toBe(phone);
  });

  it.each([
    ['="07700900318"', '447700900318'],
    ['=07700900318', '447700900318'],
    ["'07700900318", '447700900318'],
    ['"07700900318"', '447700900318'],
    ['7700900318', '447700900318'],
    ['7700900318.0', '447700900318'],
    ['447700900318,00', '447700900318'],
  ])('as spreadsheets keep it, or what they leave of it: %s', (written, phone) => {
    expect(read(written)).toBe(phone);
  });

  it.each([
    ['٠٧٧٠٠٩٠٠٣١٨', 'Arabic'],
    ['۰۷۷۰۰۹۰۰۳۱۸', 'Persian'],
    ['０７７００　９００３１８', 'fullwidth'],
    ['०७७००९००३१८', 'Devanagari'],
  ])('in digits of another script: %s (%s)', (written) => {
    expect(read(written)).toBe('447700900318');
  });

  it.each([
    ['07700 900318 x123'],
    ['07700 900318 ext. 5'],
    ['07700900318x12'],
    ['+44 7700 900318;ext=12'],
    ['07700 900318 #4'],
    ['07700 900318, Durchwahl 12'],
  ])('without its extension: %s', (written) => {
    expect(read(written)).toBe('447700900318');
  });

  it.each([
    ['0151 12345678', 'DE', '4915112345678'],
    ['030/1234567', 'DE', '49301234567'],
    ['4915112345678', 'DE', '4915112345678'],
    ['4915112345678.0', 'DE', '4915112345678'],
    ['491701234567', 'DE', '491701234567'],
    ['4930901820', 'DE', '4930901820'],
    ['30901820', 'DE', '4930901820'],
    ['447911123456', 'DE', '447911123456'],
    ['22112345678', 'DE', '4922112345678'],
    ['436641234567', 'AT', '436641234567'],
    ['06 12 34 56 78', 'FR', '33612345678'],
    ['612345678', 'FR', '33612345678'],
    ['06 12345678', 'IT', '390612345678'],
    ['333 1234567', 'IT', '393331234567'],
    ['612 555 123', 'ES', '34612555123'],
    ['512 345 678', 'PL', '48512345678'],
    ['(202) 555-0190', 'US', '12025550190'],
    ['1 202 555 0190', 'US', '12025550190'],
    ['011 44 7700 900318', 'US', '447700900318'],
    ['0011 44 7700 900318', 'AU', '447700900318'],
    ['8 916 123-45-67', 'RU', '79161234567'],
    ['011 98765-4321', 'BR', '5511987654321'],
    ['447700900318', null, '447700900318'],
    ['+447700900318', null, '447700900318'],
  ])('at home in its country: %s (%s)', (written, country, phone) => {
    expect(read(written, country)).toBe(phone);
  });
});

describe('what is no usable number', () => {
  it.each([
    ['', 'no-number'],
    ['  ', 'no-number'],
    ['—', 'no-number'],
    ['n/a', 'no-number'],
    ['NULL', 'no-number'],
    ['Anna', 'not-a-number'],
    ['ann@example.com', 'not-a-number'],
    ['1-800-FLOWERS', 'not-a-number'],
    ['x123', 'extension-only'],
    ['ext. 5', 'extension-only'],
    ['4.477E+11', 'lost-digits'],
    ['4,477e+11', 'lost-digits'],
    ['7.7009E+09', 'lost-digits'],
    ['+999 123 456 789', 'no-country'],
    ['07700 9004', 'too-short 9/11'],
    ['0044 7700 9002', 'too-short 10/12'],
    ['+44 7700 9002', 'too-short 10/12'],
    ['07700 9003 18 55', 'too-long 13/11'],
    ['+44 7700 900318 55', 'too-long 14/12'],
    ['123', 'too-short 3/9'],
  ])('%s: %s', (written, said) => {
    expect(read(written)).toBe(said);
  });

  it('is a number without a country code where none is said', () => {
    expect(read('07700 900318', null)).toBe('no-country');
    expect(read('7700900318', null)).toBe('no-country');
    expect(read('12', null)).toBe('too-short 2/null');
  });

  it.each([
    ['0770090O318', 'letter-for-digit +447700900318'],
    ['=44770090O437', 'letter-for-digit +447700900437'],
    ['+44 77OO 9OO3l8', 'letter-for-digit +447700900318'],
    ['07700 900318 / 07700 900319', 'several-numbers +447700900318'],
    ['07700900318;07700900319', 'several-numbers +447700900318'],
    ['07700900318/07700900319', 'several-numbers +447700900318'],
    ['07700 900318 or 07700 900319', 'several-numbers +447700900318'],
    ['07700 900318\n07700 900319', 'several-numbers +447700900318'],
    ['07700 900318 07700 900319', 'several-numbers +447700900318'],
    ['+447700900318 +447700900319', 'several-numbers +447700900318'],
    ['07700 900318 07700 900319 07700 900320', 'several-numbers +447700900318'],
    ['07700 900318 (Ann’s mother)', 'not-a-number +447700900318'],
  ])('comes with the number that could be meant: %s', (written, said) => {
    expect(read(written)).toBe(said);
  });

  it('is not the same number twice', () => {
    expect(read('07700 900318 / +44 7700 900318')).toBe('447700900318');
  });
});

describe('any text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.string({ unit: fc.constantFrom(...'0123456789+() .-/x;,=\'"OolE\n'), maxLength: 60 }),
    fc.constantFrom(' ', '"', "'", '1 ', '1234567 ', '(').map((part) => part.repeat(20_000)),
  );

  it('is a usable number of 6 to 15 digits, or has a reason; what is offered is usable', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('GB', 'US', 'DE', 'IT', null), (written, country) => {
        const { phone, reason, suggestion } = readPhone(written, country);
        expect(reason === null).toBe(/^[1-9]\d{5,14}$/.test(phone));
        if (suggestion !== null) expect(readPhone(suggestion, country).reason).toBeNull();
      }),
      { numRuns: 500 },
    );
  });

  it('that is a usable number is the same one, written with a plus', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('GB', 'US', 'DE', 'IT', null), (written, country) => {
        const { phone } = readPhone(written, country);
        if (phone !== '') expect(readPhone(`+${phone}`, null).phone).toBe(phone);
      }),
      { numRuns: 500 },
    );
  });
});
