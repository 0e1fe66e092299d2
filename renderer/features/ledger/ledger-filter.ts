/** What narrows the ledger, as a person chooses it. */
import type { LedgerFilter, LedgerOutcome } from '#shared/contract/index.ts';
import type { Formats } from '#renderer/lib/format.ts';

export const LEDGER_RANGES = ['today', '7', '30', 'year', 'all'] as const;
export type LedgerRange = (typeof LEDGER_RANGES)[number];

export interface LedgerQuestion {
  readonly query: string;
  /** Null: all. */
  readonly outcome: LedgerOutcome | null;
  readonly range: LedgerRange;
}

export const EVERYTHING: LedgerQuestion = { query: '', outcome: null, range: 'all' };
const MAX_QUERY = 200;

export function isSameQuestion(one: LedgerQuestion, other: LedgerQuestion): boolean {
  return one.query.trim() === other.query.trim() && one.outcome === other.outcome && one.range === other.range;
}

/** The question as main takes it. Days are those of the eye: "7 days" is today and the six before. */
export function toLedgerFilter(
  { query, outcome, range }: LedgerQuestion,
  { formats, now }: { readonly formats: Formats; readonly now: number },
): LedgerFilter {
  return { query: query.trim().slice(0, MAX_QUERY), outcome, fromAt: toStart(range, formats, now), toAt: null };
}

function toStart(range: LedgerRange, formats: Formats, now: number): number | null {
  switch (range) {
    case 'today':
      return formats.dayStart(now, 0);
    case '7':
      return formats.dayStart(now, 6);
    case '30':
      return formats.dayStart(now, 29);
    case 'year':
      return formats.yearStart(now);
    case 'all':
      return null;
  }
}
