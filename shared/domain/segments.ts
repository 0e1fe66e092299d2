/**
 * How long a text is to the operators: the alphabet that it needs, its units, and the parts that it is cut into
 * (GSM 03.38; supplement of the service, "Text length").
 *
 *   text ──► alphabet: gsm, or unicode as soon as one character is not in GSM 03.38
 *        ──► characters with their cost: gsm 1, extension table 2; unicode 1 or 2 (UTF-16 code units)
 *        ──► parts: one of 160/70, else as many of 153/67 as needed
 *
 * SEG-1  A character is never cut: an extension character or a surrogate pair that no longer fits opens the next part.
 * SEG-2  The parts, joined, are the text.
 * SEG-3  The alphabet is GSM exactly when nothing of `findUnicodeCauses` is left.
 */
export type TextAlphabet = 'gsm' | 'unicode';

/** What the composer shows and the outbox predicts. */
export interface TextMeasure {
  readonly alphabet: TextAlphabet;
  /** Units used: GSM septets, or UTF-16 code units. */
  readonly units: number;
  /** The same with the units left free at the end of a part, where a character of two did not fit. Over `capacity`: too long. */
  readonly used: number;
  /** 0 for an empty text. */
  readonly parts: number;
  /** What that many parts (1 to 6) hold: 160, 306, 459 … 918 or 70, 134, 201 … 402. A text of more parts does not leave. */
  readonly capacity: number;
  /** Units of one letter that still fit before another part begins. */
  readonly remaining: number;
  /** What one part of this text holds: 160 or 153, 70 or 67. */
  readonly perPart: number;
}

/** A character that makes a text Unicode. */
export interface UnicodeCause {
  readonly character: string;
  /** How often it occurs. */
  readonly count: number;
  /** GSM text that says the same; null when there is none, as for an emoji or another script. */
  readonly replacement: string | null;
}

/** The service takes at most this many parts for one message. */
export const MAX_PARTS = 6;

const LIMITS: Readonly<Record<TextAlphabet, { readonly single: number; readonly split: number }>> = {
  gsm: { single: 160, split: 153 },
  unicode: { single: 70, split: 67 },
};

const GSM_BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const GSM_EXTENSION = new Set('\f^{}\\[~]|€');

/** Typographic characters that phones and word processors put in, and the plain ones that mean the same. */
const REPLACEMENTS: ReadonlyMap<string, string> = new Map([
  ...[...'‘’‚‛′´`ʼʻˈ＇'].map((character) => [character, "'"] as const),
  ...[...'“”„‟″«»＂'].map((character) => [character, '"'] as const),
  ...[...'‐‑‒–—―−－'].map((character) => [character, '-'] as const),
  ...[...'\u00a0\u2002\u2003\u2007\u2009\u200a\u202f\u3000\t'].map((character) => [character, ' '] as const),
  ...[...'\u200b\u200e\u200f\u2060\ufeff\u00ad'].map((character) => [character, ''] as const),
  ...[...'•·∙'].map((character) => [character, '*'] as const),
  ['…', '...'],
  ['‹', '<'],
  ['›', '>'],
  ['⁄', '/'],
  ['×', 'x'],
  ['½', '1/2'],
  ['¼', '1/4'],
  ['¾', '3/4'],
  ['™', 'TM'],
  ['©', '(c)'],
  ['®', '(R)'],
  ['№', 'No'],
  ['\u2028', '\n'],
  ['\u2029', '\n'],
]);

/** Measures a text as the operators will. Total: any string has a measure. */
export function measureText(text: string): TextMeasure {
  const alphabet = toAlphabet(text);
  const { single, split } = LIMITS[alphabet];
  const { units, fills } = packText(text, alphabet);
  const parts = units === 0 ? 0 : fills.length;
  const perPart = parts > 1 ? split : single;
  const lastFill = fills.at(-1) ?? 0;
  const used = (fills.length - 1) * perPart + lastFill;
  const capacity = Math.min(Math.max(1, parts), MAX_PARTS) * perPart;
  return { alphabet, units, used, parts, capacity, remaining: perPart - lastFill, perPart };
}

/** A piece of many texts, counted once for all of them. */
export interface PieceMeasure {
  readonly text: string;
  /** GSM septets; null: it makes a text Unicode. */
  readonly septets: number | null;
  /** Whether each of its characters is one unit in a GSM text, and in a Unicode text. */
  readonly isEven: Readonly<Record<TextAlphabet, boolean>>;
}

/** Counts a piece for `measurePieces`. Total. */
export function measurePiece(text: string): PieceMeasure {
  let septets: number | null = 0;
  for (const character of text) {
    if (septets !== null) septets = isGsm(character) ? septets + toCost(character, 'gsm') : null;
  }
  return { text, septets, isEven: { gsm: septets === text.length, unicode: !/[\ud800-\udfff]/.test(text) } };
}

/** `measureText` of the pieces joined. Its time depends on their number where each character is one unit, as most are. */
export function measurePieces(
  pieces: readonly PieceMeasure[],
): Pick<TextMeasure, 'alphabet' | 'units' | 'parts'> & { readonly isEven: boolean } {
  const alphabet = pieces.every(({ septets }) => septets !== null) ? 'gsm' : 'unicode';
  const units = pieces.reduce(
    (sum, { text, septets }) => sum + ((alphabet === 'gsm' ? septets : null) ?? text.length),
    0,
  );
  const isEven = pieces.every((piece) => piece.isEven[alphabet]);
  const { single, split } = LIMITS[alphabet];
  if (units <= single) return { alphabet, units, parts: Math.min(1, units), isEven: true };
  if (isEven) return { alphabet, units, parts: Math.ceil(units / split), isEven };
  const { parts } = measureText(pieces.map(({ text }) => text).join(''));
  return { alphabet, units, parts, isEven };
}

/** The text as it is cut into parts; empty for an empty text. */
export function splitIntoParts(text: string): string[] {
  const alphabet = toAlphabet(text);
  const parts: string[] = [];
  let start = 0;
  for (const end of packText(text, alphabet).ends) {
    if (end > start) parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}

/** How many characters of the text's end must go for it to fit `maxParts` parts; 0 when it fits. */
export function countCharactersOver(text: string, maxParts: number = MAX_PARTS): number {
  return splitIntoParts(text)
    .slice(maxParts)
    .reduce((sum, part) => sum + [...part].length, 0);
}

/** The characters outside GSM 03.38 in the order of their first appearance, each once. */
export function findUnicodeCauses(text: string): UnicodeCause[] {
  const counts = new Map<string, number>();
  for (const character of text) {
    if (!isGsm(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return [...counts].map(([character, count]) => ({
    character,
    count,
    replacement: REPLACEMENTS.get(character) ?? null,
  }));
}

/** Why a text takes more parts than its words need. */
export type LongerReason =
  /** Characters that have plain ones that mean the same: with those it takes fewer parts. */
  | { readonly kind: 'plain'; readonly causes: readonly UnicodeCause[] }
  /** Characters without a plain one, as an emoji; the first of them. */
  | { readonly kind: 'kept'; readonly character: string };

/** What makes a text longer than it would be in GSM 03.38; null where its Unicode characters cost no part. */
export function findLongerReason(text: string): LongerReason | null {
  const causes = findUnicodeCauses(text);
  if (causes.length === 0) return null;
  const { parts } = measureText(text);
  const replaced = replaceUnicodeCauses(text);
  if (measureText(replaced).parts < parts)
    return { kind: 'plain', causes: causes.filter(({ replacement }) => replacement !== null) };
  const kept = causes.find(({ replacement }) => replacement === null);
  const plain = [...replaced].map((character) => (isGsm(character) ? character : '?')).join('');
  return kept !== undefined && measureText(plain).parts < parts ? { kind: 'kept', character: kept.character } : null;
}

/** The text with every character that has a GSM replacement replaced; others stay. */
export function replaceUnicodeCauses(text: string): string {
  return [...text]
    .map((character) => (isGsm(character) ? character : (REPLACEMENTS.get(character) ?? character)))
    .join('');
}

function toAlphabet(text: string): TextAlphabet {
  for (const character of text) if (!isGsm(character)) return 'unicode';
  return 'gsm';
}

function isGsm(character: string): boolean {
  return GSM_BASIC.has(character) || GSM_EXTENSION.has(character);
}

function toCost(character: string, alphabet: TextAlphabet): number {
  if (alphabet === 'unicode') return character.length;
  return GSM_EXTENSION.has(character) ? 2 : 1;
}

/** Fills parts one character at a time (SEG-1). `ends` are UTF-16 offsets, `fills` the units used in each part. */
function packText(text: string, alphabet: TextAlphabet): { units: number; fills: number[]; ends: number[] } {
  const { single, split } = LIMITS[alphabet];
  let units = 0;
  for (const character of text) units += toCost(character, alphabet);
  if (units <= single) return { units, fills: [units], ends: [text.length] };
  const fills = [0];
  const ends: number[] = [];
  let offset = 0;
  for (const character of text) {
    const cost = toCost(character, alphabet);
    const fill = fills.at(-1) ?? 0;
    if (fill + cost > split) {
      ends.push(offset);
      fills.push(cost);
    } else {
      fills[fills.length - 1] = fill + cost;
    }
    offset += character.length;
  }
  return { units, fills, ends: [...ends, text.length] };
}
