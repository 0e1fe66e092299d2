import { describe, expect, it } from 'vitest';
import { isPossibleEmail } from '#shared/domain/email-address.ts';

describe('an e-mail address', () => {
  it.each([
    ...['ann@mail.example', ' ann@mail.example ', "o'hara+news_1@a-b.co.example", 'x@y.z', 'søren@bücher.example'],
    ...['用户@例子.广告', 'ann@[192.0.2.1]', 'ann@mail..example', '"ann"@mail.example'],
  ])('can be %j', (text) => expect(isPossibleEmail(text)).toBe(true));

  it.each([
    '',
    'notanemail',
    'ann@mail',
    '@mail.example',
    'ann@',
    'ann@.',
    'ann@mail.',
    'a@b@mail.example',
    'ann@a b.c',
  ])('cannot be %j', (text) => expect(isPossibleEmail(text)).toBe(false));
});
