import { describe, expect, it } from 'vitest';
import type { MessageView } from '#shared/contract/index.ts';
import { toMessageBody, findLinkWarning, isOpenable } from '#renderer/features/thread/message-text.ts';
import { toTextPieces } from '#renderer/lib/text-links.ts';
import { buildFile, buildMessage, buildSend } from '#test/support/fake-views.ts';
import fc from 'fast-check';
import { endWithin } from '#test/support/end-within.ts';

const WEB = 'https://web.example';
const body = (text: string, changes: Partial<MessageView> = {}, webUrl = WEB) =>
  toMessageBody(buildMessage({ direction: 'out', text, ...changes }), webUrl);
const uploaded = (...names: string[]) => names.map((name) => buildFile({ id: name, name, isUploaded: true }));
const sent = (...names: string[]) => ({ send: buildSend({ state: 'accepted', files: uploaded(...names) }) });

describe('what the bubbles of a message hold', () => {
  it('is the text alone where nothing of ours is in it', () => {
    const text = 'See https://northgate.example/click/Ab3xYz and web.example/prices';
    expect(body(text)).toEqual({ text, attached: [] });
  });

  it('is of a file that was added here its name and size, and its link is taken out of the words', () => {
    expect(body('The second page:\nweb.example/click/Ab3xYz', sent('Consent.pdf'))).toEqual({
      text: 'The second page:',
      attached: [
        {
          ...{ key: 'Consent.pdf', name: 'Consent.pdf', sizeBytes: 214_000, isUploaded: true },
          link: { url: 'https://web.example/click/Ab3xYz', shown: 'web.example/click/Ab3xYz' },
        },
      ],
    });
  });

  it('joins several files to their links in order, wherever the service keeps them', () => {
    const { text, attached } = body('files.example/x/1\nweb.example/click/two', sent('a', 'b'), '');
    expect(text).toBe('');
    expect(attached.map(({ name, link }) => [name, link?.url])).toEqual([
      ['a', 'https://files.example/x/1'],
      ['b', 'https://web.example/click/two'],
    ]);
  });

  it('leaves a typed link alone while the text has not left', () => {
    const send = buildSend({ state: 'queued', files: uploaded('a') });
    const { text, attached } = body('Look:\nhttps://northgate.example/a', { send });
    expect(text).toBe('Look:\nhttps://northgate.example/a');
    expect(attached).toMatchObject([{ name: 'a', link: null, isUploaded: true }]);
  });

  it('shows a file that is not uploaded without a link', () => {
    const send = buildSend({ state: 'held', files: [buildFile({ isUploaded: false })] });
    expect(body('Here', { send })).toMatchObject({ text: 'Here', attached: [{ link: null, isUploaded: false }] });
  });

  it('finds uploads that were made elsewhere by the web address, without their names', () => {
    expect(body('Prices:\nweb.example/click/one\nhttps://web.example/click/two')).toMatchObject({
      text: 'Prices:',
      attached: [
        { name: '', sizeBytes: null, link: { url: 'https://web.example/click/one', shown: 'web.example/click/one' } },
        { link: { url: 'https://web.example/click/two' } },
      ],
    });
    expect(body('web.example/click/one\nand the rest')).toMatchObject({ text: 'and the rest' });
  });

  it('keeps a link in its sentence, and shows its file too', () => {
    const { text, attached } = body('The form web.example/click/one is for Friday');
    expect(text).toBe('The form web.example/click/one is for Friday');
    expect(attached).toHaveLength(1);
  });

  it('takes nothing that comes from others for a file of ours, nor what only looks like the address', () => {
    expect(body('web.example/click/one', { direction: 'in' }).attached).toEqual([]);
    for (const text of [
      'notweb.example/click/one',
      'x.web.example/click/one',
      'ada@web.example/click/one',
      'https://evil.example/web.example/click/one',
      'webxexample/click/one',
      'web.example/click/one/../../evil',
    ]) {
      expect(body(text).attached, text).toEqual([]);
    }
  });
});

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

/** The doubt about the one link of a text. */
function warningOf(text: string) {
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
    expect(warningOf(text)).toBeNull();
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
    expect(warningOf(text)).toEqual({ reason, host });
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
