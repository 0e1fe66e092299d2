import { describe, expect, it } from 'vitest';
import { readInstantOrNull } from '#main/api/wire/instant.ts';
import {
  findElements,
  readCount,
  readCountOrNull,
  readCountryOrNull,
  readElements,
  readFlag,
  readFlagOrNull,
  readHrefOrNull,
  readIdOrNull,
  readLetterOrNull,
  readNumberOrNull,
  readSenderOrNull,
  readText,
  readTextOrNull,
} from '#main/api/wire/read.ts';

describe('readers of single values', () => {
  it('take numbers as numbers and as text', () => {
    expect([readNumberOrNull(0.038), readNumberOrNull('0.038'), readNumberOrNull(' -2 ')]).toEqual([0.038, 0.038, -2]);
    expect(['1.0E-2', '2e3', '-1.5e+2'].map(readNumberOrNull)).toEqual([0.01, 2_000, -150]);
    expect(
      [null, undefined, '', 'abc', '0x10', '1e999', '1,5', NaN, Infinity, true, [], {}].map(readNumberOrNull),
    ).toEqual(Array.from({ length: 12 }, () => null));
  });

  it('take an id only when it is whole, above zero and exact', () => {
    expect([readIdOrNull(5), readIdOrNull('410088')]).toEqual([5, 410088]);
    expect([0, -1, 1.5, '9007199254740993', null, ''].map(readIdOrNull)).toEqual([null, null, null, null, null, null]);
  });

  it('read a count that is not there as none', () => {
    expect([readCount('3'), readCount(null), readCount(-4), readCount(2.5)]).toEqual([3, 0, 0, 0]);
    expect([readCountOrNull('3'), readCountOrNull(0), readCountOrNull(null), readCountOrNull(-4)]).toEqual([
      3,
      0,
      null,
      null,
    ]);
  });

  it('take booleans in every spelling', () => {
    expect([true, 1, '1', 'true', 'TRUE', 2].map(readFlag)).toEqual([true, true, true, true, true, true]);
    expect([false, 0, '0', 'false', null, undefined, '', {}, [1]].map(readFlag)).toEqual(
      Array.from({ length: 9 }, () => false),
    );
  });

  it('tell a switch that is off from one that nobody can read', () => {
    expect([true, 1, 'TRUE', false, 0, '0', 'False'].map(readFlagOrNull)).toEqual([
      ...[true, true, true, false, false, false, false],
    ]);
    expect([null, undefined, '', 'yes', {}, [1]].map(readFlagOrNull)).toEqual([null, null, null, null, null, null]);
  });

  it('read an array that PHP wrote as an object, and nothing from any other object', () => {
    expect([readElements([1, 2]), readElements({ 0: 1, 7: 2 }), readElements({})]).toEqual([[1, 2], [1, 2], []]);
    expect([{ a: 1 }, 'x', null, 7].map(findElements)).toEqual([null, null, null, null]);
  });

  it('keep text as it came, and tell blank from missing only where asked', () => {
    expect([readText('  two\nlines '), readText(42), readText(null), readText({})]).toEqual([
      '  two\nlines ',
      '42',
      '',
      '',
    ]);
    expect([readTextOrNull(' x '), readTextOrNull(' '), readTextOrNull(null)]).toEqual([' x ', null, null]);
  });

  it('keep unknown letters, in lower case', () => {
    expect([readLetterOrNull('Z'), readLetterOrNull(' if '), readLetterOrNull(''), readLetterOrNull(null)]).toEqual([
      'z',
      'if',
      null,
      null,
    ]);
  });

  it('take an avatar as an object and as text', () => {
    expect([
      readHrefOrNull({ href: 'a.png' }),
      readHrefOrNull('b.png'),
      readHrefOrNull(null),
      readHrefOrNull({}),
    ]).toEqual(['a.png', 'b.png', null, null]);
  });

  it('take a country as an object and as a code', () => {
    expect([readCountryOrNull({ id: 'gb', name: 'x' }), readCountryOrNull('GB'), readCountryOrNull('Wales')]).toEqual([
      'GB',
      'GB',
      null,
    ]);
  });

  it('write own numbers as digits and leave names alone', () => {
    expect(['-', ' ( ) ', '+', '!'].map(readSenderOrNull)).toEqual([null, null, null, null]);
    expect([readSenderOrNull('+44 7700 900002'), readSenderOrNull('KwikPet'), readSenderOrNull(null)]).toEqual([
      '447700900002',
      'KwikPet',
      null,
    ]);
  });
});

describe('readInstantOrNull', () => {
  const at = Date.UTC(2015, 5, 19, 9, 48, 24);

  it.each([
    ['2015-06-19T09:48:24+0000', at],
    ['2015-06-19T09:48:24+00:00', at],
    ['2015-06-19T09:48:24Z', at],
    ['2015-06-19T09:48:24.000Z', at],
    ['2015-06-19T09:48:24.125Z', at + 125],
    ['2015-06-19T11:48:24+0200', at],
    ['2015-06-19T04:18:24-05:30', at],
    ['2015-06-19 09:48:24', at],
    ['2015-06-19T09:48+00', at - 24_000],
    ['2015-06-19', Date.UTC(2015, 5, 19)],
    [String(at / 1000), at],
    [at / 1000, at],
    [at, at],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
  ])('reads %s', (text, expected) => {
    expect(readInstantOrNull(text)).toBe(expected);
  });

  it.each([
    '',
    'yesterday',
    '0000-00-00 00:00:00',
    '2015-02-30',
    '2015-13-01',
    '2015-06-19T25:00:00Z',
    '1969-01-01',
    '1970-01-01T00:00:00.000Z',
    0,
    null,
    {},
    NaN,
    -5,
    '5',
  ])('makes nothing of %s', (value) => {
    expect(readInstantOrNull(value)).toBeNull();
  });
});
