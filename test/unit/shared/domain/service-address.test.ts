import { describe, expect, it } from 'vitest';
import { checkServiceAddress, guessWebUrl } from '#shared/domain/service-address.ts';

describe('checkServiceAddress', () => {
  it.each([
    ['https://rest.example.com', 'https://rest.example.com'],
    ['  rest.example.com/ ', 'https://rest.example.com'],
    ['REST.Example.COM', 'https://rest.example.com'],
    ['https://rest.example.com:443/', 'https://rest.example.com'],
    ['https://rest.example.com:8443', 'https://rest.example.com:8443'],
    ['https://example.com/texting/', 'https://example.com/texting'],
    ['https://rest.example.com/api/v2/', 'https://rest.example.com'],
    ['https://example.com/texting/api/v2?x=1#top', 'https://example.com/texting'],
    ['127.0.0.1:4780', 'http://127.0.0.1:4780'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['http://[::1]:8080/', 'http://[::1]:8080'],
    ['https://bücher.example', 'https://bücher.example'],
  ])('makes %s whole', (typed, url) => {
    expect(checkServiceAddress(typed)).toEqual({ ok: true, url });
  });

  it.each(['', '   ', 'example', 'ftp://example.com', 'https://', 'rest example.com', 'https://user:pw@example.com'])(
    'takes "%s" for no address',
    (typed) => {
      expect(checkServiceAddress(typed)).toEqual({ ok: false, fault: 'not-an-address' });
    },
  );

  it.each(['https://example.com:99999', 'https://-a.example.com', 'https://a..example.com', 'javascript:alert(1)'])(
    'takes %s for no address either',
    (typed) => {
      expect(checkServiceAddress(typed)).toEqual({ ok: false, fault: 'not-an-address' });
    },
  );

  it('lets nothing but this computer do without https', () => {
    expect(checkServiceAddress('http://rest.example.com')).toEqual({ ok: false, fault: 'https-required' });
    expect(checkServiceAddress('http://127.0.0.1.example.com')).toEqual({ ok: false, fault: 'https-required' });
  });
});

describe('guessWebUrl', () => {
  it.each([
    ['https://rest.example.com', 'https://example.com'],
    ['api.texts.example.com/api/v2', 'https://texts.example.com'],
    ['https://texts.example.com', 'https://texts.example.com'],
    ['https://example.com/texting', 'https://example.com'],
    ['http://127.0.0.1:4780', 'http://127.0.0.1:4780'],
  ])('guesses from %s that the web application is at %s', (baseUrl, webUrl) => {
    expect(guessWebUrl(baseUrl)).toBe(webUrl);
  });

  it('never strips a name down to a bare ending', () => {
    expect(guessWebUrl('https://rest.com')).toBe('https://rest.com');
  });

  it('guesses nothing while the address is not one', () => {
    expect(guessWebUrl('res')).toBe('');
  });
});
