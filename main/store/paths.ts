import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface FilePaths {
  readonly owned: string;
  readonly cache: string;
  /** Exists when the cache was found damaged while it was open. */
  readonly damageMark: string;
  /** Number of the newest commit of `owned.db` (commit-mark.ts). */
  readonly commitMark: string;
}

export function toFilePaths(folder: string): FilePaths {
  return {
    owned: join(folder, 'owned.db'),
    cache: join(folder, 'cache.db'),
    damageMark: join(folder, 'cache.db.damaged'),
    commitMark: join(folder, 'owned.db.commits'),
  };
}

/** Remembers that the cache is damaged, so that the next opening starts a new one. */
export function markDamaged(folder: string): void {
  writeFileSync(toFilePaths(folder).damageMark, '');
}
