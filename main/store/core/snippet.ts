/**
 * One line of a message around the first place that matched.
 *
 *   …word word [match] word word…      cut between words where there is one near, else between characters of the eye
 */
import { listMatches, toFoldedMap } from './folded-map.ts';
import type { Range } from './folded-map.ts';

interface Snippet {
  readonly snippet: string;
  /** Positions in `snippet`, in UTF-16 units, around whole characters of the eye. */
  readonly marks: [number, number][];
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/** Most characters of a snippet, how many of them before the match, and how far a cut moves to meet a space. */
const MOST = 80;
const BEFORE = 24;
const MOST_MOVED = 16;

/** Finds the characters of the eye. Making one is slow: one for all snippets of an answer. */
export const createGraphemes = (): Intl.Segmenter => new Intl.Segmenter('und', { granularity: 'grapheme' });

/** `words` folded. Total: without a match it is the beginning of the text. */
export function toSnippet(text: string, words: readonly string[], graphemes: Intl.Segmenter): Snippet {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  const matches = listMatches(toFoldedMap(line), words);
  const borders = new Borders(line, graphemes);
  const first = matches[0] ?? [0, 0];
  const start = findStart(line, first, borders);
  const end = findEnd(line, first, { start, borders });
  const shown = matches.filter((match) => match[0] < end && match[1] > start);
  return {
    snippet: line.slice(start, end),
    marks: toMarks(shown, borders).map(([from, until]) => [
      Math.max(from, start) - start,
      Math.min(until, end) - start,
    ]),
    isCutBefore: start > 0,
    isCutAfter: end < line.length,
  };
}

/** The same for a text that is shown whole, such as a name. */
export function toWholeMarks(text: string, words: readonly string[], graphemes: Intl.Segmenter): [number, number][] {
  return toMarks(listMatches(toFoldedMap(text), words), new Borders(text, graphemes));
}

function toMarks(matches: readonly Range[], borders: Borders): [number, number][] {
  const marks: [number, number][] = [];
  for (const [start, end] of matches) {
    const [from, until] = [borders.atOrBefore(start), borders.atOrAfter(end)];
    const last = marks.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], until);
    else marks.push([from, until]);
  }
  return marks;
}

function findStart(line: string, first: Range, borders: Borders): number {
  const wanted = Math.min(first[0] - BEFORE, line.length - MOST);
  if (wanted <= 0) return 0;
  const space = line.indexOf(' ', wanted - 1);
  const isNear = space >= 0 && space < first[0] && space - wanted < MOST_MOVED;
  const start = isNear ? space + 1 : borders.atOrBefore(wanted);
  // One character of the eye can be longer than any snippet: the match is in it all the same.
  return first[0] - start < MOST ? start : borders.atOrBefore(first[0]);
}

function findEnd(
  line: string,
  first: Range,
  { start, borders }: { readonly start: number; readonly borders: Borders },
): number {
  const wanted = start + MOST;
  if (wanted >= line.length) return line.length;
  const space = line.lastIndexOf(' ', wanted);
  const isNear = space >= first[1] && space > start && wanted - space < MOST_MOVED;
  const end = isNear ? space : borders.atOrBefore(wanted);
  return end > start ? end : borders.atOrAfter(wanted);
}

/** Where one character of the eye ends and the next begins. */
class Borders {
  readonly #line: string;
  readonly #graphemes: Intl.Segmenter;
  #segments: Intl.Segments | null = null;

  constructor(line: string, graphemes: Intl.Segmenter) {
    this.#line = line;
    this.#graphemes = graphemes;
  }

  atOrBefore(index: number): number {
    return this.#find(index)?.index ?? index;
  }

  atOrAfter(index: number): number {
    const segment = this.#find(index);
    return segment === undefined || segment.index === index ? index : segment.index + segment.segment.length;
  }

  /** Undefined where plain letters meet: that is a border, and most texts have no other. */
  #find(index: number): Intl.SegmentData | undefined {
    if (index <= 0 || index >= this.#line.length) return undefined;
    if (this.#line.charCodeAt(index - 1) < 0x80 && this.#line.charCodeAt(index) < 0x80) return undefined;
    this.#segments ??= this.#graphemes.segment(this.#line);
    return this.#segments.containing(index);
  }
}
