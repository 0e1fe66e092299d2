/** Imports and their rows. */
import type { ImportRowCount, ImportRowFilter, StoredImport, StoredImportRow } from '../api/imports.ts';
import { toFolded } from '../core/fold.ts';
import type { ReadDb, SqlValue } from '../open.ts';
import {
  IMPORT_COLUMNS,
  IMPORT_ROW_COLUMNS,
  LAST_LINE,
  parseChoice,
  toImportRowKey,
  toStoredImport,
  toStoredImportRow,
} from '../rows/import-row.ts';
import type { ImportColumns, ImportRowColumns } from '../rows/import-row.ts';
import { toRowCounts } from './import-counts.ts';
import type { Query } from './query.ts';

const MOST_IMPORTS = 100;
/** One that is not over is never out of sight, however many came after it. */
const NEWEST = `
  SELECT ${IMPORT_COLUMNS} FROM imports WHERE is_dropped = 0 AND (
    state NOT IN ('stopped', 'finished', 'undone') OR (state = 'stopped' AND step <> 'done')
    OR id IN (SELECT id FROM imports WHERE is_dropped = 0 ORDER BY id DESC LIMIT ${MOST_IMPORTS}))
  ORDER BY id DESC`;
const ONE = `SELECT ${IMPORT_COLUMNS} FROM imports WHERE id = ? AND is_dropped = 0`;

export const listImports: Query<'listImports'> = (db) =>
  db.all<ImportColumns>(NEWEST).flatMap((row) => withCounts(db, row) ?? []);

export const findImport: Query<'findImport'> = (db, { importId }) => {
  const row = db.get<ImportColumns>(ONE, [importId]);
  return row === undefined ? null : (withCounts(db, row) ?? null);
};

const withCounts = (db: ReadDb, row: ImportColumns): StoredImport | undefined =>
  toStoredImport(row, toRowCounts(db, row.id));

const BY_KEY = `
  SELECT ${IMPORT_ROW_COLUMNS} FROM json_each(?) AS wanted CROSS JOIN import_rows ON import_rows.key = wanted.value
  ORDER BY wanted.key`;
const BETWEEN = 'SELECT key FROM import_rows WHERE key BETWEEN @first AND @last';
const OF_BATCH = `
  SELECT key FROM import_rows INDEXED BY import_rows_by_batch
  WHERE import_id = @importId AND batch = @batch AND key BETWEEN @first AND @last
    AND (@verdicts IS NULL OR verdict IN (SELECT value FROM json_each(@verdicts)))
    AND (@states IS NULL OR state IN (SELECT value FROM json_each(@states)))
    AND (@undo IS NULL OR undo IN (SELECT value FROM json_each(@undo)))`;

interface Source {
  /** Keys in the order of the file, without limits. */
  readonly sql: string;
  readonly params: Readonly<Record<string, SqlValue>>;
}

/**
 * Rows of a filter, after a line. Those of one kind stand in the order of the file in an index: of several kinds, which are
 * a few, those lists are merged, and nothing is sorted. Null: there is no row of these kinds.
 */
export function toRowSource(
  db: ReadDb,
  { importId, filter, afterLine }: { importId: number; filter: ImportRowFilter; afterLine: number },
): Source | null {
  const bounds = { first: toImportRowKey(importId, afterLine + 1), last: toImportRowKey(importId, LAST_LINE) };
  const { batch, verdicts, states, undo } = filter;
  const toList = (values: readonly string[] | undefined): string | null =>
    values === undefined ? null : JSON.stringify(values);
  if (batch !== undefined) {
    const lists = { verdicts: toList(verdicts), states: toList(states), undo: toList(undo) };
    return { sql: OF_BATCH, params: { ...bounds, importId, batch, ...lists } };
  }
  if (verdicts === undefined && states === undefined && undo === undefined) return { sql: BETWEEN, params: bounds };
  const kinds = toRowCounts(db, importId).filter((kind) => isOfFilter(kind, filter));
  if (kinds.length === 0) return null;
  const named: Record<string, string> = {};
  for (const [index, kind] of kinds.entries()) {
    named[`verdict${index}`] = kind.verdict;
    named[`state${index}`] = kind.state;
    named[`undo${index}`] = kind.undo;
  }
  const parts = kinds.map(
    (_, index) => `
    SELECT key FROM import_rows INDEXED BY import_rows_by_kind WHERE import_id = @importId AND verdict = @verdict${index}
      AND state = @state${index} AND undo = @undo${index} AND key BETWEEN @first AND @last`,
  );
  return { sql: parts.join(' UNION ALL'), params: { ...bounds, importId, ...named } };
}

function isOfFilter(kind: ImportRowCount, { verdicts, states, undo }: ImportRowFilter): boolean {
  return (
    (verdicts?.includes(kind.verdict) ?? true) &&
    (states?.includes(kind.state) ?? true) &&
    (undo?.includes(kind.undo) ?? true)
  );
}

function listRows(db: ReadDb, source: Source, { start, limit }: { start: number; limit: number }): StoredImportRow[] {
  const sql = `${source.sql} ORDER BY key LIMIT @limit OFFSET @start`;
  const keys = db.all<{ key: number }>(sql, { ...source.params, limit, start }).map(({ key }) => key);
  return db.all<ImportRowColumns>(BY_KEY, [JSON.stringify(keys)]).map(toStoredImportRow);
}

export const listImportRows: Query<'listImportRows'> = (db, { importId, filter, afterLine, limit }) => {
  const source = toRowSource(db, { importId, filter, afterLine });
  return source === null ? [] : listRows(db, source, { start: 0, limit });
};

export const pageImportRows: Query<'pageImportRows'> = (db, { importId, filter, start, limit }) => {
  const source = toRowSource(db, { importId, filter, afterLine: 0 });
  if (source === null) return { count: 0, rows: [] };
  const count =
    filter.batch === undefined
      ? toRowCounts(db, importId).reduce((sum, kind) => sum + (isOfFilter(kind, filter) ? kind.count : 0), 0)
      : (db.get<{ n: number }>(`SELECT count(*) AS n FROM (${source.sql})`, source.params)?.n ?? 0);
  return { count, rows: listRows(db, source, { start, limit }) };
};

/** For the query-plan test too. */
export const ROWS_BY_PHONE = `
  SELECT ${IMPORT_ROW_COLUMNS} FROM json_each(?) AS wanted
  CROSS JOIN import_rows INDEXED BY import_rows_by_phone
    ON import_rows.import_id = ? AND import_rows.phone = wanted.value AND import_rows.phone <> ''
  ORDER BY line`;

export const listImportRowsByPhone: Query<'listImportRowsByPhone'> = (db, { importId, phones }) =>
  db.all<ImportRowColumns>(ROWS_BY_PHONE, [JSON.stringify([...new Set(phones)]), importId]).map(toStoredImportRow);

const CHOICE = 'SELECT choice FROM import_columns WHERE header = ?';

export const findColumnChoices: Query<'findColumnChoices'> = (db, { headers }) =>
  headers.flatMap((header) => {
    const row = db.get<{ choice: string }>(CHOICE, [toFolded(header)]);
    return row === undefined ? [] : [{ header, choice: parseChoice(row.choice) }];
  });

/**
 * Rows of contacts that the import created; what a number sent before then says nothing. For the query-plan test too.
 */
export const TEXTED_SINCE = `
  SELECT count(DISTINCT created.phone) AS n FROM import_rows AS created INDEXED BY import_rows_by_kind
  WHERE created.import_id = @importId AND created.verdict = 'new' AND created.state = 'done' AND created.undo = 'none'
    AND EXISTS (
    SELECT 1 FROM messages WHERE messages.phone = created.phone AND messages.at >= @sinceAt
      AND messages.direction = 'in' AND messages.kind = 'text')`;

export const countTextedSince: Query<'countTextedSince'> = (db, { importId, sinceAt }) =>
  db.get<{ n: number }>(TEXTED_SINCE, { importId, sinceAt })?.n ?? 0;
