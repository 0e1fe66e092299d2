import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toTextPieces } from '#renderer/features/thread/message-text.ts';
import { endWithin } from '#test/support/end-within.ts';

const linksOf = (text: string) => toTextPieces(text).filter(({ url }) => url !== null);

describe('links in a text', () => {
  it.each([
    ['Track: https://kwp.example/t/83.', 'https://kwp.example/t/83', 'https://kwp.example/t/83'],
    ['see www.northgate.example, ok?', 'www.northgate.example', 'https://www.northgate.example/'],
    ['Track: kwp.example/t/83', 'kwp.example/t/83', 'https://kwp.example/t/83'],
    ['(https://a.example/x_(y))', 'https://a.example/x_(y)', 'https://a.example/x_(y)'],
    ['write to d.okonkwo@mail.example!', 'd.okonkwo@mail.example', 'mailto:d.okonkwo@mail.example'],
    ['call 020 7946 0321 today', '020 7946 0321', 'tel:02079460321'],
    ['ring +44 (0)20-7946-0321', '+44 (0)20-7946-0321', 'tel:+4402079460321'],
    ['call 020\u00a07946\u00a00321.', '020\u00a07946\u00a00321', 'tel:02079460321'],
  ])('%s', (text, shown, url) => {
    expect(linksOf(text)).toEqual([{ text: shown, url }]);
  });

  it.each([
    'on 02-03-2024 at 10:00',
    'order 123456789012',
    'fine.Thanks',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'http://localhost/x',
    '10.30 or 11.15',
    '<a href="x">no</a>',
  ])('leaves %s alone', (text) => {
    expect(linksOf(text)).toEqual([]);
  });

  it('never opens anything but web, mail and phone', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string(), (url, rest) => {
        for (const piece of linksOf(`${rest} ${url} ${rest}`)) expect(piece.url).toMatch(/^(?:https?|mailto|tel):/);
      }),
    );
  });

  it('never changes the text', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.webUrl(), fc.emailAddress());
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), (parts) => {
        const joined = parts.join(' ');
        expect(
          toTextPieces(joined)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(joined);
      }),
    );
  });

  it.each([
    'a.'.repeat(2_500) + '/',
    'a'.repeat(5_000),
    ('a'.repeat(60) + '.').repeat(82),
    'w.+-'.repeat(1_250) + '@',
    '+' + '1 '.repeat(2_500),
    'https://a.example/' + '('.repeat(2_500) + ')'.repeat(2_400),
  ])('are looked for to the end of a text made to slow that down (%#)', (text) => {
    const pieces = endWithin(() => toTextPieces(text));
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
  });
});
