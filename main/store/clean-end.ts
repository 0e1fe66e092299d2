/**
 * A mark beside a file says how it was left at a clean end. A file that is still the same needs no check before it is used:
 * that takes the longer the more is in it, and is done afterwards.
 */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';

const markSchema = v.object({ bytes: v.number(), modifiedAt: v.number() });
type Mark = v.InferOutput<typeof markSchema>;

/** Name of the mark of a file. */
export function toMarkPath(path: string): string {
  return `${path}.clean-end`;
}

/** The file was closed and nothing was found wrong with it. A mark that cannot be written costs the next start a check. */
export function noteCleanEnd(path: string): void {
  try {
    writeFileSync(toMarkPath(path), JSON.stringify(measure(path)), { mode: 0o600 });
  } catch {
    forgetCleanEnd(path);
  }
}

/** From here on only another clean end says that the file needs no check. */
export function forgetCleanEnd(path: string): void {
  rmSync(toMarkPath(path), { force: true });
}

/** Whether the file is as a clean end left it, without a log that would be played into it. */
export function isAsLeft(path: string): boolean {
  const mark = readMark(toMarkPath(path));
  if (mark === null || hasLog(path)) return false;
  const now = measure(path);
  return now !== null && now.bytes === mark.bytes && now.modifiedAt === mark.modifiedAt;
}

function readMark(path: string): Mark | null {
  try {
    return v.parse(markSchema, JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // There is none, or it is damaged itself.
    return null;
  }
}

const hasLog = (path: string): boolean => (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;

function measure(path: string): Mark | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true ? { bytes: found.size, modifiedAt: Math.round(found.mtimeMs) } : null;
}
