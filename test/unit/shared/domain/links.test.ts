import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { targetSchema } from '#shared/contract/index.ts';
import { parseLink } from '#shared/domain/links.ts';

const UK = { phone: '447700900001', country: 'GB' };
const ADA = '447700900318';
const BEN = '447700900319';

const refused = (reason: 'no-number' | 'unknown') => ({ kind: 'refused-link', reason });
const message = (phones: string[], text = '') => ({ kind: 'new-message', phones, text });

describe('an address of another program', () => {
  it.each([
    ['sms:+447700900318', message([ADA])],
    ['SMS:+447700900318', message([ADA])],
    ['sms:07700900318', message([ADA])],
    ['sms://+447700900318', message([ADA])],
    ['sms:///+447700900318/', message([ADA])],
    ['sms:+447700900318?body=Hello%20there', message([ADA], 'Hello there')],
    ['sms:+447700900318&body=Hello', message([ADA], 'Hello')],
    ['sms:+447700900318;body=Hello', message([ADA], 'Hello')],
    ['sms:+447700900318/?body=Hello', message([ADA], 'Hello')],
    ['sms:+447700900318?BODY=1+1=2', message([ADA], '1+1=2')],
    ['sms:%2B447700900318?body=%F0%9F%98%80', message([ADA], '😀')],
    ['sms:+447700900318,+447700900319?body=Hi', message([ADA, BEN], 'Hi')],
    ['sms:+447700900318;+447700900319&body=Hi', message([ADA, BEN], 'Hi')],
    ['sms:+447700900318;phone-context=+44,+447700900319', message([ADA, BEN])],
    ['sms:/open?addresses=+447700900318,+447700900319&body=Hi', message([ADA, BEN], 'Hi')],
    ['sms:+447700900318,07700900318', message([ADA])],
    ['sms:abc,+447700900318', message([ADA])],
    ['smsto:+447700900318', message([ADA])],
    ['tel:+44-7700-900318', message([ADA])],
    ['tel:07700.900318;ext=12;phone-context=+44', message([ADA])],
    ['tel:+447700900318,,12', message([ADA])],
    ['tel:+44%207700%20900318%20ext.%2012', message([ADA])],
    ['tel:+447700900318x12', message([ADA])],
    ['switchboard:chat/447700900318', { kind: 'chat', phone: ADA }],
    ['switchboard://chat/447700900318', { kind: 'chat', phone: ADA }],
    ['switchboard:chat/KWIKPET', { kind: 'chat', phone: 'KWIKPET' }],
    ['switchboard:new?to=+447700900318&body=Hi', message([ADA], 'Hi')],
    ['switchboard://new/?to=447700900318', message([ADA])],
    ['switchboard:new', message([])],
    ['switchboard:new?body=Hi', message([], 'Hi')],
  ])('%s leads to what it names', (address, aim) => {
    expect(parseLink(address, UK)).toEqual(aim);
  });

  it.each([
    'sms:',
    'sms:?body=Hi',
    'sms:///?body=Hi',
    'sms:+44',
    'tel:',
    'tel:*100%23',
    'tel:+1-800-FLOWERS',
    'switchboard:chat/',
    'switchboard:chat',
    'switchboard:new?to=nobody',
  ])('%s is refused: it has no number', (address) => {
    expect(parseLink(address, UK)).toEqual(refused('no-number'));
  });

  it.each([
    '',
    'sms',
    'mailto:a@b.example',
    'javascript:alert(1)',
    'https://sms:1',
    'switchboard:',
    'switchboard:send?to=1',
  ])('%s is refused: it is none of ours', (address) => {
    expect(parseLink(address, UK)).toEqual(refused('unknown'));
  });

  it('without a country cannot read a number that is written as at home', () => {
    expect(parseLink('tel:07700900318', { phone: null, country: null })).toEqual(refused('no-number'));
  });

  it('keeps escapes that are no characters as they are written', () => {
    expect(parseLink('sms:+447700900318?body=100%&body=2', UK)).toEqual(message([ADA], '100%'));
    expect(parseLink('sms:+447700900318?body=%E0%A4%20ok', UK)).toEqual(message([ADA], '%E0%A4%20ok'));
  });

  it('has no control characters and none that turn the direction, only lines', () => {
    const body = encodeURIComponent('a\u0000b\u001b[1m\u202ec\u2066d\r\ne\rf\u2028g\th\ud83d\ude00');
    expect(parseLink(`sms:+447700900318?body=${body}`, UK)).toEqual(message([ADA], 'ab[1mcd\ne\nf\ng h😀'));
    expect(parseLink('switchboard:chat/%E2%80%AE447700900318%00', UK)).toEqual({ kind: 'chat', phone: ADA });
  });

  it('is cut to what a message can have, without half a character at the end', () => {
    const long = parseLink(`sms:+447700900318?body=${'a'.repeat(4_999)}%F0%9F%98%80`, UK);
    expect(long).toEqual(message([ADA], 'a'.repeat(4_999)));
    const many = Array.from({ length: 30 }, (_, at) => `+4477009003${String(at).padStart(2, '0')}`).join(',');
    expect(parseLink(`sms:${many}`, UK)).toMatchObject({ phones: { length: 20 } });
  });
});

describe('any text as an address', () => {
  const pieces = fc.constantFrom(
    ...[
      'sms:',
      'tel:',
      'switchboard:',
      'chat/',
      'new?to=',
      '//',
      '?',
      '&',
      ';',
      ',',
      'body=',
      '%',
      '%2',
      '%F0%9F',
      '%00',
    ],
    ...['+447700900318', '07700', '\u202e', '\u0000', '\ud83d', '=', 'open', 'addresses=', '#', '\n', ' '],
  );
  const addresses = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc
      .array(fc.oneof({ weight: 4, arbitrary: pieces }, fc.string({ maxLength: 5 })), { maxLength: 30 })
      .map((all) => all.join('')),
    fc
      .tuple(fc.constantFrom('sms:+447700900318?body=', 'switchboard:new?body='), fc.string({ unit: 'binary' }))
      .map((all) => all.join('')),
  );

  it('leads to a chat, to a new message that can be written, or is refused', () => {
    fc.assert(
      fc.property(addresses, (address) => {
        const aim = parseLink(address, UK);
        if (aim.kind === 'chat') {
          expect(aim.phone).toMatch(/^[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]{1,64}$/u);
          return;
        }
        expect(v.is(targetSchema, aim)).toBe(true);
        if (aim.kind === 'refused-link') return;
        expect(aim.phones.every((phone) => /^[1-9]\d{5,14}$/.test(phone))).toBe(true);
        expect(aim.text).toMatch(/^(?:[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]|\n){0,5000}$/u);
      }),
      { numRuns: 1_000 },
    );
  });
});
