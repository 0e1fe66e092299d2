import Database from 'better-sqlite3';
import { toFilePaths } from '#main/store/paths.ts';
import { openFiles } from '#main/store/recover.ts';
import { TABLES, type BareRows } from './bare-rows.ts';

/** As `commands/search.ts` does it. */
const PAGES_PER_MERGE = 4;
const MERGE = `INSERT INTO message_search (message_search, rank) VALUES ('merge', 200)`;

/**
 * The floor that the store is measured against: better-sqlite3 in the thread that measures, on a file with the schema of
 * `cache.db` (its migrations make it) and its pragmas, inserting the very rows that the store makes of the same pages,
 * one transaction for each. It looks nothing up, works nothing out and answers nobody.
 */
export class BareSqlite implements Disposable {
  readonly #db: Database.Database;
  readonly #insert: (rows: BareRows, isMergeDue: boolean) => void;
  readonly #merges: boolean;
  #pages = 0;

  /** `merges`: whether the index of texts is kept from falling into pieces, in the store's own steps. */
  constructor(folder: string, { merges }: { readonly merges: boolean }) {
    const files = openFiles(folder, 0);
    files.owned.close();
    files.cache.close();
    this.#merges = merges;
    this.#db = new Database(toFilePaths(folder).cache);
    this.#db.pragma('synchronous = NORMAL');
    this.#db.pragma('foreign_keys = ON');
    this.#db.pragma('cache_size = -16000');
    this.#insert = this.#prepare();
  }

  insert(rows: BareRows): void {
    this.#pages += 1;
    this.#insert(rows, this.#merges && this.#pages % PAGES_PER_MERGE === 0);
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }

  #prepare(): (rows: BareRows, isMergeDue: boolean) => void {
    const inserts = TABLES.map(({ name, columns }) => {
      const places = columns.map(() => '?').join(', ');
      return { name, insert: this.#db.prepare(`INSERT INTO ${name} (${columns.join(', ')}) VALUES (${places})`) };
    });
    const merge = this.#db.prepare(MERGE);
    return this.#db.transaction((rows: BareRows, isMergeDue: boolean) => {
      for (const { name, insert } of inserts) for (const values of rows[name]) insert.run(values);
      if (isMergeDue) merge.run();
    });
  }
}
