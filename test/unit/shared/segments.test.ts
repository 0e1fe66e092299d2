import fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';
import { describe, expect, it } from 'vitest';
import {
  MAX_PARTS,
  countCharactersOver,
  findUnicodeCauses,
  measurePiece,
  measurePieces,
  measureText,
  replaceUnicodeCauses,
  splitIntoParts,
} from '#shared/domain/segments.ts';

const GSM_CAPACITIES = [160, 306, 459, 612, 765, 918];
const UNICODE_CAPACITIES = [70, 134, 201, 268, 335, 402];

const gsmText = fc
  .array(fc.constantFrom(...'abc XYZ019@£$éùÇ\nØåΔΩß¤§€{}[]~\\|^'), { maxLength: 700 })
  .map((characters) => characters.join(''));
const mixedText = fc
  .array(fc.constantFrom(...'ab €{’“…', 'я', '漢', 'ع', '🐶', '𝔸'), { maxLength: 500 })
  .map((characters) => characters.join(''));
const anyText = fc.oneof(gsmText, mixedText, fc.string({ unit: 'binary', maxLength: 400 }));

describe('the table of the service', () => {
  it.each(GSM_CAPACITIES.map((capacity, index) => ({ capacity, parts: index + 1 })))(
    '$capacity GSM characters are $parts parts, one more is the next',
    ({ capacity, parts }) => {
      expect(measureText('a'.repeat(capacity))).toMatchObject({ parts, units: capacity, capacity, remaining: 0 });
      expect(measureText('a'.repeat(capacity + 1)).parts).toBe(parts + 1);
    },
  );

  it.each(UNICODE_CAPACITIES.map((capacity, index) => ({ capacity, parts: index + 1 })))(
    '$capacity Unicode characters are $parts parts, one more is the next',
    ({ capacity, parts }) => {
      expect(measureText('я'.repeat(capacity))).toMatchObject({ parts, units: capacity, capacity, remaining: 0 });
      expect(measureText('я'.repeat(capacity + 1)).parts).toBe(parts + 1);
    },
  );

  it('counts beyond six parts as well', () => {
    expect(measureText('a'.repeat(919)).parts).toBe(7);
    expect(measureText('a'.repeat(5_000)).parts).toBe(33);
  });
});

describe('what is used of what fits', () => {
  it('is never of more than six parts', () => {
    expect(measureText('a'.repeat(1_935))).toMatchObject({ used: 1_935, capacity: 918, parts: 13 });
  });

  it('counts the unit that a character of two leaves free at the end of a part', () => {
    const text = 'a'.repeat(152) + '€' + 'a'.repeat(764);
    expect(measureText(text)).toMatchObject({ units: 918, used: 919, capacity: 918, parts: 7 });
    expect(countCharactersOver(text)).toBe(1);
  });

  it('is more than fits exactly where the text takes more than six parts', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyText,
          gsmText.map((text) => text.repeat(2)),
        ),
        (text) => {
          const { used, capacity, parts } = measureText(text);
          expect(used > capacity).toBe(parts > MAX_PARTS);
          expect(countCharactersOver(text) > 0).toBe(parts > MAX_PARTS);
        },
      ),
    );
  });
});

describe('GSM 03.38', () => {
  it.each([...'{}\\~[]|^€'])('counts %s as two', (character) => {
    expect(measureText(character)).toMatchObject({ alphabet: 'gsm', units: 2, remaining: 158 });
  });

  it.each([..."'@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ¤ÄÖÑÜ§¿äöñüà\n"])('counts %s as one', (character) => {
    expect(measureText(character)).toMatchObject({ alphabet: 'gsm', units: 1 });
  });

  it('never cuts an extension character over a part boundary', () => {
    const text = 'a'.repeat(152) + '€' + 'a'.repeat(20);
    expect(splitIntoParts(text)).toEqual(['a'.repeat(152), '€' + 'a'.repeat(20)]);
    expect(measureText('a'.repeat(152) + '€'.repeat(77)).parts).toBe(3);
  });

  it('is empty for an empty text', () => {
    expect(measureText('')).toEqual({
      alphabet: 'gsm',
      units: 0,
      used: 0,
      parts: 0,
      capacity: 160,
      remaining: 160,
      perPart: 160,
    });
    expect(splitIntoParts('')).toEqual([]);
  });
});

describe('Unicode', () => {
  it('counts an emoji as two units and never cuts it', () => {
    expect(measureText('🐶').units).toBe(2);
    const text = 'a'.repeat(66) + '🐶' + 'a'.repeat(10);
    expect(splitIntoParts(text)[0]).toBe('a'.repeat(66));
  });

  it('names the characters that force it, once each, with what could stand there', () => {
    expect(findUnicodeCauses('It’s “it’s” – fine… 🐶')).toEqual([
      { character: '’', count: 2, replacement: "'" },
      { character: '“', count: 1, replacement: '"' },
      { character: '”', count: 1, replacement: '"' },
      { character: '–', count: 1, replacement: '-' },
      { character: '…', count: 1, replacement: '...' },
      { character: '🐶', count: 1, replacement: null },
    ]);
  });

  it('goes back to GSM once they are replaced', () => {
    expect(replaceUnicodeCauses('It’s “fine”…')).toBe('It\'s "fine"...');
    expect(measureText(replaceUnicodeCauses('It’s “fine”…')).alphabet).toBe('gsm');
  });

  it('keeps what has no replacement', () => {
    expect(replaceUnicodeCauses('漢’')).toBe("漢'");
  });
});

describe('the limit of six parts', () => {
  it('says how many characters are too many', () => {
    expect(countCharactersOver('a'.repeat(918))).toBe(0);
    expect(countCharactersOver('a'.repeat(932))).toBe(14);
    expect(countCharactersOver('я'.repeat(403))).toBe(1);
  });

  it('is right about it: without that many characters the text fits', () => {
    fc.assert(
      fc.property(fc.oneof(gsmText, mixedText), (sample) => {
        const text = sample.repeat(3);
        const over = countCharactersOver(text);
        const kept = [...text].slice(0, [...text].length - over).join('');
        expect(measureText(kept).parts).toBeLessThanOrEqual(MAX_PARTS);
      }),
    );
  });
});

describe('properties', () => {
  it('SEG-1: no part is over its size and no character is cut', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { perPart, parts } = measureText(text);
        const pieces = splitIntoParts(text);
        expect(pieces).toHaveLength(parts);
        const { alphabet } = measureText(text);
        const characters = pieces.flatMap((piece) => [...piece]);
        expect(characters).toEqual([...text]);
        if (alphabet === 'unicode') for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(perPart);
      }),
    );
  });

  it('SEG-2: the parts, joined, are the text', () => {
    fc.assert(fc.property(anyText, (text) => splitIntoParts(text).join('') === text));
  });

  it('SEG-3: GSM exactly when nothing causes Unicode', () => {
    fc.assert(
      fc.property(anyText, (text) => (measureText(text).alphabet === 'gsm') === (findUnicodeCauses(text).length === 0)),
    );
  });

  it('agrees with an independent counter on parts', () => {
    fc.assert(
      fc.property(fc.oneof(gsmText, mixedText), (text) => {
        fc.pre(text.length > 0);
        const oracle = new SegmentedMessage(text);
        expect(measureText(text).parts).toBe(oracle.segmentsCount);
        expect(measureText(text).alphabet).toBe(oracle.getEncodingName() === 'GSM-7' ? 'gsm' : 'unicode');
      }),
      { numRuns: 300 },
    );
  });
});

describe('a text in pieces', () => {
  it('measures as the pieces joined, wherever it is cut', () => {
    fc.assert(
      fc.property(
        fc.oneof(gsmText, mixedText, anyText),
        fc.array(fc.nat({ max: 700 }), { maxLength: 6 }),
        (text, at) => {
          const cuts = [0, ...at.toSorted((one, other) => one - other), text.length];
          const pieces = cuts.slice(1).map((end, index) => measurePiece(text.slice(cuts[index], end)));
          const joined = pieces.map((piece) => piece.text).join('');
          const { alphabet, units, parts } = measureText(joined);
          expect(measurePieces(pieces)).toMatchObject({ alphabet, units, parts });
        },
      ),
    );
  });

  it.each(GSM_CAPACITIES)('is full at %i GSM characters', (capacity) => {
    const pieces = ['a'.repeat(capacity - 7), '', 'b'.repeat(7)].map(measurePiece);
    const { parts } = measurePieces(pieces);
    expect(parts).toBe(measureText('a'.repeat(capacity)).parts);
    expect(measurePieces([...pieces, measurePiece('c')]).parts).toBe(parts + 1);
  });
});
