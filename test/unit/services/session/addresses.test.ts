import { describe, expect, it } from 'vitest';
import { parseServiceAddresses } from '#main/services/account/addresses.ts';
import { isAppError } from '#shared/domain/app-error.ts';

const parse = (baseUrl: string, webUrl = 'https://web.example.test') => parseServiceAddresses({ baseUrl, webUrl });

function refusal(baseUrl: string, webUrl?: string): unknown {
  try {
    return parse(baseUrl, webUrl);
  } catch (error) {
    return isAppError(error, 'validation') ? error.fields : error;
  }
}

describe('addresses of the service', () => {
  it.each([
    ['https://rest.example.test', 'https://rest.example.test'],
    ['  https://rest.example.test/  ', 'https://rest.example.test'],
    ['rest.example.test', 'https://rest.example.test'],
    ['https://rest.example.test/api/v2', 'https://rest.example.test'],
    ['https://rest.example.test/api/v2/', 'https://rest.example.test'],
    ['https://example.test/texts/api', 'https://example.test/texts'],
    ['https://Example.test:8443/texts/?x=1#y', 'https://example.test:8443/texts'],
    ['http://127.0.0.1:4700', 'http://127.0.0.1:4700'],
    ['localhost:4700', 'http://localhost:4700'],
    ['localhost.example.test', 'https://localhost.example.test'],
    ['https://BÜCHER.example.test', 'https://xn--bcher-kva.example.test'],
    ['https://rest.example.test:443', 'https://rest.example.test'],
    ['http://[::1]:4700', 'http://[::1]:4700'],
  ])('tidies %j to %j', (typed, tidy) => {
    expect(parse(typed).baseUrl).toBe(tidy);
  });

  it('asks for https everywhere but on this computer', () => {
    expect(refusal('http://rest.example.test')).toEqual({ baseUrl: ['https-required'] });
    expect(refusal('http://192.168.0.4')).toEqual({ baseUrl: ['https-required'] });
  });

  it.each(['', ' ', 'not an address', 'ftp://example.test', 'https://ada:key@example.test', 'example', 'https://'])(
    'refuses %j',
    (typed) => {
      expect(refusal(typed)).toEqual({ baseUrl: ['not-an-address'] });
    },
  );

  it('names both fields when both are wrong', () => {
    expect(refusal('nothing', 'http://web.example.test')).toEqual({
      baseUrl: ['not-an-address'],
      webUrl: ['https-required'],
    });
  });

  it('guesses the web address from the service when none was given', () => {
    expect(parse('https://rest.example.test/texts', '').webUrl).toBe('https://example.test');
    expect(parse('https://api.example.test', ' ').webUrl).toBe('https://example.test');
    expect(parse('https://texts.example.test', '').webUrl).toBe('https://texts.example.test');
    expect(parse('http://127.0.0.1:4700', '').webUrl).toBe('http://127.0.0.1:4700');
  });
});
