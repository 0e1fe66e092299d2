import type { ImportRowCount } from '../api/imports.ts';
import type { ReadDb } from '../open.ts';

/** For the query-plan test too. */
export const COUNTS_OF_ONE = `
  SELECT verdict, state, undo, count FROM import_row_counts WHERE import_id = ? AND count > 0
  ORDER BY verdict, state, undo`;

/** How many rows of each kind an import has that still has its rows. */
export function toRowCounts(db: ReadDb, importId: number): readonly ImportRowCount[] {
  return db.all<ImportRowCount>(COUNTS_OF_ONE, [importId]);
}
