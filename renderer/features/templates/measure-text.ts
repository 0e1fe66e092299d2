import { MAX_PARTS } from '#shared/domain/segments.ts';
import type { Formats } from '#renderer/lib/format.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import { empties, measures as words } from './messages.ts';
import type { Measure, PreviewPerson } from './text-counts.svelte.ts';

interface WordsContext {
  readonly texts: Translator;
  readonly formats: Formats;
}

/** How long a text is for all contacts, in words. */
export interface MeasureWords {
  readonly length: string;
  /** How many people get how many parts; '' where there are no contacts. */
  readonly parts: string;
  /** '' where the price is not known. */
  readonly price: string;
}

export function toMeasureWords(measure: Measure, { texts, formats }: WordsContext): MeasureWords {
  const { shortest, longest, partsCounts, partPrice } = measure;
  const length =
    shortest === longest
      ? texts.text(words.characters, { count: longest })
      : texts.text(words.range, { shortest, longest });
  const [first, ...others] = partsCounts;
  if (first === undefined) return { length: '', parts: '', price: '' };
  const parts =
    others.length === 0
      ? texts.text(words.partsForAll, { count: first.parts })
      : formats.list([
          texts.text(words.parts, {
            count: first.parts,
            people: texts.text(empties.people, { count: first.peopleCount }),
          }),
          ...others.map(({ parts: count, peopleCount }) => texts.text(words.moreParts, { count, people: peopleCount })),
        ]);
  return { length, parts, price: toPrice(partPrice, partsCounts, { texts, formats }) };
}

function toPrice(
  price: Measure['partPrice'],
  counts: Measure['partsCounts'],
  { texts, formats }: WordsContext,
): string {
  const fewest = counts.at(0)?.parts;
  const most = counts.at(-1)?.parts;
  if (price === null || fewest === undefined || most === undefined) return '';
  const of = (parts: number): string => formats.money(price.amount * parts, price.currency ?? undefined);
  const span = counts.length > 2 ? words.between : words.either;
  const both = fewest === most ? of(fewest) : texts.text(span, { one: of(fewest), other: of(most) });
  return texts.text(words.priceEach, { price: both });
}

/** Units of one part of a text that has several, and of one that has one. */
const ROOM = { gsm: { split: 153, single: 160 }, unicode: { split: 67, single: 70 } };

/** How full each of six parts of the longest text is, 0 to 1. */
export function toPartShares(longest: Pick<PreviewPerson, 'length' | 'parts' | 'isUnicode'> | null): readonly number[] {
  const { length, parts, isUnicode } = longest ?? { length: 0, parts: 0, isUnicode: false };
  const room = ROOM[isUnicode ? 'unicode' : 'gsm'][parts > 1 ? 'split' : 'single'];
  return Array.from({ length: MAX_PARTS }, (_, index) => Math.max(0, Math.min(1, (length - index * room) / room)));
}
