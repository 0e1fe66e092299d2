/** Opens both files for writing, and gets over damaged ones: a cache starts anew, owned rows are saved one by one. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import type { StoreNotice } from './api.ts';
import { toDiskKind, DiskFailure } from './errors.ts';
import { migrate } from './migrate.ts';
import { cacheMigrations, ownedMigrations } from './migrations/list.ts';
import { openForWriting } from './open.ts';
import type { WriteDb } from './open.ts';
import { toFilePaths } from './paths.ts';
import type { FilePaths } from './paths.ts';
import { finishRescue, removeLog, rescue, toDamagedPath } from './rescue.ts';
import type { WriterFiles } from './writer.ts';

export interface OpenedFiles extends WriterFiles {
  readonly notices: readonly StoreNotice[];
}

/** @throws SQLite's error, or `DiskFailure` of kind `newer`; damage is no failure. */
export function openFiles(folder: string, now: number): OpenedFiles {
  const paths = toFilePaths(folder);
  const notices: StoreNotice[] = [];
  const owned = openOwned(paths.owned, now, notices);
  try {
    return { owned, cache: openCache(paths, now, notices), notices };
  } catch (error) {
    owned.close();
    throw error;
  }
}

/** The owned file is small: it is checked whole at every opening. */
function openOwned(path: string, now: number, notices: StoreNotice[]): WriteDb {
  const openChecked = (): WriteDb =>
    openWith(path, 'FULL', (db) => {
      checkWhole(db);
      migrate(db, { migrations: ownedMigrations, path });
    });
  finishRescue(path);
  try {
    return openChecked();
  } catch (error) {
    if (toDiskKind(error) !== 'corrupt') throw error;
    const saved = rescue(path, now, (db) => migrate(db, { migrations: ownedMigrations }));
    notices.push({ kind: 'owned-salvaged', ...saved });
    return openChecked();
  }
}

function openCache({ cache: path, damageMark }: FilePaths, now: number, notices: StoreNotice[]): WriteDb {
  const open = (): WriteDb => openWith(path, 'NORMAL', (db) => migrate(db, { migrations: cacheMigrations, path }));
  const renew = (): WriteDb => {
    notices.push({ kind: 'cache-rebuilt', movedTo: moveAside(path, now) });
    rmSync(damageMark, { force: true });
    return open();
  };
  if (existsSync(damageMark) && existsSync(path)) return renew();
  try {
    return open();
  } catch (error) {
    if (toDiskKind(error) !== 'corrupt') throw error;
    return renew();
  }
}

function openWith(path: string, synchronous: 'FULL' | 'NORMAL', prepare: (db: WriteDb) => void): WriteDb {
  const db = openForWriting(path, synchronous);
  try {
    prepare(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function checkWhole(db: WriteDb): void {
  const [first] = db.all<{ quick_check: string }>('PRAGMA quick_check(1)');
  if (first?.quick_check !== 'ok')
    throw new DiskFailure('corrupt', `quick_check: ${first?.quick_check ?? 'no answer'}`);
}

/** A cache is read from the service again: its damaged file is only kept to be looked at. */
function moveAside(path: string, now: number): string {
  const movedTo = toDamagedPath(path, now);
  renameSync(path, movedTo);
  removeLog(path);
  return movedTo;
}
