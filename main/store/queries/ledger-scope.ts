/** Which rows of the ledger are looked at: an outcome, a time, and where the page above ended. */
import type { LedgerFilter, LedgerOutcome } from '#shared/contract/index.ts';
import { FITS_TERMS } from './ledger-search.ts';

/** Parameters of `BELOW` and `FOUND`. */
export type Scope = {
  readonly outcome: LedgerOutcome | null;
  /** Written from here on. */
  readonly from: number;
  /** And before this place. */
  readonly at: number;
  readonly id: string;
};

interface Place {
  readonly createdAt: number;
  readonly sendId: string;
}

/** Behind everything that there is. */
export const END: Place = { createdAt: Number.MAX_SAFE_INTEGER, sendId: '' };

export const BELOW = '(created_at, send_id) < (@at, @id) AND created_at >= @from';
export const FOUND = `FROM ledger INDEXED BY ledger_by_time
  WHERE ${BELOW} AND (@outcome IS NULL OR outcome = @outcome) AND ${FITS_TERMS}`;

/** The upper end is the sooner of the two. */
export function toScope({ outcome, fromAt, toAt }: LedgerFilter, before: Place): Scope {
  const from = fromAt ?? Number.MIN_SAFE_INTEGER;
  if (toAt !== null && toAt <= before.createdAt) return { outcome, from, at: toAt, id: '' };
  return { outcome, from, at: before.createdAt, id: before.sendId };
}
