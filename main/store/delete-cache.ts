import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { toAppError, toStoredError } from './errors.ts';
import { toFilePaths } from './paths.ts';

/** A program that looks at every new file, such as a virus scanner, lets go of it within this time. */
const PATIENCE = { maxRetries: 5, retryDelay: 100 } as const;

/**
 * Deletes `cache.db` of an account whose store is closed, with its log and all that was moved or copied aside from it; the
 * next opening begins a new one. `owned.db` is not touched. Throws `AppError` code `disk`.
 */
export async function deleteCache(folder: string): Promise<void> {
  const cache = path.basename(toFilePaths(folder).cache);
  try {
    const names = (await readdir(folder)).filter((name) => name.startsWith(cache));
    // The file itself first: where it cannot be deleted, nothing of it is missing.
    for (const name of names.sort()) await rm(path.join(folder, name), { force: true, ...PATIENCE });
  } catch (error) {
    throw toAppError(toStoredError(error, 'deleteCache'));
  }
}
