const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENDED = '{}\\~[]|^€\f';

const WIDTHS = new Map<string, number>([
  ...[...BASIC].map((letter): [string, number] => [letter, 1]),
  ...[...EXTENDED].map((letter): [string, number] => [letter, 2]),
]);

interface Capacity {
  readonly single: number;
  readonly each: number;
}

const PLAIN: Capacity = { single: 160, each: 153 };
const UNICODE: Capacity = { single: 70, each: 67 };

/** How a text travels: its charset and in how many parts (at least one). */
export interface Measure {
  readonly charset: 'ISO-8859-1' | 'UTF-16BE';
  readonly parts: number;
}

/** Everything that no letter of the plain alphabet is, as a pattern: the fastest way to look through 100,000 texts. */
const NOT_PLAIN = new RegExp(`[^${[...BASIC, ...EXTENDED].map(toEscaped).join('')}]`, 'u');
const TWO_WIDE = new RegExp(`[${[...EXTENDED].map(toEscaped).join('')}]`, 'gu');

function toEscaped(letter: string): string {
  return `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`;
}

function isPlain(text: string): boolean {
  return !NOT_PLAIN.test(text);
}

/** Widths of the pieces that may not be split: a letter of the plain alphabet, or one or two UTF-16 units. */
function toWidths(text: string, plain: boolean): number[] {
  return [...text].map((letter) => (plain ? (WIDTHS.get(letter) ?? 1) : letter.length));
}

/** Number of parts when no piece is cut in two at the end of a part. */
function countParts(widths: readonly number[], capacity: Capacity): number {
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (total <= capacity.single) return 1;
  let parts = 1;
  let used = 0;
  for (const width of widths) {
    if (used + width > capacity.each) {
      parts += 1;
      used = 0;
    }
    used += width;
  }
  return parts;
}

/** Measures a text as the operator would split it. */
export function measure(text: string): Measure {
  const plain = isPlain(text);
  const capacity = plain ? PLAIN : UNICODE;
  const width = text.length + (plain ? (text.match(TWO_WIDE)?.length ?? 0) : 0);
  const parts = width <= capacity.single ? 1 : countParts(toWidths(text, plain), capacity);
  return { charset: plain ? 'ISO-8859-1' : 'UTF-16BE', parts };
}

/** The longest beginning of a text that fits into that many parts. */
export function cutToParts(text: string, parts: number): string {
  const letters = [...text];
  let low = 0;
  let high = letters.length;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (measure(letters.slice(0, middle).join('')).parts <= parts) low = middle;
    else high = middle - 1;
  }
  return letters.slice(0, low).join('');
}
