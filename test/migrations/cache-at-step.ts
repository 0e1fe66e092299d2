import { afterEach, beforeEach } from 'vitest';
import { migrate } from '#main/store/migrate.ts';
import { cacheMigrations } from '#main/store/migrations/list.ts';
import { openInMemory } from '#main/store/open.ts';
import type { SqlValue, WriteDb } from '#main/store/open.ts';
import { toInsert } from '#main/store/rows/sql.ts';

/** An empty cache in memory for each test, taken to the schema that the test is about. */
export interface CacheAtStep {
  readonly db: WriteDb;
  readonly goTo: (upTo: number) => void;
  readonly insert: (table: string, row: Readonly<Record<string, SqlValue>>) => unknown;
}

/** Call it inside `describe`. */
export function useCacheAtStep(): CacheAtStep {
  let db: WriteDb;
  beforeEach(() => (db = openInMemory()));
  afterEach(() => db.close());
  return {
    get db() {
      return db;
    },
    goTo: (upTo) => migrate(db, { migrations: cacheMigrations, upTo }),
    insert: (table, row) => db.run(toInsert(table, Object.keys(row)), row),
  };
}
