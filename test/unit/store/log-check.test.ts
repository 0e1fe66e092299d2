import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isLogDamaged } from '#main/store/log-check.ts';
import { openForWriting, type WriteDb } from '#main/store/open.ts';

const FRAME_BYTES = 4_096 + 24;

describe('the log of a database', () => {
  let folder: string;
  let db: WriteDb;
  let left: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'sb-log-'));
    left = path.join(folder, 'left.db');
    db = openForWriting(path.join(folder, 'at-work.db'), 'FULL');
    db.exec('CREATE TABLE words (id INTEGER PRIMARY KEY, text TEXT) STRICT');
  });
  afterEach(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });

  function commit(times: number): void {
    for (let count = 0; count < times; count += 1) {
      db.run('INSERT INTO words (text) VALUES (?)', ['word '.repeat(1_000)]);
    }
  }
  /** What a power cut would leave. */
  function leave(): Buffer {
    for (const end of ['', '-wal']) copyFileSync(path.join(folder, `at-work.db${end}`), `${left}${end}`);
    return readFileSync(`${left}-wal`);
  }
  function spoil(at: number, length: number): void {
    const log = leave();
    writeFileSync(`${left}-wal`, log.fill(0xa5, at, Math.min(at + length, log.length)));
  }
  /** Rows that SQLite itself finds there. */
  function countRows(): number {
    const found = openForWriting(left, 'FULL');
    const count = found.get<{ count: number }>('SELECT count(*) AS count FROM words')?.count ?? -1;
    found.close();
    return count;
  }

  it('is sound as a power cut leaves it, also with frames of an earlier round behind', () => {
    commit(40);
    leave();
    expect(isLogDamaged(left)).toBe(false);
    db.get('PRAGMA wal_checkpoint(RESTART)');
    commit(3);
    leave();
    expect(isLogDamaged(left)).toBe(false);
    db.get('PRAGMA wal_checkpoint(TRUNCATE)');
    leave();
    expect(isLogDamaged(left)).toBe(false);
    expect(isLogDamaged(path.join(folder, 'never.db'))).toBe(false);
  });

  it('is sound wherever it ends', () => {
    commit(10);
    const { length } = leave();
    for (let end = 0; end < length; end += 501) {
      leave();
      truncateSync(`${left}-wal`, end);
      if (end >= 32 || end === 0) expect(isLogDamaged(left)).toBe(false);
    }
  });

  it('is sound where only its last commit is broken, as by a power cut in the middle of it', () => {
    commit(10);
    const { length } = leave();
    spoil(length - FRAME_BYTES + 100, 500);
    expect(isLogDamaged(left)).toBe(false);
    expect(countRows()).toBe(9);
  });

  it.each([
    ['its head', 0],
    ['the head of a frame', 32 + 2 * FRAME_BYTES],
    ['a page', 32 + 2 * FRAME_BYTES + 2_000],
  ])('is damaged where commits stand behind garbage in %s, which SQLite passes over in silence', (_where, at) => {
    commit(10);
    spoil(at, 24);
    expect(isLogDamaged(left)).toBe(true);
    if (at > 0) expect(countRows()).toBeLessThan(9);
  });

  it('is damaged where all the rest of it is garbage', () => {
    commit(10);
    spoil(32 + 3 * FRAME_BYTES, 100 * FRAME_BYTES);
    expect(isLogDamaged(left)).toBe(true);
  });

  it('is sound where room was taken and never written', () => {
    commit(10);
    const log = leave();
    writeFileSync(`${left}-wal`, Buffer.concat([log, Buffer.alloc(3 * FRAME_BYTES)]));
    expect(isLogDamaged(left)).toBe(false);
  });
});
