import { DiskFailure } from './errors.ts';
import type { ReadDb } from './open.ts';

/** Reads a whole file of a connection. Throws `DiskFailure` of kind `corrupt` where it is damaged. */
export function checkWhole(db: ReadDb, schema: 'main' | 'owned' = 'main'): void {
  const [first] = db.all<{ quick_check: string }>(`PRAGMA ${schema}.quick_check(1)`);
  if (first?.quick_check === 'ok') return;
  throw new DiskFailure('corrupt', `quick_check: ${first?.quick_check ?? 'no answer'}`);
}
