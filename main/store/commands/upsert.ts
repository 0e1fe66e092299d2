/** Rows that the service keeps under an id, one at a time. Table names are written in this folder only. */
import type { SqlValue, WriteDb } from '../open.ts';
import { isSame, toInsert, toUpdate } from '../rows/sql.ts';

type Columns = { readonly id: number } & Readonly<Record<string, SqlValue>>;

/** Writes the row where it says anything new; whether it did (STORE-6). */
export function upsertRow(cache: WriteDb, table: string, wanted: Columns): boolean {
  const stored = cache.get<object>(`SELECT * FROM ${table} WHERE id = ?`, [wanted.id]);
  if (stored !== undefined && isSame(stored, wanted)) return false;
  const columns = Object.keys(wanted);
  cache.run(stored === undefined ? toInsert(table, columns) : toUpdate(table, columns, 'id = @id'), wanted);
  return true;
}

/** Deletes the row; what it said, undefined where there was none. */
export function deleteRow<Row>(cache: WriteDb, table: string, id: number): Row | undefined {
  const stored = cache.get<Row>(`SELECT * FROM ${table} WHERE id = ?`, [id]);
  if (stored !== undefined) cache.run(`DELETE FROM ${table} WHERE id = ?`, [id]);
  return stored;
}
