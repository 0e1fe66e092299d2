/** A folded text that knows which characters of the original each of its own came from. */
import { LEFT_OUT_SIGNS, toBare } from './fold.ts';

/** Positions are in UTF-16 units: unit `i` of `folded` came from `[starts[i], ends[i])` of the original. */
interface FoldedMap {
  readonly folded: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

export type Range = readonly [start: number, end: number];

/**
 * One character with all that may melt into it: marks, what is left out, the vowels and last consonants of Korean, the
 * halfwidth marks of Japanese. Folding these pieces one by one comes to the same as folding the whole.
 */
const PIECE = new RegExp(
  `[^](?:[\\p{M}${LEFT_OUT_SIGNS}\\u1160-\\u11ff\\u3131-\\u318e\\ud7b0-\\ud7fb\\uff9e\\uff9f\\uffa1-\\uffdc])*`,
  'uy',
);

/** Total. The folded text is that of `toFolded`. */
export function toFoldedMap(text: string): FoldedMap {
  const units: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const known = new Map<string, string>();
  for (let start = 0; start < text.length;) {
    const piece = toPiece(text, start);
    const end = start + piece.length;
    let bare = known.get(piece);
    if (bare === undefined) known.set(piece, (bare = toBare(piece)));
    for (const unit of bare.split('')) {
      const isSpace = unit <= ' ' || (unit > '~' && /[\s\p{Cc}]/u.test(unit));
      if (isSpace && (units.length === 0 || units.at(-1) === ' ')) continue;
      units.push(isSpace ? ' ' : unit);
      starts.push(start);
      ends.push(end);
    }
    start = end;
  }
  if (units.at(-1) === ' ') for (const list of [units, starts, ends]) list.pop();
  return { folded: units.join(''), starts, ends };
}

function toPiece(text: string, start: number): string {
  const next = text.charCodeAt(start + 1);
  if (text.charCodeAt(start) < 0x80 && !(next >= 0x80)) return text.charAt(start);
  PIECE.lastIndex = start;
  return PIECE.exec(text)?.[0] ?? text.charAt(start);
}

/** Every place where one of the words stands, in the original's positions: ascending, joined where they touch. */
export function listMatches({ folded, starts, ends }: FoldedMap, words: readonly string[]): Range[] {
  const found: Range[] = [];
  for (const word of words) {
    if (word === '') continue;
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
      found.push([starts[at] ?? 0, ends[at + word.length - 1] ?? 0]);
    }
  }
  return toJoined(found);
}

/** Ascending, none touching another. */
function toJoined(ranges: readonly Range[]): Range[] {
  const joined: [number, number][] = [];
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined;
}
