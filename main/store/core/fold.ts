/**
 * Text as people search it: without accents and case. Both sides of a comparison go through here, and the search index
 * holds what comes out: a change of this file needs a migration that builds the index anew.
 */

/** Letters that do not fall apart into a base letter and a mark, and signs that have several forms. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i', þ: 'th', ς: 'σ' },
  ...{ '‘': "'", '’': "'", ʼ: "'", '“': '"', '”': '"', '„': '"' },
  ...{ '‐': '-', '‒': '-', '–': '-', '—': '-', '−': '-' },
};
const TO_LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/** Digits as they are written with Arabic and Persian letters. */
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;

/**
 * Latin, Greek and Cyrillic accents, Hebrew points, Arabic vowel signs and the stroke that only lengthens, and what is
 * not seen (joiners, marks of direction, soft hyphens); not the vowels of other scripts. What stands between the
 * brackets of an expression.
 */
export const LEFT_OUT_SIGNS =
  '\\u0300-\\u036f\\u0483-\\u0489\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f' +
  '\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7' +
  '\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed' +
  '\\p{Default_Ignorable_Code_Point}';
const LEFT_OUT = new RegExp(`[${LEFT_OUT_SIGNS}]`, 'gu');

/** Most texts: nothing to leave out but case and doubled spaces. */
const PLAIN = /^[\t\n\r\x20-\x7e]*$/;

/** Whatever is not a single plain space already: most spaces are. */
const OTHER_SPACES = /[\s\p{Cc}]{2,}|[^\S ]|\p{Cc}/gu;

/** Total: never fails. Spaces are single and trimmed. */
export function toFolded(text: string): string {
  if (PLAIN.test(text))
    return text
      .toLowerCase()
      .replace(/\s{2,}|[\t\n\r]/g, ' ')
      .trim();
  return toBare(text).replace(OTHER_SPACES, ' ').trim();
}

/** The same with all its spaces. Composed again at the end, so that a Korean syllable does not begin another one. */
export function toBare(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFKD')
    .replace(LEFT_OUT, '')
    .toLowerCase()
    .replace(LEFT_OUT, '')
    .replace(TO_LETTER, (letter) => LETTERS[letter] ?? letter)
    .replace(DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf))
    .normalize('NFC');
}
