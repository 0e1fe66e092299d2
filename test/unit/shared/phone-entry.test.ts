import { describe, expect, it } from 'vitest';
import { parseLocalPhoneEntry, parsePhoneEntry, parseRegisterEntry } from '#shared/domain/phone-entry.ts';

const BRITISH = '447400123456';
const AMERICAN = '12025550123';

describe('a number as people type it', () => {
  it.each([
    ['+44 7400 123456', null, '447400123456'],
    ['0044 7400 123456', null, '447400123456'],
    ['447400123456', null, '447400123456'],
    ['07400 123456', BRITISH, '447400123456'],
    ['07400 123456', '+44 7400 123457', '447400123456'],
    ['+81 90-1234-5678', BRITISH, '819012345678'],
    ['(202) 555-0123', AMERICAN, '12025550123'],
    ['202-555-0123', AMERICAN, '12025550123'],
    ['415 555 0123', AMERICAN, '14155550123'],
    ['41 79 123 45 67', BRITISH, '41791234567'],
  ])('%s (from %s) is %s', (raw, home, phone) => {
    const entry = parsePhoneEntry(raw, home);
    expect(entry.kind === 'possible' ? entry.phone : null).toBe(phone);
  });

  it.each([
    ['07400 123456', null, 'GB', '447400123456'],
    ['07400 123456', 'NORTHGATE', 'GB', '447400123456'],
    ['202-555-0123', null, 'US', '12025550123'],
    ['07400 123456', BRITISH, 'FR', '447400123456'],
    ['+81 90-1234-5678', null, 'GB', '819012345678'],
  ])('%s (from %s in %s) is %s', (raw, home, country, phone) => {
    const entry = parsePhoneEntry(raw, home, country);
    expect(entry.kind === 'possible' ? entry.phone : null).toBe(phone);
  });

  it('has no country where the account’s is none that anybody knows', () => {
    expect(parsePhoneEntry('07400 123456', null, 'ZZ')).toEqual({ kind: 'impossible', reason: 'no-country' });
  });

  it.each([
    ['Deborah', 'not-a-number'],
    ['', 'not-a-number'],
    ['+44 7400', 'too-short'],
    ['+44 7400 123456 78901234', 'too-long'],
    ['07400 123456', 'no-country'],
  ])('%s is refused: %s', (raw, reason) => {
    expect(parsePhoneEntry(raw, null)).toEqual({ kind: 'impossible', reason });
  });
});

describe('a number for a register', () => {
  it.each([
    ['60777', 'GB', '60777'],
    ['07700 900871', 'GB', '447700900871'],
    ['+44 7700 900871', null, '447700900871'],
  ])('%s in %s is %s', (raw, country, phone) => {
    expect(parseRegisterEntry(raw, country)).toEqual({ kind: 'possible', phone });
  });

  it.each([
    ['12', 'GB', 'too-short'],
    ['hello 123', 'GB', 'not-a-number'],
    ['07700 900871', null, 'no-country'],
  ])('%s in %s is none: %s', (raw, country, reason) => {
    expect(parseRegisterEntry(raw, country)).toEqual({ kind: 'impossible', reason });
  });
});

describe('a number that is written as at home in a country', () => {
  it.each([
    ['07700 900871', 'GB', '447700900871'],
    ['612345678', 'NL', '31612345678'],
    ['+44 7700 900871', 'NL', '447700900871'],
    ['0044 7700 900871', 'NL', '447700900871'],
    ['447700900871', null, '447700900871'],
  ])('%s in %s is %s', (raw, country, phone) => {
    expect(parseLocalPhoneEntry(raw, country)).toEqual({ kind: 'possible', phone });
  });

  it('is none without digits, without a country that has numbers, or without a code', () => {
    expect(parseLocalPhoneEntry('nobody', 'GB')).toMatchObject({ reason: 'not-a-number' });
    expect(parseLocalPhoneEntry('07700 900871', 'XX')).toMatchObject({ reason: 'no-country' });
    expect(parseLocalPhoneEntry('07700 900871', null)).toMatchObject({ reason: 'no-country' });
  });
});
