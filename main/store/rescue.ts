/**
 * Puts what can still be read of a damaged file in its place, so that an end of the app at any moment loses nothing:
 *
 *   copy the damaged file aside ─► fill `.saving` ─► rename it to `.saved` ─► take the old log away ─► rename into place
 *
 * Until `.saved` is there the damaged file stands as it was; from then on the next opening finishes the work.
 */
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { recountImportRows } from './commands/import-rows.ts';
import { restoreTargets } from './commands/own-schedules.ts';
import { fillLedger } from './fill-ledger.ts';
import { openForWriting } from './open.ts';
import type { WriteDb } from './open.ts';
import { restoreFiles, restoreSends } from './restore-sends.ts';
import { salvageRows } from './salvage.ts';

export interface Rescue {
  /** Where the damaged file lies now. */
  readonly movedTo: string;
  /** How many rows could be saved. */
  readonly rows: number;
}

/** `prepare` gives the new file its schema. Throws SQLite's or the system's error, such as a full disk: nothing is lost. */
export function rescue(path: string, now: number, prepare: (db: WriteDb) => void): Rescue {
  const movedTo = toDamagedPath(path, now);
  copyFileSync(path, movedTo);
  if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${movedTo}-wal`);
  const rows = fill(toSavingPath(path), movedTo, { now, prepare });
  renameSync(toSavingPath(path), toSavedPath(path));
  finishRescue(path);
  return { movedTo, rows };
}

/** Goes on where an earlier run ended after it had saved everything; before each opening. */
export function finishRescue(path: string): void {
  if (!existsSync(toSavedPath(path))) return;
  // A log belongs to one file and would be played into the other.
  removeLog(path);
  renameSync(toSavedPath(path), path);
}

/** Name of the damaged file that is kept. */
export function toDamagedPath(path: string, now: number): string {
  return `${path}.damaged-${new Date(now).toISOString().replace(/[:.]/g, '-')}`;
}

/** Takes away the log of a file and the index of that log. */
export function removeLog(path: string): void {
  for (const end of ['-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
}

interface Filling {
  readonly now: number;
  readonly prepare: (db: WriteDb) => void;
}

function fill(path: string, damagedPath: string, { now, prepare }: Filling): number {
  rmSync(path, { force: true });
  removeLog(path);
  const db = openForWriting(path, 'FULL');
  try {
    prepare(db);
    const rows = salvageRows(damagedPath, db);
    // A row of the ledger may be lost whose send is not, and the other way round, and an older version has no ledger at all.
    db.transaction(() => {
      recountImportRows(db);
      restoreTargets(db);
      restoreFiles(db);
      fillLedger(db);
      restoreSends(db, now);
      restoreFiles(db);
    });
    db.get('PRAGMA wal_checkpoint(TRUNCATE)');
    return rows;
  } finally {
    db.close();
  }
}

const toSavingPath = (path: string): string => `${path}.saving`;
const toSavedPath = (path: string): string => `${path}.saved`;
