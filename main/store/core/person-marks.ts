/** Where a person matched: in the name, or in something else that must then be shown beside it. */
import { toFolded } from './fold.ts';
import { hasTerm } from './search-words.ts';
import type { Term } from './search-words.ts';
import { toWholeMarks } from './snippet.ts';

type Marks = [number, number][];

/** Something known of a person that can be shown as the reason for a hit. */
export interface PersonDetail {
  readonly kind: 'phone' | 'email' | 'company' | 'field';
  readonly label: string | null;
  readonly text: string;
}

interface PersonMarks {
  readonly nameMarks: Marks;
  readonly also: (PersonDetail & { readonly marks: Marks }) | null;
}

/** `details` in the order in which they are shown; of those that match equally much the first is taken. */
export function toPersonMarks(
  person: { readonly name: string; readonly listDetails: () => readonly PersonDetail[] },
  terms: readonly Term[],
  graphemes: Intl.Segmenter,
): PersonMarks {
  const words = terms.flatMap((term) => (term.digits === null ? term.words : [...term.words, term.digits]));
  const folded = toFolded(person.name);
  const inOnePiece = folded.replaceAll(' ', '');
  const missing = terms.filter((term) => !hasTerm(folded, term) && !hasTerm(inOnePiece, term));
  const nameMarks = toNameMarks(person.name, words, graphemes);
  if (missing.length === 0) return { nameMarks, also: null };
  let best: PersonDetail | null = null;
  let most = 0;
  for (const detail of person.listDetails()) {
    const text = toFolded(detail.text);
    const count = missing.filter((term) => hasTerm(text, term)).length;
    if (count > most) [best, most] = [detail, count];
  }
  return { nameMarks, also: best === null ? null : { ...best, marks: toWholeMarks(best.text, words, graphemes) } };
}

/** A name that is written with a space is found without it too (“李 小龙”); the marks then stand around the space. */
function toNameMarks(name: string, words: readonly string[], graphemes: Intl.Segmenter): Marks {
  const marks = toWholeMarks(name, words, graphemes);
  if (marks.length > 0 || !name.includes(' ')) return marks;
  const places = [...name.matchAll(/[^ ]/g)].map((match) => match.index);
  return toWholeMarks(name.replaceAll(' ', ''), words, graphemes).map(([start, end]) => [
    places[start] ?? 0,
    (places[end - 1] ?? 0) + 1,
  ]);
}
