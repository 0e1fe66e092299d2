import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGraphemes, toSnippet, toWholeMarks } from '#main/store/core/snippet.ts';

const graphemes = createGraphemes();
const cut = (text: string, ...words: string[]) => toSnippet(text, words, graphemes);
/** The snippet with its marks in brackets and dots where it is cut. */
function show(text: string, ...words: string[]): string {
  const { snippet, marks, isCutBefore, isCutAfter } = cut(text, ...words);
  const marked = marks.reduceRight(
    (line, [start, end]) => `${line.slice(0, start)}[${line.slice(start, end)}]${line.slice(end)}`,
    snippet,
  );
  return `${isCutBefore ? '…' : ''}${marked}${isCutAfter ? '…' : ''}`;
}
const filler = 'lorem ipsum dolor sit amet '.repeat(6);

describe('a snippet', () => {
  it.each([
    ['Crème brûlée, crème!', ['creme'], '[Crème] brûlée, [crème]!'],
    ['Die Straße ist lang', ['ss', 'lang'], 'Die Stra[ß]e ist [lang]'],
    ['one\n\n two\tthree', ['two'], 'one [two] three'],
    ['<b>bold</b> & "x"', ['<b>'], '[<b>]bold</b> & "x"'],
    ['family 👩‍👩‍👧 here', ['👩'], 'family [👩‍👩‍👧] here'],
    ['👍🏽 ok', ['👍'], '[👍🏽] ok'],
    ['cafe\u0301', ['cafe'], '[cafe\u0301]'],
    ['שָׁלוֹם לכם', ['שלום'], '[שָׁלוֹם] לכם'],
    ['مُحَمَّد هنا', ['محمد'], '[مُحَمَّد] هنا'],
    ['我们明天见', ['明天'], '我们[明天]见'],
    ['한국어 문자', ['국어'], '한[국어] 문자'],
    ['ไม่เป็นไร', ['ป'], 'ไม่เ[ป็]นไร'],
    ['nothing here', ['zebra'], 'nothing here'],
    ['', ['x'], ''],
  ])('of %j for %j is %j', (text, words, shown) => {
    expect(show(text, ...words)).toBe(shown);
  });

  it('is cut between words on both sides of the first match', () => {
    expect(show(`${filler}needle ${filler}`, 'needle')).toBe(
      '…ipsum dolor sit amet [needle] lorem ipsum dolor sit amet lorem ipsum dolor sit…',
    );
  });

  it('keeps as much as it can where the match stands at an end', () => {
    expect(show(`needle ${filler}`, 'needle')).toMatch(/^\[needle\] .*…$/);
    const atEnd = cut(`${filler}needle`, 'needle');
    expect([atEnd.isCutBefore, atEnd.isCutAfter]).toEqual([true, false]);
    expect(atEnd.snippet.length).toBeGreaterThan(64);
  });

  it('is cut between characters of the eye where there are no spaces', () => {
    const { snippet } = cut(`${'👩‍👩‍👧'.repeat(40)}明天${'か\u3099'.repeat(90)}`, '明天');
    expect(snippet).toContain('明天');
    expect(snippet.startsWith('👩‍👩‍👧')).toBe(true);
    expect(snippet.replaceAll('👩‍👩‍👧', '').replace('明天', '').replaceAll('か\u3099', '')).toBe('');
  });

  it('survives a character longer than itself', () => {
    const long = `a${'\u0301'.repeat(200)}`;
    expect(cut(`${long}bc`, 'b').snippet).toContain('b');
    expect(cut(`x ${long}${long}`, 'x').snippet.length).toBeGreaterThan(0);
  });

  it('marks whole characters inside itself, ascending, and never more than about a line', () => {
    const texts = fc.array(
      fc.constantFrom('a', 'b ', 'é', 'e\u0301', 'ß', '👩‍👩‍👧', '明', ' ', '한', 'ﷺ', '\u200d', 'm\n', 'x'.repeat(30)),
      { maxLength: 90 },
    );
    fc.assert(
      fc.property(texts, fc.constantFrom('a', 'e', 'b a', 's', '明', '👩', 'x', 'صلى'), (parts, word) => {
        const { snippet, marks } = cut(parts.join(''), ...word.split(' '));
        expect(snippet.length).toBeLessThanOrEqual(80);
        let last = -1;
        for (const [start, end] of marks) {
          expect(start).toBeGreaterThan(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(snippet.length);
          last = end;
        }
      }),
    );
  });
});

describe('marks of a name', () => {
  it('stand where the words do', () => {
    expect(toWholeMarks('Zoë  Ångström', ['ang', 'zo'], graphemes)).toEqual([
      [0, 2],
      [5, 8],
    ]);
  });
});
