import { describe, expect, it } from 'vitest';
import { findCarrier } from '#main/demo/rules/carriers.ts';
import { countries, findCountry, findCountryOf } from '#main/demo/rules/countries.ts';
import { isPossible } from '#main/demo/rules/phones.ts';
import { listZones } from '#main/demo/rules/zones.ts';

describe('countries', () => {
  it('are all that there are, each once, with names, prices and possible lengths', () => {
    expect(countries).toHaveLength(250);
    expect(new Set(countries.map(({ id }) => id)).size).toBe(250);
    expect(new Set(countries.map(({ name }) => name)).size).toBe(250);
    for (const { id, callingCode, digits, price } of countries) {
      expect([id, callingCode]).toEqual([expect.stringMatching(/^[A-Z]{2}$/), expect.stringMatching(/^[1-9]\d{0,2}$/)]);
      expect(digits[0]).toBeLessThanOrEqual(digits[1]);
      expect(price).toBeGreaterThan(0);
      expect(price).toBeLessThan(0.2);
    }
  });

  it.each([
    ['447700900318', 'GB'],
    ['447781123456', 'GG'],
    ['447624123456', 'IM'],
    ['12025550143', 'US'],
    ['14165550143', 'CA'],
    ['18765550143', 'JM'],
    ['16585550143', 'JM'],
    ['79161234567', 'RU'],
    ['77011234567', 'KZ'],
    ['390669812345', 'VA'],
    ['390612345678', 'IT'],
    ['212528812345', 'EH'],
    ['212612345678', 'MA'],
    ['262639123456', 'YT'],
    ['35818123456', 'AX'],
    ['4779123456', 'SJ'],
    ['5993181234', 'BQ'],
    ['59995181234', 'CW'],
  ])('%s is a number of %s, its longest prefix', (phone, id) => {
    expect(findCountryOf(phone)?.id).toBe(id);
    expect(isPossible(phone)).toBe(true);
  });

  it('are found by codes of either case, and only by them', () => {
    expect(findCountry('gb')?.name).toBe('United Kingdom');
    expect(findCountry('')).toBeUndefined();
    expect(findCountry('GBR')).toBeUndefined();
  });
});

describe('carriers', () => {
  it.each([
    ['447700900318', 'GB', 'mobile', '07700 900318'],
    ['441632960118', 'GB', 'landline', '01632 960118'],
    ['445601234567', 'GB', 'voip', '05601 234567'],
    ['33612345678', 'FR', 'mobile', '0612 345678'],
    ['34612345678', 'ES', 'mobile', '612 345678'],
  ])('%s is known by its country, line and local form', (phone, id, line, local) => {
    const found = findCarrier(phone);
    expect([found.country?.id, found.line, found.local]).toEqual([id, line, local]);
    expect(findCarrier(phone)).toEqual(found);
  });

  it('of North America are told apart in some way, always the same', () => {
    const lines = Array.from({ length: 100 }, (_, at) => findCarrier(`1202${500 + at}0143`).line);
    expect(new Set(lines)).toEqual(new Set(['mobile', 'landline', 'voip']));
    expect(findCarrier('12025550143').local).toBe('(202) 555-0143');
  });

  it('of no country are told as well', () => {
    expect(findCarrier('99912345678')).toMatchObject({ country: undefined, company: expect.any(String) as string });
  });
});

describe('time zones', () => {
  it('are all that there are, and London keeps its number', () => {
    const zones = listZones();
    expect(zones.length).toBeGreaterThan(400);
    expect(new Set(zones.map(({ name }) => name)).size).toBe(zones.length);
    expect(zones.find(({ id }) => id === 47)?.name).toBe('Europe/London');
  });
});
