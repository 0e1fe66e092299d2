/** Things that one request is about, by id, in portions that a request can hold. */

/** Which things a bulk action is about: these, or all there are. */
export type Selection<Id extends number> = readonly Id[] | 'all';

/** Ids in one request: some 10 kB, far below what services take, and few enough requests for a strict route. */
export const MOST_IDS = 1_000;

/** The ids in their order, portion by portion; none at all is one empty portion, which the service refuses. */
export function toPortions<Id extends number>(ids: readonly Id[]): readonly (readonly Id[])[] {
  if (ids.length === 0) return [[]];
  const portions: (readonly Id[])[] = [];
  for (let start = 0; start < ids.length; start += MOST_IDS) portions.push(ids.slice(start, start + MOST_IDS));
  return portions;
}

/** The bodies that make a selection together, where `all` is a number in both documents (supplement 3.3). */
export function toBulkBodies<Id extends number>(
  selection: Selection<Id>,
): readonly Readonly<Record<string, unknown>>[] {
  if (selection === 'all') return [{ all: 1 }];
  return toPortions(selection).map((ids) => ({ ids: ids.join(','), all: 0 }));
}
