/** What goes wrong on the disk, as plain data that crosses threads and as the `AppError` that callers see. */
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { AppErrorCode } from '#shared/domain/app-error.ts';

/**
 * `full`: no room, or the folder cannot be written · `corrupt`: the file is damaged · `busy`: another program holds it ·
 * `newer`: made by a newer version of the app · `ended`: the thread that works on it has ended, and the account is opened
 * again · `unsteady`: it ended again and again · `logic`: everything else, a bug most likely.
 */
export type DiskKind = 'full' | 'corrupt' | 'busy' | 'newer' | 'ended' | 'unsteady' | 'logic';

/** The cause of every `disk` error of the store. */
export class DiskFailure extends Error {
  readonly kind: DiskKind;

  constructor(kind: DiskKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'DiskFailure';
    this.kind = kind;
  }
}

/** An error on its way between threads. `kind` is null for errors that are not the disk's. */
export interface StoredError {
  readonly code: AppErrorCode;
  readonly kind: DiskKind | null;
  readonly message: string;
  /** What is wrong with which field; empty but for `validation`. */
  readonly fields: AppError['fields'];
}

const KINDS: readonly (readonly [prefix: string, kind: DiskKind])[] = [
  ['SQLITE_FULL', 'full'],
  ['SQLITE_IOERR', 'full'],
  ['SQLITE_READONLY', 'full'],
  ['SQLITE_CANTOPEN', 'full'],
  ['SQLITE_CORRUPT', 'corrupt'],
  ['SQLITE_NOTADB', 'corrupt'],
  ['SQLITE_BUSY', 'busy'],
  ['SQLITE_LOCKED', 'busy'],
  ['ENOSPC', 'full'],
  ['EACCES', 'full'],
  ['EROFS', 'full'],
];

/** The kind of an error, by SQLite's or the system's own code, never by its words. */
export function toDiskKind(error: unknown): DiskKind {
  if (error instanceof DiskFailure) return error.kind;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  return KINDS.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 'logic';
}

/** `where` is the name of the command, query or step that failed. */
export function toStoredError(error: unknown, where: string): StoredError {
  if (isAppError(error)) {
    // Translated before: it says already where it comes from.
    const { code, message, fields } = error;
    return { code, kind: code === 'disk' ? toDiskKind(error.cause) : null, message, fields };
  }
  const kind = toDiskKind(error);
  const words = error instanceof Error ? error.message : String(error);
  return { code: 'disk', kind, message: `${where}: ${words}`, fields: {} };
}

export function toAppError(stored: StoredError): AppError {
  const { code, kind, message, fields } = stored;
  if (kind === null) return new AppError({ code, message, fields });
  return new AppError({ code: 'disk', message, cause: new DiskFailure(kind, message), retryable: kind === 'busy' });
}

/** A thread has ended: the same call succeeds once the account is open again. */
export function createEnded(message: string, cause: unknown, outcome: 'not-accepted' | 'unknown'): AppError {
  return new AppError({
    code: 'disk',
    message,
    cause: new DiskFailure('ended', message, cause),
    retryable: true,
    outcome,
  });
}

/** What kind of disk failure this is; undefined for anything else. */
export function findDiskKind(error: unknown): DiskKind | undefined {
  return isAppError(error, 'disk') && error.cause instanceof DiskFailure ? error.cause.kind : undefined;
}
