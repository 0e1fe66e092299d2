import { describe, expect, it } from 'vitest';
import { findLinkWarning, isOpenable, toTextPieces } from '#renderer/features/thread/message-text.ts';

/** The doubt about the one link of a text. */
function doubtOf(text: string) {
  const link = toTextPieces(text).find(({ url }) => url !== null);
  if (link?.url == null) throw new Error(`${text} has no link`);
  return findLinkWarning(link.text, link.url);
}

describe('links that open at once', () => {
  it.each([
    'https://northgate.example/a?b=1#c',
    'HTTPS://Northgate.Example/A',
    'northgate.example/t/83',
    'www.northgate.example',
    'https://northgate.example:8443/x',
    'https://a.example/https://b.example/',
    'd.okonkwo@mail.example',
    'call 020 7946 0321',
  ])('%s', (text) => {
    expect(doubtOf(text)).toBeNull();
  });
});

describe('links that are asked about, with the host that they really lead to', () => {
  it.each([
    ['a name before the host', 'https://northgate.example@evil.example/x', 'user', 'evil.example'],
    ['a name and a password', 'https://northgate.example:443@evil.example/', 'user', 'evil.example'],
    ['a bare number', 'http://192.168.1.10/login', 'address', '192.168.1.10'],
    ['a bare number in disguise', 'http://0xc0.0xa8.1.10/', 'address', '192.168.1.10'],
    ['letters of two scripts', 'https://nоrthgate.example/', 'foreign', 'xn--nrthgate-nbh.example'],
    ['a host of another script', 'https://bücher.example/', 'foreign', 'xn--bcher-kva.example'],
    ['the letters of the network', 'https://xn--bcher-kva.example/', 'foreign', 'xn--bcher-kva.example'],
    ['letters that become others', 'https://ｅvil.example/', 'other', 'evil.example'],
    ['the stroke that browsers turn', 'https://evil.example\\@northgate.example/', 'user', 'evil.example'],
    ['what nobody sees', 'https://north\u200bgate.example/', 'hidden', 'northgate.example'],
    ['a turned direction', 'https://evil.example/\u202egnp.etagtron', 'hidden', 'evil.example'],
  ] as const)('%s', (_, text, reason, host) => {
    expect(doubtOf(text)).toEqual({ reason, host });
  });
});

describe('what is opened at all', () => {
  it.each([
    ['https://a.example/', true],
    ['http://a.example/', true],
    ['mailto:a@b.example', true],
    ['tel:+44', true],
    ['javascript:alert(1)', false],
    ['file:///etc/passwd', false],
    ['data:text/html,x', false],
    ['smb://a.example/x', false],
  ])('%s: %s', (url, isOpened) => {
    expect(isOpenable(url)).toBe(isOpened);
  });
});
