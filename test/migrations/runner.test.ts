import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toDiskKind } from '#main/store/errors.ts';
import { getSchemaVersion, migrate, toCopyPath } from '#main/store/migrate.ts';
import type { Migration } from '#main/store/migrate.ts';
import { cacheMigrations, ownedMigrations } from '#main/store/migrations/list.ts';
import { openForReading, openForWriting, openInMemory } from '#main/store/open.ts';
import type { WriteDb } from '#main/store/open.ts';
import { createTestFolder } from '#test/support/store-files.ts';

const step = (id: number, sql: string): Migration => ({ id, name: `000${id}-test`, up: (db) => db.exec(sql) });
const BOOKS = step(1, 'CREATE TABLE books (title TEXT) STRICT');
const YEARS = step(2, 'ALTER TABLE books ADD COLUMN year INTEGER');
const BROKEN = step(3, 'CREATE TABLE half (id INTEGER) STRICT; SELECT * FROM nowhere');

describe('the migration runner', () => {
  const folder = createTestFolder();
  const open: WriteDb[] = [];
  let path = '';
  let count = 0;
  beforeEach(() => {
    count += 1;
    path = join(folder.path, `${count}.db`);
  });
  afterEach(() => {
    for (const db of open.splice(0)) db.close();
  });
  afterAll(() => folder.remove());
  const openFile = (): WriteDb => {
    const db = openForWriting(path, 'NORMAL');
    open.push(db);
    return db;
  };

  it('runs what is missing, once', () => {
    const db = openFile();
    migrate(db, { migrations: [BOOKS], path });
    migrate(db, { migrations: [BOOKS, YEARS], path });
    migrate(db, { migrations: [BOOKS, YEARS], path });
    expect(getSchemaVersion(db)).toBe(2);
  });

  it('stops where it is told to', () => {
    const db = openFile();
    migrate(db, { migrations: [BOOKS, YEARS], upTo: 1 });
    expect(getSchemaVersion(db)).toBe(1);
  });

  it('leaves the file as it was before a step that fails', () => {
    const db = openFile();
    expect(() => migrate(db, { migrations: [BOOKS, YEARS, BROKEN], path })).toThrow(/nowhere/);
    expect(getSchemaVersion(db)).toBe(2);
    expect(db.all(`SELECT name FROM sqlite_schema WHERE name = 'half'`)).toEqual([]);
  });

  it('copies a file that holds something aside before it changes it, and a new one not', () => {
    const db = openFile();
    migrate(db, { migrations: [BOOKS], path });
    expect(existsSync(toCopyPath(path, 0))).toBe(false);
    db.run('INSERT INTO books (title) VALUES (?)', ['Emma']);
    migrate(db, { migrations: [BOOKS, YEARS], path });
    const copy = openForReading(toCopyPath(path, 1));
    expect(copy.all('SELECT * FROM books')).toEqual([{ title: 'Emma' }]);
    copy.close();
  });

  it('refuses a file of a newer version and touches nothing', () => {
    const db = openFile();
    migrate(db, { migrations: [BOOKS, YEARS], path });
    db.get('PRAGMA wal_checkpoint(TRUNCATE)');
    const before = readFileSync(path);
    const refused = (): void => migrate(db, { migrations: [BOOKS], path });
    expect(refused).toThrow(expect.toSatisfy((error) => toDiskKind(error) === 'newer'));
    expect(refused).toThrow(/version 2, this app knows 1/);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('refuses a row of steps with a gap', () => {
    expect(() => migrate(openInMemory(), { migrations: [BOOKS, BROKEN] })).toThrow(/expected number 2/);
  });
});

describe.each([
  ['owned', ownedMigrations],
  ['cache', cacheMigrations],
])('the steps of %s.db', (_name, migrations) => {
  it('have tables that are STRICT, all of them', () => {
    const db = openInMemory();
    migrate(db, { migrations });
    const tables = db.all<{ name: string; strict: number; type: string }>(
      `SELECT name, strict, type FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_%'`,
    );
    const loose = tables.filter(({ type, strict }) => type === 'table' && strict !== 1).map(({ name }) => name);
    expect(loose).toEqual([]);
    expect(tables.length).toBeGreaterThan(3);
    db.close();
  });

  it('are named after their number', () => {
    expect(migrations.map(({ name }) => Number(name.slice(0, 4)))).toEqual(migrations.map(({ id }) => id));
  });
});

describe('names of tables', () => {
  it('are not the same in both files, because readers see both at once', () => {
    const names = [ownedMigrations, cacheMigrations].flatMap((migrations) => {
      const db = openInMemory();
      migrate(db, { migrations });
      const rows = db.all<{ name: string }>(
        `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
      );
      db.close();
      return rows.map(({ name }) => name);
    });
    expect(new Set(names).size).toBe(names.length);
  });
});
