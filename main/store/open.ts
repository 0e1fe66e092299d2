/**
 * The only importer of better-sqlite3: opens files and hands out connections that prepare each statement once.
 * A query that must not write takes `ReadDb`; only what runs inside the writer thread can get hold of a `WriteDb`.
 */
import Database from 'better-sqlite3';

export type SqlValue = number | string | null;
/** Bound parameters: by position (`?`) or by name (`@name`). */
export type SqlParams = readonly SqlValue[] | Readonly<Record<string, SqlValue>>;

const readBrand = Symbol('ReadDb');
const writeBrand = Symbol('WriteDb');

/** A connection that reads. `Row` is what the STRICT tables guarantee; JSON columns are parsed by their readers. */
export interface ReadDb {
  readonly [readBrand]: true;
  all<Row>(sql: string, params?: SqlParams): Row[];
  get<Row>(sql: string, params?: SqlParams): Row | undefined;
  /** Rows one by one: for what may fail in the middle, such as a damaged table. */
  iterate<Row>(sql: string, params?: SqlParams): IterableIterator<Row>;
  /** Runs `work` on one snapshot; nested calls are savepoints. */
  transaction<Result>(work: () => Result): Result;
  readonly isInTransaction: boolean;
  close(): void;
}

/** A connection that writes too. */
export interface WriteDb extends ReadDb {
  readonly [writeBrand]: true;
  run(sql: string, params?: SqlParams): { readonly changes: number; readonly lastId: number };
  /** Several statements without parameters: schema and pragmas. */
  exec(sql: string): void;
}

/**
 * Where a plain parameter is compared with a column or limits the rows, SQLite looks at its value while it plans, and
 * therefore plans anew for every value: that takes many times as long as most statements here. Behind a plus, which does
 * nothing to a value, it is not looked at, and what was prepared stays prepared.
 */
export function toSteady(sql: string): string {
  return sql.replace(/(?<=(?:[=<>]|\b(?:BETWEEN|AND|LIMIT|OFFSET))\s*)(?=[?@])/g, '+');
}

class Connection implements WriteDb {
  readonly [readBrand] = true as const;
  readonly [writeBrand] = true as const;
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Database.Statement>();

  constructor(database: Database.Database) {
    this.#database = database;
  }

  all<Row>(sql: string, params: SqlParams = []): Row[] {
    return this.#prepare(sql).all(params) as Row[];
  }

  get<Row>(sql: string, params: SqlParams = []): Row | undefined {
    return this.#prepare(sql).get(params) as Row | undefined;
  }

  iterate<Row>(sql: string, params: SqlParams = []): IterableIterator<Row> {
    return this.#prepare(sql).iterate(params) as IterableIterator<Row>;
  }

  run(sql: string, params: SqlParams = []): { changes: number; lastId: number } {
    const result = this.#prepare(sql).run(params);
    return { changes: result.changes, lastId: Number(result.lastInsertRowid) };
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  transaction<Result>(work: () => Result): Result {
    return this.#database.transaction(work)();
  }

  get isInTransaction(): boolean {
    return this.#database.inTransaction;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepare(sql: string): Database.Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(toSteady(sql));
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** How soon a commit is safe on disk: `FULL` survives a power cut, `NORMAL` may lose the last commits but never breaks. */
export type Synchronous = 'FULL' | 'NORMAL';

/** Opens (or makes) a file for writing, in WAL mode. Throws SQLite's own error; see `errors.ts`. */
export function openForWriting(path: string, synchronous: Synchronous): WriteDb {
  const database = new Database(path, { timeout: 5_000 });
  try {
    database.pragma('journal_mode = WAL');
    database.pragma(`synchronous = ${synchronous}`);
    database.pragma('foreign_keys = ON');
    database.pragma('cache_size = -16000');
  } catch (error) {
    database.close();
    throw error;
  }
  return new Connection(database);
}

/** Opens `path` for reading and attaches the other files under their names, read-only as well. */
export function openForReading(path: string, attached: Readonly<Record<string, string>> = {}): ReadDb {
  const database = new Database(path, { readonly: true, fileMustExist: true, timeout: 5_000 });
  try {
    database.pragma('cache_size = -16000');
    for (const [name, file] of Object.entries(attached)) {
      database.prepare(`ATTACH DATABASE ? AS "${name}"`).run(file);
    }
  } catch (error) {
    database.close();
    throw error;
  }
  return new Connection(database);
}

/** A database in memory, for tests of single commands and queries. */
export function openInMemory(): WriteDb {
  return new Connection(new Database(':memory:'));
}
