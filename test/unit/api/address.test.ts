import { describe, expect, it } from 'vitest';
import { findRedirectTarget, parseBaseUrl, toCallUrl, toSegment } from '#main/api/address.ts';
import { listCandidates } from '#main/api/media.ts';
import { toRouteKind } from '#main/api/pace/routes.ts';

describe('parseBaseUrl', () => {
  it.each([
    ['https://rest.example', 'https://rest.example/'],
    [' https://rest.example/ ', 'https://rest.example/'],
    ['https://rest.example/api/v2', 'https://rest.example/'],
    ['https://rest.example/api/v2/?x=1#y', 'https://rest.example/'],
    ['https://rest.example/texts/api/v2/', 'https://rest.example/texts'],
    ['http://127.0.0.1:4780', 'http://127.0.0.1:4780/'],
  ])('reads %s', (raw, href) => {
    expect(parseBaseUrl(raw).href).toBe(href);
  });

  it.each(['', 'rest.example', 'ftp://rest.example', 'https://me:key@rest.example', 'javascript:alert(1)'])(
    'refuses %s',
    (raw) => {
      expect(() => parseBaseUrl(raw, 'webUrl')).toThrow(
        expect.objectContaining({ code: 'validation', fields: { webUrl: [expect.any(String)] } }),
      );
    },
  );
});

describe('toCallUrl', () => {
  it('joins, encodes and leaves out', () => {
    const url = toCallUrl(parseBaseUrl('https://rest.example/texts'), `/chats/${toSegment('+44/7700 é')}/by/phone`, {
      query: 'a&b=c é',
      page: 1,
      none: undefined,
    });
    expect(url.href).toBe(
      'https://rest.example/texts/api/v2/chats/%2B44%2F7700%20%C3%A9/by/phone?query=a%26b%3Dc%20%C3%A9&page=1',
    );
  });

  it.each([
    ['+447700900318', '%2B447700900318'],
    ['ann@example.com', 'ann%40example.com'],
    ['100%', '100%25'],
    ['%2e%2e', '%252e%252e'],
    ['two words', 'two%20words'],
    ['a/../b?c#d', 'a%2F..%2Fb%3Fc%23d'],
    ['a&b=c;d,e', 'a%26b%3Dc%3Bd%2Ce'],
    ['Zoë Größe', 'Zo%C3%AB%20Gr%C3%B6%C3%9Fe'],
    ['猫', '%E7%8C%AB'],
    ['🐈', '%F0%9F%90%88'],
    ['half a \ud83d pair', 'half%20a%20%EF%BF%BD%20pair'],
    ['line\nend\u0000', 'line%0Aend%00'],
  ])('carries %j untouched in a path and in a query', (text, encoded) => {
    const url = toCallUrl(parseBaseUrl('https://rest.example'), `/numbers/${toSegment(text)}`, { query: text });
    expect(url.href).toBe(`https://rest.example/api/v2/numbers/${encoded}?query=${encoded}`);
    expect(url.searchParams.get('query')).toBe(text.toWellFormed());
  });

  it.each(['', '.', '..'])('finds nothing at the segment %j, which would lead elsewhere', (text) => {
    expect(() => toSegment(text)).toThrow(expect.objectContaining({ code: 'not-found' }));
  });
});

describe('findRedirectTarget', () => {
  const from = new URL('https://rest.example/api/v2/chats?page=1');

  it('stays inside the origin', () => {
    expect(findRedirectTarget(from, '/api/v2/other')?.href).toBe('https://rest.example/api/v2/other');
    expect(findRedirectTarget(from, 'https://rest.example/x')?.href).toBe('https://rest.example/x');
  });

  it.each([
    'https://evil.example/x',
    '//evil.example/x',
    'http://rest.example/x',
    'https://rest.example:444/x',
    '',
    undefined,
    'https://[',
  ])('does not follow %s', (location) => {
    expect(findRedirectTarget(from, location)).toBeNull();
  });
});

describe('listCandidates', () => {
  const source = { baseUrl: new URL('https://rest.example/'), webUrl: new URL('https://app.example/texts') };
  const list = (href: string) => listCandidates(source, href).map((url) => url.href);

  it('looks for a relative picture at the web application and at the service', () => {
    expect(list('avatars/a.png')).toEqual([
      'https://app.example/texts/avatars/a.png',
      'https://rest.example/avatars/a.png',
    ]);
    expect(listCandidates({ ...source, webUrl: null }, 'avatars/a.png')).toHaveLength(1);
  });

  it('takes an absolute address once', () => {
    expect(list('https://cdn.example/a.png')).toEqual(['https://cdn.example/a.png']);
  });

  it.each([
    'http://10.0.0.1/a.png',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'https://me:key@cdn.example/a.png',
    'javascript:x',
  ])('never asks for %s', (href) => {
    expect(list(href)).toEqual([]);
  });
});

describe('toRouteKind', () => {
  it.each([
    ['PUT', '/contacts/5'],
    ['PUT', '/contacts/5/normalized'],
    ['PUT', '/lists/5/contacts'],
    ['POST', '/lists/5/contacts'],
    ['POST', '/lists/5/contacts/normalized'],
    ['DELETE', '/contacts/blocked'],
  ])('counts %s %s', (method, path) => {
    expect(toRouteKind(method, path)).toBe('strict');
  });

  it.each([
    ['GET', '/contacts/5'],
    ['DELETE', '/contacts/5'],
    ['POST', '/contacts'],
    ['POST', '/lists/5/contacts/delete'],
    ['PUT', '/lists/5'],
    ['GET', '/lists/5/contacts'],
  ])('does not count %s %s', (method, path) => {
    expect(toRouteKind(method, path)).toBe('plain');
  });

  it.each(['/lookups/447700900188', '/email-lookups/a%40b.example'])('knows the look-up %s', (path) => {
    expect(toRouteKind('GET', path)).toBe('lookup');
  });
});
