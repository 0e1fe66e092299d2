import { describe, expect, it } from 'vitest';
import { parsePublicUrl } from '#main/webhooks/public-address.ts';

describe('a public address', () => {
  it.each([
    [' https://Quiet-Heron.example/ ', 'https://quiet-heron.example'],
    ['quiet-heron.example:8443', 'https://quiet-heron.example:8443'],
    ['https://host.example/a/b/', 'https://host.example/a/b'],
    ['https://host.example/a/switchboard/in/abc', 'https://host.example/a'],
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
    ['http://localhost:4000/x', 'http://localhost:4000/x'],
    ['http://[::1]:4000', 'http://[::1]:4000'],
  ])('%s is taken as %s', (typed, taken) => {
    expect(parsePublicUrl(typed, { isLocalService: true })).toBe(taken);
  });

  it.each([
    ['', 'not-an-address'],
    ['ftp://host.example', 'not-an-address'],
    ['https://ada:key@host.example', 'not-an-address'],
    ['http://host.example', 'https-required'],
    ['http://127.0.0.1.example', 'https-required'],
    ['https://host.example/?a=1', 'nothing-after-path'],
    ['https://host.example/#a', 'nothing-after-path'],
  ])('%s is refused as %s', (typed, word) => {
    expect(() => parsePublicUrl(typed, { isLocalService: true })).toThrow(
      expect.objectContaining({ code: 'validation', fields: { publicUrl: [word] } }) as Error,
    );
  });

  it.each([
    ['http://127.0.0.1:4000', 'https-required'],
    ['http://localhost:4000', 'https-required'],
    ['https://127.1:4000', 'not-an-address'],
  ])('%s is refused for a service elsewhere, which would look for it on its own computer', (typed, word) => {
    expect(() => parsePublicUrl(typed, { isLocalService: false })).toThrow(
      expect.objectContaining({ code: 'validation', fields: { publicUrl: [word] } }) as Error,
    );
  });
});
