import { describe, expect, it } from 'vitest';
import { isOwnHost, isOwnOrigin, isAllowedRead } from '#main/hosts/browser/http-security.ts';

describe('who asks', () => {
  it('knows our own address', () => {
    expect(isOwnHost({ host: '127.0.0.1:4780' }, 4780)).toBe(true);
  });

  it.each([
    'localhost:4780',
    'evil.example:4780',
    '127.0.0.1:4781',
    '127.0.0.1',
    '127.0.0.1:4780.evil.example',
    '[::1]:4780',
    undefined,
  ])('refuses %s, a name that somebody made point here', (host) => {
    expect(isOwnHost(host === undefined ? {} : { host }, 4780)).toBe(false);
  });

  it('takes a change only from a page of exactly this address', () => {
    const host = '127.0.0.1:4780';
    expect(isOwnOrigin({ host, origin: 'http://127.0.0.1:4780' }, 4780)).toBe(true);
    for (const origin of [
      'http://127.0.0.1:4781',
      'https://127.0.0.1:4780',
      'http://localhost:4780',
      'null',
      undefined,
    ]) {
      expect(isOwnOrigin({ host, ...(origin === undefined ? {} : { origin }) }, 4780)).toBe(false);
    }
  });

  it('answers a read of our own page and of a typed address', () => {
    expect(isAllowedRead({})).toBe(true);
    expect(isAllowedRead({ 'sec-fetch-site': 'same-origin' })).toBe(true);
    expect(isAllowedRead({ 'sec-fetch-site': 'none' })).toBe(true);
  });

  it.each(['same-site', 'cross-site'])('lets a %s page lead here but not embed or fetch', (site) => {
    const from = { 'sec-fetch-site': site };
    expect(isAllowedRead({ ...from, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' })).toBe(true);
    expect(isAllowedRead({ ...from, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' })).toBe(false);
    expect(isAllowedRead({ ...from, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' })).toBe(false);
  });
});
