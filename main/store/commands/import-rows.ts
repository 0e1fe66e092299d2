/** Rows of imports, and how many of each kind there are: both change in one transaction. */
import type { RowVerdict, RunRowState, UndoRowState } from '#shared/domain/imports.ts';
import { AppError } from '#shared/domain/app-error.ts';
import type { ImportRowChange } from '../api/imports.ts';
import type { WriteDb } from '../open.ts';
import {
  INSERT_COLUMNS,
  LAST_LINE,
  toChangedColumns,
  toFirstState,
  toImportRowKey,
  toInsertValues,
} from '../rows/import-row.ts';
import { toPlaces, toUpdate } from '../rows/sql.ts';
import type { OwnedCommand, OwnedOutcome } from './command.ts';
import { mergeMemory } from './import-memory.ts';

/** Rows that one call changes or deletes at most, in work that no user waits for. */
export const MOST_ROWS = 1_000;

const STATE = 'SELECT state FROM imports WHERE id = ? AND is_dropped = 0';
const KIND = 'SELECT verdict, state, undo FROM import_rows WHERE key = ?';
const INSERT = `INSERT OR REPLACE INTO import_rows (${INSERT_COLUMNS.join(', ')}) VALUES (${toPlaces(INSERT_COLUMNS)})`;
const COUNT = `
  INSERT INTO import_row_counts (import_id, verdict, state, undo, count) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (import_id, verdict, state, undo) DO UPDATE SET count = count + excluded.count`;
const TRIM = `
  UPDATE import_rows SET cells = NULL WHERE key IN (
    SELECT key FROM import_rows INDEXED BY import_rows_to_trim
    WHERE import_id = ? AND state = 'done' AND cells IS NOT NULL LIMIT ${MOST_ROWS})`;
const LEFT_TO_TRIM = `
  SELECT count(*) AS n FROM import_rows INDEXED BY import_rows_to_trim
  WHERE import_id = ? AND state = 'done' AND cells IS NOT NULL`;
const DELETE = `
  DELETE FROM import_rows WHERE key IN (SELECT key FROM import_rows WHERE key BETWEEN ? AND ? LIMIT ?)`;

export const done = <Output>(output: Output): OwnedOutcome<Output> => ({ output, follow: () => undefined });

interface Kind {
  readonly verdict: RowVerdict;
  readonly state: RunRowState;
  readonly undo: UndoRowState;
}

/** Differences to the counts, written once at the end. */
class CountChanges {
  readonly #differences = new Map<string, { readonly kind: Kind; count: number }>();

  add({ verdict, state, undo }: Kind, count: 1 | -1): void {
    const key = `${verdict} ${state} ${undo}`;
    const known = this.#differences.get(key);
    if (known === undefined) this.#differences.set(key, { kind: { verdict, state, undo }, count });
    else known.count += count;
  }

  write(owned: WriteDb, importId: number): void {
    // First what goes up: no count is ever below nothing.
    const changes = [...this.#differences.values()].sort((one, other) => other.count - one.count);
    for (const { kind, count } of changes) {
      if (count > 0) owned.run(COUNT, [importId, kind.verdict, kind.state, kind.undo, count]);
      if (count < 0) {
        owned.run(
          'UPDATE import_row_counts SET count = count + ? WHERE import_id = ? AND verdict = ? AND state = ? AND undo = ?',
          [count, importId, kind.verdict, kind.state, kind.undo],
        );
      }
    }
  }
}

export const addImportRows: OwnedCommand<'addImportRows'> = {
  file: 'owned',
  own: ({ owned }, { importId, rows }) => {
    if (owned.get<{ state: string }>(STATE, [importId])?.state !== 'planning') {
      throw new AppError({ code: 'not-found', message: 'There is no import that takes rows', outcome: 'not-accepted' });
    }
    const counts = new CountChanges();
    for (const row of rows) {
      const before = owned.get<Kind>(KIND, [toImportRowKey(importId, row.line)]);
      if (before !== undefined) counts.add(before, -1);
      owned.run(INSERT, toInsertValues(importId, row));
      counts.add({ verdict: row.verdict, state: toFirstState(row.verdict), undo: 'none' }, 1);
    }
    counts.write(owned, importId);
    return done(undefined);
  },
};

export const changeImportRows: OwnedCommand<'changeImportRows'> = {
  file: 'owned',
  own: ({ owned }, { importId, changes, memory }) => {
    const counts = new CountChanges();
    for (const change of changes) changeRow(owned, importId, { change, counts });
    counts.write(owned, importId);
    if (memory !== undefined) mergeMemory(owned, importId, memory);
    return done(undefined);
  },
};

/** A line that is not there stays so. */
function changeRow(
  owned: WriteDb,
  importId: number,
  { change, counts }: { readonly change: ImportRowChange; readonly counts: CountChanges },
): void {
  const key = toImportRowKey(importId, change.line);
  const before = owned.get<Kind>(KIND, [key]);
  if (before === undefined) return;
  const columns = toChangedColumns(change);
  const names = Object.keys(columns);
  if (names.length === 0) return;
  owned.run(toUpdate('import_rows', names, 'key = @key'), { ...columns, key });
  const { verdict = before.verdict, state = before.state, undo = before.undo } = change;
  if (verdict === before.verdict && state === before.state && undo === before.undo) return;
  counts.add(before, -1);
  counts.add({ verdict, state, undo }, 1);
}

export const trimImportRows: OwnedCommand<'trimImportRows'> = {
  file: 'owned',
  own: ({ owned }, { importId }) => {
    const { changes } = owned.run(TRIM, [importId]);
    return done({ leftCount: changes < MOST_ROWS ? 0 : (owned.get<{ n: number }>(LEFT_TO_TRIM, [importId])?.n ?? 0) });
  },
};

/** How many were deleted; fewer than `limit` where these were the last. Says nothing to the counts. */
export function deleteRows(owned: WriteDb, importId: number, limit: number): number {
  return owned.run(DELETE, [toImportRowKey(importId, 0), toImportRowKey(importId, LAST_LINE), limit]).changes;
}

export function countRows(owned: WriteDb, importId: number): number {
  const sql = 'SELECT count(*) AS n FROM import_rows WHERE key BETWEEN ? AND ?';
  return owned.get<{ n: number }>(sql, [toImportRowKey(importId, 0), toImportRowKey(importId, LAST_LINE)])?.n ?? 0;
}

/** After a rescue: rows whose import is lost go, and the others are counted anew. */
export function recountImportRows(owned: WriteDb): void {
  owned.run('DELETE FROM import_rows WHERE import_id NOT IN (SELECT id FROM imports)');
  owned.run('DELETE FROM import_row_counts');
  owned.run(`
    INSERT INTO import_row_counts (import_id, verdict, state, undo, count)
    SELECT import_id, verdict, state, undo, count(*) FROM import_rows
    WHERE import_id IN (SELECT id FROM imports WHERE gone_counts IS NULL AND is_dropped = 0)
    GROUP BY import_id, verdict, state, undo`);
}
