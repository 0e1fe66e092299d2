/** What a start reads: not the whole ledger after a clean end, and damage is found all the same. */
import {
  existsSync,
  openSync,
  closeSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toMarkPath } from '#main/store/clean-end.ts';
import { cacheMigrations, ownedMigrations } from '#main/store/migrations/list.ts';
import { migrate } from '#main/store/migrate.ts';
import type { Migration } from '#main/store/migrate.ts';
import { openForWriting } from '#main/store/open.ts';
import { toFilePaths } from '#main/store/paths.ts';
import { openFiles } from '#main/store/recover.ts';
import { createStore } from '#main/store/store.ts';
import { isFull } from '#test/support/full-counts.ts';
import { until } from '#test/support/until.ts';
import { NOON, buildSend } from '#test/unit/store/builders.ts';
import { createStoreHarness } from './store-harness.ts';

const PAGE_BYTES = 4_096;
/** Enough for several pages of each table that is damaged. */
const SENDS = isFull ? 200 : 100;

/** As a disk that goes bad would: nobody wrote, so the time of the file stays. */
function damageSilently(path: string, table: string): void {
  const { atime, mtime } = statSync(path);
  const db = openForWriting(path, 'NORMAL');
  const sql = `SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno`;
  const pages = db.all<{ pageno: number }>(sql, [table]);
  db.close();
  const file = openSync(path, 'r+');
  writeSync(
    file,
    Buffer.alloc(PAGE_BYTES, 0xa5),
    0,
    PAGE_BYTES,
    ((pages[pages.length >> 1]?.pageno ?? 0) - 1) * PAGE_BYTES,
  );
  closeSync(file);
  utimesSync(path, atime, mtime);
}

describe('the start of a store', () => {
  const { open, createFolder } = createStoreHarness();

  /** A folder with texts that was closed to its end. */
  async function fill(): Promise<{ readonly folder: string; readonly owned: string }> {
    const folder = createFolder();
    const { store } = await open(folder);
    const text = 'A text that is long enough to fill pages. '.repeat(10);
    await Promise.all(
      Array.from({ length: SENDS }, (_, index) => store.createSend({ send: buildSend(`s${index}`, { text }) })),
    );
    await store.dispose();
    return { folder, owned: toFilePaths(folder).owned };
  }

  it('reads owned.db not whole after a clean end, and finds damage in it afterwards', async () => {
    const { folder, owned } = await fill();
    damageSilently(owned, 'send_events');
    const [notices, kinds]: [unknown[], string[]] = [[], []];
    const store = await createStore({
      ...{ folder, now: () => NOON, checkAfterMs: 0 },
      onNotice: (notice) => notices.push(notice),
      onFailing: (kind) => kinds.push(kind),
    });
    await until(() => expect(kinds).toEqual(['corrupt'])).finally(() => store.dispose());
    expect(notices).toEqual([]);
    const again = await open(folder);
    expect(again.notices.map(({ kind }) => kind)).toEqual(['owned-salvaged']);
    expect(await again.store.listSends({ states: ['queued'] })).toHaveLength(SENDS);
  });

  it('gets over damage at once that it meets without a check', async () => {
    const { folder, owned } = await fill();
    damageSilently(owned, 'sends');
    const { store, notices } = await open(folder);
    expect(notices.map(({ kind }) => kind)).toEqual(['owned-salvaged']);
    expect((await store.listSends({ states: ['queued'] })).length).toBeGreaterThan(SENDS * 0.75);
  });

  it('finds it at once where the end was not clean, or somebody wrote into the file', async () => {
    const killed = await fill();
    expect(existsSync(toMarkPath(killed.owned))).toBe(true);
    rmSync(toMarkPath(killed.owned));
    damageSilently(killed.owned, 'send_events');
    expect((await open(killed.folder)).notices.map(({ kind }) => kind)).toEqual(['owned-salvaged']);
    const written = await fill();
    damageSilently(written.owned, 'send_events');
    utimesSync(written.owned, NOON / 1_000, NOON / 1_000);
    expect((await open(written.folder)).notices.map(({ kind }) => kind)).toEqual(['owned-salvaged']);
  });

  it('finds damage at once where a log lies beside the file, which a clean end leaves without one', async () => {
    const { folder, owned } = await fill();
    damageSilently(owned, 'send_events');
    writeFileSync(`${owned}-wal`, Buffer.alloc(32));
    expect((await open(folder)).notices.map(({ kind }) => kind)).toEqual(['owned-salvaged']);
  });

  it('has no mark of a clean end while the store is open', async () => {
    const { folder, owned } = await fill();
    const { store } = await open(folder);
    expect(existsSync(toMarkPath(owned))).toBe(false);
    await store.dispose();
    expect(existsSync(toMarkPath(owned))).toBe(true);
  });

  it('keeps the two newest copies of each file from before the steps of its schema', () => {
    const folder = createFolder();
    const { owned, cache } = toFilePaths(folder);
    const files: [string, readonly Migration[]][] = [
      [owned, ownedMigrations],
      [cache, cacheMigrations],
    ];
    for (const [path, migrations] of files) {
      const db = openForWriting(path, 'FULL');
      for (let upTo = 1; upTo < migrations.length; upTo += 1) migrate(db, { migrations, upTo, path });
      db.close();
    }
    const opened = openFiles(folder, NOON);
    for (const db of [opened.owned, opened.cache]) db.close();
    const copies = readdirSync(folder).filter((name) => name.includes('.version-'));
    const newest = files.flatMap(([path, { length }]) => [1, 2].map((back) => `${path}.version-${length - back}`));
    expect(copies.map((name) => `${folder}/${name}`).sort()).toEqual(newest.sort());
  });

  it('keeps every copy where a file cannot be brought to its newest schema', () => {
    const folder = createFolder();
    const { owned, cache } = toFilePaths(folder);
    const db = openForWriting(owned, 'FULL');
    for (let upTo = 1; upTo < ownedMigrations.length; upTo += 1)
      migrate(db, { migrations: ownedMigrations, upTo, path: owned });
    db.close();
    const newer = openForWriting(cache, 'NORMAL');
    newer.exec('PRAGMA user_version = 9999');
    newer.close();
    expect(() => openFiles(folder, NOON)).toThrow(/newer version/);
    const copies = readdirSync(folder).filter((name) => name.includes('.version-'));
    expect(copies).toHaveLength(ownedMigrations.length - 1);
  });
});

describe('the connections of the writer', () => {
  const { createFolder } = createStoreHarness();

  it('put what is owned on the disk before a commit returns, and the cache as soon as that is cheap', () => {
    const { owned, cache } = openFiles(createFolder(), NOON);
    const read = (db: typeof owned): unknown[] =>
      ['synchronous', 'journal_mode'].map(
        (name) => Object.values(db.get<Record<string, unknown>>(`PRAGMA ${name}`) ?? {})[0],
      );
    const [full, normal] = [2, 1];
    expect([read(owned), read(cache)]).toEqual([
      [full, 'wal'],
      [normal, 'wal'],
    ]);
    for (const db of [owned, cache]) db.close();
  });
});
