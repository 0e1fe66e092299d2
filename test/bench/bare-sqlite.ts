import path from 'node:path';
import Database from 'better-sqlite3';
import type { Message } from '#shared/domain/entities.ts';

/**
 * The floor that the store is measured against: one file, one table, one index, no threads, no search, no merging.
 * The same messages in the same batches, the same questions.
 */
export class BareSqlite implements Disposable {
  readonly #db: Database.Database;

  constructor(folder: string) {
    this.#db = new Database(path.join(folder, 'bare.db'));
    this.#db.pragma('journal_mode = WAL');
    this.#db.pragma('synchronous = NORMAL');
    this.#db.exec(`
      CREATE TABLE message (key TEXT PRIMARY KEY, phone TEXT NOT NULL, at INTEGER NOT NULL, text TEXT NOT NULL) STRICT;
      CREATE INDEX message_thread ON message (phone, at);
    `);
  }

  insert(messages: readonly Message[]): void {
    const statement = this.#db.prepare('INSERT INTO message (key, phone, at, text) VALUES (?, ?, ?, ?)');
    this.#db.transaction(() => {
      for (const { key, phone, at, text } of messages) statement.run(key, phone, at, text);
    })();
  }

  listThread(phone: string, limit: number): unknown[] {
    return this.#db.prepare('SELECT * FROM message WHERE phone = ? ORDER BY at DESC LIMIT ?').all(phone, limit);
  }

  listNewest(limit: number): unknown[] {
    const newest = 'SELECT phone, max(at) AS at FROM message GROUP BY phone ORDER BY at DESC LIMIT ?';
    return this.#db.prepare(newest).all(limit);
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }
}
