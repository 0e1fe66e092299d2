/** Copies what can still be read of a damaged owned file into a fresh one, row by row. */
import { openForReading } from './open.ts';
import type { ReadDb, SqlValue, WriteDb } from './open.ts';

type Row = Record<string, SqlValue>;

/** Rows between two readable ends that are worth asking for one by one. */
const MOST_PROBES = 100_000;

/** How many rows were saved. Never throws: what cannot be read is lost. */
export function salvageRows(damagedPath: string, fresh: WriteDb): number {
  const damaged = tryOr(() => openForReading(damagedPath), null);
  if (damaged === null) return 0;
  try {
    const sql = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`;
    const tables = fresh.all<{ name: string }>(sql).map(({ name }) => name);
    // One commit: each by itself would wait for the disk, and a ledger has a hundred thousand rows.
    return fresh.transaction(() => tables.reduce((count, table) => count + salvageTable(damaged, fresh, table), 0));
  } finally {
    damaged.close();
  }
}

function salvageTable(damaged: ReadDb, fresh: WriteDb, table: string): number {
  const columns = new Set(
    fresh.all<{ name: string }>('SELECT name FROM pragma_table_info(?)', [table]).map(({ name }) => name),
  );
  const rows = new Map<number, Row>();
  const collect = (sql: string, params: readonly SqlValue[] = []): boolean =>
    tryOr(() => {
      for (const { salvage_id: id, ...row } of damaged.iterate<Row & { salvage_id: number }>(sql, params)) {
        rows.set(id, row);
      }
      return true;
    }, false);
  const all = `SELECT rowid AS salvage_id, * FROM "${table}" NOT INDEXED`;
  if (!collect(`${all} ORDER BY rowid`)) {
    const highest = toHighest(rows);
    collect(`${all} ORDER BY rowid DESC`);
    const lowestAbove = findLowestAbove(rows, highest);
    const last = Math.min(lowestAbove - 1, highest + MOST_PROBES);
    for (let id = highest + 1; id <= last; id += 1) collect(`${all} WHERE rowid = ?`, [id]);
  }
  return [...rows].sort(([a], [b]) => a - b).filter(([, row]) => insertRow(fresh, table, { row, columns })).length;
}

// Loops, since a call takes no hundred thousand arguments.

function toHighest(rows: ReadonlyMap<number, Row>): number {
  let highest = 0;
  for (const id of rows.keys()) highest = Math.max(highest, id);
  return highest;
}

function findLowestAbove(rows: ReadonlyMap<number, Row>, floor: number): number {
  let lowest = Number.MAX_SAFE_INTEGER;
  for (const id of rows.keys()) if (id > floor) lowest = Math.min(lowest, id);
  return lowest;
}

function insertRow(fresh: WriteDb, table: string, { row, columns }: { row: Row; columns: Set<string> }): boolean {
  const kept = Object.entries(row).filter(([column]) => columns.has(column));
  const names = kept.map(([column]) => `"${column}"`).join(', ');
  const marks = kept.map(() => '?').join(', ');
  const values = kept.map(([, value]) => value);
  return tryOr(
    () => fresh.run(`INSERT OR IGNORE INTO "${table}" (${names}) VALUES (${marks})`, values).changes > 0,
    false,
  );
}

/** A damaged page is expected here: whatever it throws counts as "not there". */
function tryOr<Result>(work: () => Result, otherwise: Result): Result {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
