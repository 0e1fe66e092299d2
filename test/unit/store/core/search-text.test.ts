import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toFolded } from '#main/store/core/fold.ts';
import { listMatches, toFoldedMap } from '#main/store/core/folded-map.ts';
import { toHaystack, toIndexText, toThreadMark } from '#main/store/core/index-text.ts';
import { hasTerm, toTerms, toWords } from '#main/store/core/search-words.ts';

/** Text of many scripts with all that folding touches, and whatever else a string can hold. */
const pieces = fc.constantFrom(
  ...[...'abIİıßẞﬁﬃŒæØłđðþςΣσάй ёЁ…½№™½①²ªºŉ'],
  ...[
    'e\u0301',
    '\u0301',
    '\u0345',
    '¨',
    '\u00ad',
    '\u200d',
    '\u200e',
    '\ufe0f',
    '\u20e3',
    '\u3000',
    '\u0000',
    '\ufeff',
  ],
  ...['בְּ', '־', 'أ', 'ﷺ', 'ـ', 'لا', 'ﻻ', '٣', '۴', 'ไทย', 'ำ', 'ก็', 'कि', 'क़', 'ে', 'া'],
  ...[
    '한',
    '하',
    'ᄒ',
    'ᅡ',
    'ᆫ',
    'ㅎ',
    'ㅏ',
    'ㄳ',
    'ㅋ',
    'ｶ',
    'ﾞ',
    'が',
    'か',
    '゙',
    '゛',
    '㌔',
    'ﾡ',
    'ￂ',
    '漢',
    '﨑',
    '豈',
  ],
  ...['👍🏽', '👩‍👩‍👧', '🇬🇧', '𝔘', '\ud83d', '\udc4d', '\n', '\t', '  '],
);
const texts = fc.oneof(
  fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

describe('folding', () => {
  it.each([
    ['Σίσυφος ΣΊΣΥΦΟΣ', 'σισυφοσ σισυφοσ'],
    ['Йод, ещЁ', 'иод, еще'],
    ['שָׁלוֹם בֵּית־סֵפֶר', 'שלום בית־ספר'],
    ['أَحْمَد مـــرحبا', 'احمد مرحبا'],
    ['٠٥٥ ۱۲', '055 12'],
    ['ﬁn oﬃce', 'fin office'],
    ['한국어', '한국어'],
    ['ガ ｶﾞ が', 'ガ ガ が'],
    ['don’t – “stop”', `don't - "stop"`],
    ['❤️ 1️⃣ co\u00adop', '❤ 1 coop'],
    ['ไม่เป็นไร', 'ไม่เป็นไร'],
  ])('makes %j findable as %j', (text, folded) => {
    expect(toFolded(text)).toBe(folded);
  });

  it('comes to rest: folding what is folded changes nothing', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(toFolded(toFolded(text))).toBe(toFolded(text));
      }),
    );
  });

  it('does not make one Korean syllable the beginning of another', () => {
    expect(toFolded('한국').includes(toFolded('하'))).toBe(false);
    expect(toFolded('한국').includes(toFolded('한'))).toBe(true);
  });
});

describe('a folded map', () => {
  it('folds to the same as folding the whole', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(toFoldedMap(text).folded).toBe(toFolded(text));
      }),
      { numRuns: 500 },
    );
  });

  it('knows for each of its units where it came from, in order', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { folded, starts, ends } = toFoldedMap(text);
        expect([starts.length, ends.length]).toEqual([folded.length, folded.length]);
        starts.forEach((start, index) => {
          expect(start).toBeLessThan(ends[index] ?? 0);
          expect(start).toBeGreaterThanOrEqual(starts[index - 1] ?? 0);
        });
      }),
    );
  });

  it.each([
    ['Die Straße', 'ss', 'ß'],
    ['Die Straße', 'rass', 'raß'],
    ['ofﬁce', 'fi', 'fﬁ'],
    ['Cafe\u0301 noir', 'cafe', 'Cafe\u0301'],
    ['🎉 Zoë', 'zoe', 'Zoë'],
    ['مُحَمَّد', 'محمد', 'مُحَمَّد'],
    ['明天见', '明天', '明天'],
    ['𝔘nd', 'und', '𝔘nd'],
    ['か\u0640\u3099', 'が', 'か\u0640\u3099'],
  ])('finds in %j for %j the original %j', (text, word, original) => {
    const [[start, end] = [0, 0]] = listMatches(toFoldedMap(text), [word]);
    expect(text.slice(start, end)).toBe(word === 'fi' ? 'ﬁ' : original);
  });

  it('joins places that overlap or touch', () => {
    expect(listMatches(toFoldedMap('banana'), ['ana', 'b', 'x', ''])).toEqual([[0, 6]]);
  });
});

describe('what was typed', () => {
  it('is words without anything that means something to the index', () => {
    expect(toWords('  Zoë "OR" zoe* (NOT -x) ')).toEqual(['zoe', '"or"', 'zoe*', '(not', '-x)']);
    expect([toWords(''), toWords(' \t ')]).toEqual([[], []]);
  });

  it('is a number where neighbours look like parts of one', () => {
    expect(toTerms('Deb (0770) 090-00 09 x')).toEqual([
      { words: ['deb'], digits: null },
      { words: ['(0770)', '090-00', '09'], digits: '7700900009' },
      { words: ['x'], digits: null },
    ]);
    expect(toTerms('- 0')).toEqual([{ words: ['-', '0'], digits: '0' }]);
    expect(toTerms('+ -')).toEqual([
      { words: ['+'], digits: null },
      { words: ['-'], digits: null },
    ]);
  });

  it('has no zero of a number as it is dialled at home, also where that stands in brackets behind the country', () => {
    const digits = ['+44 (0)20 7946 0958', '+44(0)20 7946-0958', '0044 20 79460958', '(0)20 7946 0958'];
    expect(digits.map((typed) => toTerms(typed).map((term) => term.digits))).toEqual([
      ...[['442079460958'], ['442079460958'], ['442079460958'], ['2079460958']],
    ]);
  });

  it('is found as a number or as its words, wherever they stand', () => {
    const [term = { words: [], digits: null }] = toTerms('12 34');
    expect(['a 1234 b', '34 and 12', '12 only'].map((text) => hasTerm(text, term))).toEqual([true, true, false]);
  });
});

describe('what stands in the index', () => {
  it('is all by which a person is found, each part on its own', () => {
    const fields = [{ value: 'Biscuit' }, { value: null }, { value: 'Müller' }];
    const person = { folded: 'zoe', phone: '44770', email: 'Z@X.test', fields };
    expect(toHaystack(person)).toBe('zoe\n44770\nz@x.test\nbiscuit\nmuller');
    expect(toHaystack({ ...person, folded: '', email: '', fields: [] })).toBe('44770');
  });

  it('ends with what nobody can type', () => {
    expect(toIndexText('ok')).toBe('ok\n\n');
    fc.assert(
      fc.property(texts, (text) => {
        expect(toFolded(text)).not.toContain('\n');
      }),
    );
  });

  it('has one mark of three characters for each thread', () => {
    const marks = Array.from({ length: 20_000 }, (_, index) => toThreadMark(`4477009${index}`));
    expect(new Set(marks).size).toBe(20_000);
    expect(marks.every((mark) => /^[\ue000-\ue7ff]{3}$/.test(mark))).toBe(true);
  });
});
