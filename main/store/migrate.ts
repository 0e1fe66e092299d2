/** Brings one file to the newest schema: contiguous steps, one transaction each, the file copied aside first. */
import { copyFileSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { assert } from '#shared/lib/assert.ts';
import { DiskFailure } from './errors.ts';
import type { WriteDb } from './open.ts';

/** As many copies of a file are kept, each as it was before a step. */
const KEPT_COPIES = 2;

/** One step. `id` counts from 1 without a gap; `name` is the name of its file. */
export interface Migration {
  readonly id: number;
  readonly name: string;
  readonly up: (db: WriteDb) => void;
}

export interface MigrateOptions {
  readonly migrations: readonly Migration[];
  /** Stop after this step; the newest by default. */
  readonly upTo?: number;
  /** The file, to copy it aside before a file that holds something is changed; not given for one in memory. */
  readonly path?: string;
}

/** The step that the file was last brought to; 0 for a new one. */
export function getSchemaVersion(db: WriteDb): number {
  return db.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
}

/**
 * Runs what is missing. A step that fails leaves the file as it was before that step.
 * @throws {DiskFailure} of kind `newer` when the file was made by a newer version of the app: nothing is touched.
 */
export function migrate(db: WriteDb, options: MigrateOptions): void {
  const { migrations, upTo = migrations.length, path } = options;
  migrations.forEach((step, index) => {
    assert(step.id === index + 1, `Migration ${step.name} breaks the row: expected number ${index + 1}`);
  });
  const version = getSchemaVersion(db);
  if (version > migrations.length) {
    const words = `the file has version ${version}, this app knows ${migrations.length}: use a newer version of the app`;
    throw new DiskFailure('newer', words);
  }
  const missing = migrations.slice(version, upTo);
  if (missing.length === 0) return;
  if (version > 0 && path !== undefined) copyAside(db, path, version);
  for (const step of missing) {
    db.transaction(() => {
      step.up(db);
      db.exec(`PRAGMA user_version = ${step.id}`);
    });
  }
}

/** Where `migrate` leaves the file as it was at that version. */
export function toCopyPath(path: string, version: number): string {
  return `${path}.version-${version}`;
}

/** Takes away all copies of that file but the newest; the step that was made last is always among these. */
export function pruneCopies(path: string): void {
  const start = `${basename(path)}.version-`;
  const toVersion = (name: string): number => Number(name.slice(start.length));
  const names = readdirSync(dirname(path)).filter((name) => name.startsWith(start) && /-\d+$/.test(name));
  const old = names.sort((one, other) => toVersion(other) - toVersion(one)).slice(KEPT_COPIES);
  for (const name of old) rmSync(join(dirname(path), name), { force: true });
}

function copyAside(db: WriteDb, path: string, version: number): void {
  db.get('PRAGMA wal_checkpoint(TRUNCATE)');
  const copy = toCopyPath(path, version);
  rmSync(copy, { force: true });
  copyFileSync(path, copy);
}
