/**
 * The number of the newest commit of `owned.db` in a small file beside it. The cache knows that number, too; the file tells
 * where both write-ahead logs are lost together, as where somebody kept or copied the databases alone.
 *
 * Not forced to the disk: a power cut takes no log away that was forced there, and a mark that is behind says nothing wrong.
 */
import { closeSync, constants, openSync, readFileSync, rmSync, writeSync } from 'node:fs';

const DIGITS = 16;

/** Null where there is none that can be read. */
export function readCommitMark(path: string): number | null {
  try {
    const text = readFileSync(path, 'latin1');
    return new RegExp(`^\\d{${String(DIGITS)}}\n$`).test(text) ? Number(text) : null;
  } catch {
    return null;
  }
}

/** Whether it was written. Never throws: the commit is done, and the cache tells of it as well. */
export function writeCommitMark(path: string, commit: number): boolean {
  try {
    // Over what is there: an end of the app in the middle leaves no empty file.
    const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    try {
      writeSync(file, `${String(commit).padStart(DIGITS, '0')}\n`, 0, 'latin1');
    } finally {
      closeSync(file);
    }
    return true;
  } catch {
    return false;
  }
}

/** Takes away what stands in its place and is no mark. */
export function clearCommitMark(path: string): void {
  rmSync(path, { recursive: true, force: true });
}
