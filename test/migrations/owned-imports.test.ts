import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '#main/store/migrate.ts';
import { ownedMigrations } from '#main/store/migrations/list.ts';
import { openInMemory } from '#main/store/open.ts';
import type { WriteDb } from '#main/store/open.ts';
import { toImportRowKey } from '#main/store/rows/import-row.ts';
import { toSendColumns } from '#main/store/rows/send-row.ts';
import { toInsert } from '#main/store/rows/sql.ts';
import { NOON, buildSend } from '#test/unit/store/builders.ts';

type Row = Readonly<Record<string, string | number | null>>;

describe('0012 of owned.db', () => {
  let db: WriteDb;
  beforeEach(() => (db = openInMemory()));
  afterEach(() => db.close());

  const goTo = (upTo: number): void => migrate(db, { migrations: ownedMigrations, upTo });
  const insert = (table: string, row: Row): number => db.run(toInsert(table, Object.keys(row)), row).lastId;
  const insertImport = (said: Row = {}): number =>
    insert('imports', {
      ...{
        request_id: 'request-1',
        started_at: NOON,
        state: 'running',
        step: 'new',
        plan: '{}',
        memory: '{}',
        ...said,
      },
    });
  const insertRow = (importId: number, line: number, said: Row = {}): number =>
    insert('import_rows', {
      ...{ key: toImportRowKey(importId, line), import_id: importId, line, verdict: 'new', state: 'planned' },
      ...{ phone: '447700900318', is_on_list: 0, written: '{}', ...said },
    });
  const fill = (): void => {
    db.run('INSERT INTO drafts (phone, text, updated_at) VALUES (?, ?, ?)', ['44', 'Half a', NOON]);
    db.run('INSERT INTO settings (key, value) VALUES (?, ?)', ['theme', 'dark']);
    insert('sends', { ...toSendColumns(buildSend('a', { state: 'refused' })), placed_at: NOON });
    insert('people_changes', {
      ...{ kind: 'edit-contact', state: 'waiting', contact_id: 4, created_at: NOON, due_at: NOON, change: '{}' },
    });
    const lookup = { kind: 'carrier', value: '447700900318', asked_at: NOON };
    insert('lookups', { ...lookup, request_id: 'request-1', found_at: NOON, result: '{}', cost: 0.04 });
    insert('lookups', { ...lookup, request_id: 'request-2' });
  };
  /** Every row of every table that was there before. */
  const read = (tables: readonly string[]): unknown =>
    Object.fromEntries(tables.map((table) => [table, db.all(`SELECT * FROM "${table}"`)]));
  const listTables = (): string[] =>
    db
      .all<{ name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('sqlite_') && name !== 'migrations');

  it('adds imports beside all that is there, and changes nothing of it', () => {
    goTo(11);
    fill();
    const tables = listTables();
    const before = read(tables);
    goTo(12);
    expect(read(tables)).toEqual(before);
    expect(listTables().filter((table) => !tables.includes(table))).toEqual([
      ...['import_columns', 'import_row_counts', 'import_rows', 'imports'],
    ]);
    const importId = insertImport();
    insertRow(importId, 2);
    expect(read(tables)).toEqual(before);
  });

  it('takes each request and each line once, and nothing that the app has no word for', () => {
    goTo(12);
    const importId = insertImport();
    expect(() => insertImport()).toThrow(/UNIQUE/);
    insertRow(importId, 2);
    expect(() => insertRow(importId, 2)).toThrow(/UNIQUE/);
    insertRow(importId, 3);
    insertRow(insertImport({ request_id: 'request-2' }), 2);
    expect(() => insertImport({ request_id: 'request-3', state: 'resting' })).toThrow(/CHECK/);
    expect(() => insertImport({ request_id: 'request-3', step: 'dance' })).toThrow(/CHECK/);
    for (const [column, word] of [
      ['verdict', 'good'],
      ['state', 'lost'],
      ['undo', 'half'],
      ['found_by', 'luck'],
    ] as const) {
      expect(() => insertRow(importId, 4, { [column]: word })).toThrow(/CHECK/);
    }
    expect(() => insertRow(importId, 0)).toThrow(/CHECK/);
    // A key that says another line than the row itself.
    expect(() => insertRow(importId, 5, { key: toImportRowKey(importId, 6) })).toThrow(/CHECK/);
    expect(db.all('SELECT count(*) AS n FROM import_rows')).toEqual([{ n: 3 }]);
  });

  it('never gives the id of an import that is gone to another one, and its request may come again', () => {
    goTo(12);
    const first = insertImport({ is_dropped: 1 });
    const second = insertImport();
    db.run('DELETE FROM imports');
    expect(second).toBeGreaterThan(first);
    expect(insertImport()).toBeGreaterThan(second);
  });
});
