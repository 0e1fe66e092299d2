/** Pages of the ledger put together: rows newest first, each once. */
import type { LedgerPage, LedgerRow } from '#shared/contract/index.ts';

/** Where a row stands: by time, and by id where two were written at once. */
export type LedgerPlace = Pick<LedgerRow, 'createdAt' | 'sendId'>;

/** Whether `row` stands below `place`. */
export function isBelow(row: LedgerPlace, place: LedgerPlace): boolean {
  return row.createdAt < place.createdAt || (row.createdAt === place.createdAt && row.sendId < place.sendId);
}

/**
 * The rows after a page was read again: between `before` (null: the top) and where the page ends they are as it says, so what
 * no longer fits is gone and what is new stands in its place.
 */
export function mergeLedgerPage(
  rows: readonly LedgerRow[],
  before: LedgerPlace | null,
  { rows: read, older }: LedgerPage,
): readonly LedgerRow[] {
  const above = before === null ? [] : rows.filter((row) => !isBelow(row, before));
  const below = older === null ? [] : rows.filter((row) => isBelow(row, older));
  return [...above, ...read, ...below];
}

/** How many rows stand above the one that was the first. */
export function countAbove(rows: readonly LedgerRow[], first: LedgerRow | undefined): number {
  return first === undefined ? 0 : rows.filter((row) => isBelow(first, row)).length;
}
