/** Opens both files for writing, and gets over damaged ones: a cache starts anew, owned rows are saved one by one. */
import { copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import type { StoreNotice } from './api.ts';
import { checkWhole } from './check-whole.ts';
import { distrustImports } from './commands/import-memory.ts';
import { distrustSchedules } from './commands/own-schedules.ts';
import { forgetCleanEnd, isAsLeft } from './clean-end.ts';
import { toDiskKind } from './errors.ts';
import { isLogDamaged } from './log-check.ts';
import { migrate, pruneCopies } from './migrate.ts';
import { cacheMigrations, ownedMigrations } from './migrations/list.ts';
import { openForWriting } from './open.ts';
import type { WriteDb } from './open.ts';
import { findLostCommits, skipCommits, startMark } from './owned-commits.ts';
import { toFilePaths } from './paths.ts';
import type { FilePaths } from './paths.ts';
import { finishRescue, removeLog, rescue, toDamagedPath } from './rescue.ts';
import type { WriterFiles } from './writer.ts';

export interface OpenedFiles extends WriterFiles {
  readonly notices: readonly StoreNotice[];
  /** Whether `owned.db` was read whole. It is not where it is as a clean end left it: it is to be checked afterwards. */
  readonly isChecked: boolean;
}

/** @throws SQLite's error, or `DiskFailure` of kind `newer`; damage is no failure. */
export function openFiles(folder: string, now: number): OpenedFiles {
  const paths = toFilePaths(folder);
  const notices: StoreNotice[] = [];
  const { owned, isChecked } = openOwned(paths, now, notices);
  try {
    const cache = openCache(paths, now, notices);
    try {
      noticeLostCommits({ owned, cache }, paths, { now, notices });
      startMark(owned, paths.commitMark);
    } catch (error) {
      cache.close();
      throw error;
    }
    prune(paths);
    forgetCleanEnd(paths.owned);
    return { owned, cache, notices, isChecked, commitMark: paths.commitMark };
  } catch (error) {
    owned.close();
    throw error;
  }
}

/** A log that ends early or is gone takes commits with it without a word: then the rows are those of an earlier moment. */
function noticeLostCommits(
  files: WriterFiles,
  { owned: path, commitMark }: FilePaths,
  { now, notices }: { readonly now: number; readonly notices: StoreNotice[] },
): void {
  const { owned } = files;
  const newest = findLostCommits(files, commitMark);
  if (newest === null) return;
  if (!notices.some(({ kind }) => kind === 'owned-salvaged')) {
    const movedTo = toDamagedPath(path, now);
    copyAside(path, movedTo);
    notices.push({ kind: 'owned-salvaged', movedTo, rows: countRows(owned) });
  }
  owned.transaction(() => {
    distrustWaiting(owned, now);
    skipCommits(owned, newest);
  });
}

/** Old copies are in nobody's way: what cannot be deleted now, as by a program that looks at it, is tried again next time. */
function prune({ owned, cache }: FilePaths): void {
  try {
    for (const path of [owned, cache]) pruneCopies(path);
  } catch {
    return;
  }
}

/** It is checked whole, unless it is as a clean end left it. */
function openOwned(
  { owned: path, cache }: FilePaths,
  now: number,
  notices: StoreNotice[],
): { readonly owned: WriteDb; readonly isChecked: boolean } {
  finishRescue(path);
  const isChecked = !isAsLeft(path);
  const openChecked = (): WriteDb =>
    openWith(path, 'FULL', (db) => {
      if (isChecked) checkWhole(db);
      migrate(db, { migrations: ownedMigrations, path });
    });
  const movedTo = toDamagedPath(path, now);
  const isInPart = clearWay(path, now) || isLogDamaged(path);
  // It is made before the cache: one that is gone or empty beside a cache was there.
  const isGone = !isFilled(path) && isFilled(cache);
  if (isGone || isInPart) copyAside(path, movedTo);
  if (isGone) removeLog(path);
  try {
    const owned = openChecked();
    if (isInPart) distrustWaiting(owned, now);
    if (isGone || isInPart) notices.push({ kind: 'owned-salvaged', movedTo, rows: isGone ? 0 : countRows(owned) });
    return { owned, isChecked };
  } catch (error) {
    if (toDiskKind(error) !== 'corrupt') throw error;
    const saved = rescue(path, now, (db) => migrate(db, { migrations: ownedMigrations }));
    notices.push({ kind: 'owned-salvaged', ...saved });
    return { owned: openChecked(), isChecked };
  }
}

/**
 * The rows are those of an earlier moment: what waits to leave in them, or was given up and may have been sent again by a
 * person, may have left since, at any time after it was written down. As what was found under way at a start (main/sending, SEND-4) it is looked for, and not sent again by itself.
 */
function distrustWaiting(owned: WriteDb, now: number): void {
  owned.run(`
    UPDATE sends SET state = 'sending', attempts = max(attempts, 1), attempted_at = coalesce(attempted_at, created_at)
    WHERE state IN ('held', 'queued', 'refused', 'not-sent')`);
  // A note may be at the service: it is looked for before it is written once more. What else is done twice is done once.
  owned.run(`UPDATE people_changes SET attempts = max(attempts, 1) WHERE state = 'waiting'`);
  distrustImports(owned);
  distrustSchedules(owned, now);
}

function openCache({ cache: path, damageMark }: FilePaths, now: number, notices: StoreNotice[]): WriteDb {
  const open = (): WriteDb => openWith(path, 'NORMAL', (db) => migrate(db, { migrations: cacheMigrations, path }));
  const renew = (): WriteDb => {
    notices.push({ kind: 'cache-rebuilt', movedTo: moveAside(path, now) });
    rmSync(damageMark, { force: true });
    return open();
  };
  if (clearWay(path, now) || (existsSync(damageMark) && existsSync(path))) return renew();
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

/** A cache is read from the service again: its damaged file is only kept to be looked at. */
function moveAside(path: string, now: number): string {
  const movedTo = toDamagedPath(path, now);
  if (existsSync(path)) renameSync(path, movedTo);
  removeLog(path);
  return movedTo;
}

/** Folders where files should be are moved aside. Whether there was one. */
function clearWay(path: string, now: number): boolean {
  const isFolder = (end: string): boolean =>
    statSync(`${path}${end}`, { throwIfNoEntry: false })?.isDirectory() === true;
  const ends = ['', '-wal', '-shm'].filter(isFolder);
  for (const end of ends) renameSync(`${path}${end}`, `${toDamagedPath(path, now)}${end}.folder`);
  return ends.length > 0;
}

/** What is there of it, to be looked at. */
function copyAside(path: string, movedTo: string): void {
  for (const end of ['', '-wal']) if (existsSync(`${path}${end}`)) copyFileSync(`${path}${end}`, `${movedTo}${end}`);
}

const isFilled = (path: string): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;

function countRows(db: WriteDb): number {
  const sql = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`;
  const count = (table: string): number =>
    db.get<{ count: number }>(`SELECT count(*) AS count FROM "${table}"`)?.count ?? 0;
  return db.all<{ name: string }>(sql).reduce((sum, { name }) => sum + count(name), 0);
}
