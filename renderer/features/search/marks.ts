/** Texts with the stretches that matched. Pure. */

/** `[start, end)` in UTF-16 units, ascending, not overlapping. */
export type Marks = readonly (readonly [number, number])[];

export interface Piece {
  readonly text: string;
  readonly isMarked: boolean;
}

/** A text cut where marks begin and end. Marks beyond its ends count as far as the text goes. */
export function toPieces(text: string, marks: Marks): readonly Piece[] {
  const pieces: Piece[] = [];
  const add = (start: number, end: number, isMarked: boolean): void => {
    if (end > start) pieces.push({ text: text.slice(start, end), isMarked });
  };
  let place = 0;
  for (const [start, end] of marks) {
    const from = Math.max(place, Math.min(start, text.length));
    const to = Math.min(end, text.length);
    if (to <= from) continue;
    add(place, from, false);
    add(from, to, true);
    place = to;
  }
  add(place, text.length, false);
  return pieces;
}

/**
 * Marks of a number's digits as marks of the number as people read it: `7700` in `447700900318` is `7700` in
 * `+44 7700 900318`, and a mark goes on over the spaces inside it. None where `shown` has other digits.
 */
export function toShownMarks(digits: string, marks: Marks, shown: string): Marks {
  const places = [...shown].flatMap((character, index) => (/\d/.test(character) ? [index] : []));
  if (places.map((place) => shown[place]).join('') !== digits) return [];
  return marks.flatMap(([start, end]) => {
    const [first, last] = [places[start], places[end - 1]];
    return first === undefined || last === undefined ? [] : [[first, last + 1] as const];
  });
}

/** So much of a line may stand before its first mark: what is further to the right may be cut off on screen. */
const LEAD = 24;

/** A line cut so that its first mark can be seen, at a space where there is one. */
export function toSeenLine(text: string, marks: Marks): { text: string; marks: Marks; isCut: boolean } {
  const first = marks[0]?.[0] ?? 0;
  if (first <= LEAD) return { text, marks, isCut: false };
  const space = text.indexOf(' ', first - LEAD);
  const isLow = /[\uDC00-\uDFFF]/.test(text[first - LEAD] ?? '');
  const cut = space !== -1 && space < first ? space + 1 : first - LEAD + (isLow ? 1 : 0);
  return { text: text.slice(cut), marks: marks.map(([start, end]) => [start - cut, end - cut]), isCut: true };
}
