/**
 * Stretches of time that are known without a hole, and what lies between them. Pure arithmetic on instants, ends
 * included; a stretch reaches to the beginning where `fromAt` is null.
 *
 *   known   ──────┤      ├─────┤         ├────────┤
 *   gaps          ├──────┤     ├─────────┤        ├───┤ until
 */
import type { Gap } from '#shared/domain/sync.ts';

export interface Span {
  readonly fromAt: number | null;
  readonly toAt: number;
}

const toStart = ({ fromAt }: Span): number => fromAt ?? -Infinity;

/** The same stretches, oldest first, those that overlap or follow one another without an instant between them joined. */
export function joinSpans(spans: readonly Span[]): readonly Span[] {
  const joined: Span[] = [];
  const sorted = spans.filter((span) => toStart(span) <= span.toAt).sort((a, b) => compare(toStart(a), toStart(b)));
  for (const span of sorted) {
    const last = joined.at(-1);
    if (last === undefined || toStart(span) > last.toAt + 1) joined.push(span);
    else if (span.toAt > last.toAt) joined[joined.length - 1] = { fromAt: last.fromAt, toAt: span.toAt };
  }
  return joined;
}

/** Not by a difference: two beginnings have none. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/**
 * What is not known at or before `untilAt`, oldest first; the first one may reach to the beginning. `joined` as
 * `joinSpans` makes it. The ends of a gap belong to what is known on either side: others of that very instant may be
 * missing.
 */
export function listGapsUntil(joined: readonly Span[], untilAt: number): readonly Gap[] {
  const gaps: Gap[] = [];
  let knownTo: number | null = null;
  for (const span of joined) {
    if (toStart(span) > untilAt) break;
    if (span.fromAt !== null) gaps.push({ fromAt: knownTo, toAt: span.fromAt });
    knownTo = span.toAt;
  }
  if (knownTo === null || knownTo < untilAt) gaps.push({ fromAt: knownTo, toAt: untilAt });
  return gaps;
}

/** Whether both lists say the same. */
export function areSameSpans(a: readonly Span[], b: readonly Span[]): boolean {
  return a.length === b.length && a.every(({ fromAt, toAt }, at) => fromAt === b[at]?.fromAt && toAt === b[at].toAt);
}

/** A line of a thread in its place: when it is, and the key that the window knows it by. */
interface Line {
  readonly at: number;
  readonly key: string;
}

/**
 * Where a page shows the gaps: above the first line behind the known part below a gap, and above the line at which what
 * is known begins again; one entry for each line, however many gaps end there.
 *
 * @param lines oldest first.
 * @param beforeAt time of the line above the first one; null where there is none.
 */
export function placeGaps(
  gaps: readonly Gap[],
  lines: readonly Line[],
  beforeAt: number | null,
): { readonly itemKey: string; readonly fromAt: number | null; readonly toAt: number }[] {
  if (gaps.length === 0) return [];
  let above = beforeAt ?? -Infinity;
  return lines.flatMap(({ at, key }) => {
    const here = gaps.filter((gap) => isBetween(gap, above, at));
    above = at;
    const [first, last] = [here[0], here.at(-1)];
    return first === undefined || last === undefined ? [] : [{ itemKey: key, fromAt: first.fromAt, toAt: last.toAt }];
  });
}

/** Whether one of its ends lies between these two lines. */
function isBetween(gap: Gap, above: number, at: number): boolean {
  const fromAt = toStart(gap);
  return (above <= fromAt && fromAt < at) || (above < gap.toAt && gap.toAt <= at);
}
