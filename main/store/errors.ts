/** What goes wrong on the disk, as plain data that crosses threads and as the `AppError` that callers see. */
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { AppErrorDetails } from '#shared/domain/app-error.ts';
import { toError, toErrorRecord, toWords } from '#shared/lib/error-record.ts';
import type { ErrorRecord } from '#shared/lib/error-record.ts';

/**
 * `full`: no room, or the folder cannot be written · `corrupt`: the file is damaged · `busy`: another program holds it ·
 * `newer`: made by a newer version of the app · `ended`: the thread that works on it has ended, and the account is opened
 * again · `unsteady`: it ended again and again · `logic`: everything else, a bug most likely.
 */
export type DiskKind = 'full' | 'corrupt' | 'busy' | 'newer' | 'ended' | 'unsteady' | 'logic';

/** The cause of every `disk` error of the store. Where it happened is told by the error above it and by its own cause. */
export class DiskFailure extends Error {
  readonly kind: DiskKind;

  constructor(kind: DiskKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'DiskFailure';
    this.kind = kind;
    if (cause !== undefined) this.stack = `${this.name}: ${message}`;
  }
}

/** An `AppError` on its way between threads. `kind` is null for errors that are not the disk's. */
export interface StoredError extends Omit<AppErrorDetails, 'cause'> {
  readonly kind: DiskKind | null;
  /** Where it happened. */
  readonly stack: string;
  readonly cause: ErrorRecord | null;
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
  // What was translated before says already where it comes from.
  const { code, message, retryable, status, outcome, common, fields, retryAfterMs, stack, cause } = isAppError(error)
    ? error
    : toDiskError(error, where);
  const details = { code, message, retryable, status, outcome, common, fields, retryAfterMs };
  const kind = code === 'disk' ? toDiskKind(cause) : null;
  return { ...details, kind, stack: stack ?? '', cause: cause === undefined ? null : toErrorRecord(cause) };
}

export function toAppError({ kind, stack, cause, ...details }: StoredError): AppError {
  const error = new AppError({ ...details, cause: kind === null ? toCause(cause) : toDiskCause(kind, cause) });
  error.stack = stack;
  return error;
}

function toDiskError(error: unknown, where: string): AppError {
  const kind = toDiskKind(error);
  const words = error instanceof Error ? toWords(error) : String(error);
  const cause = error instanceof DiskFailure ? error : new DiskFailure(kind, words, error);
  return new AppError({ code: 'disk', message: `${where}: ${words}`, cause, retryable: kind === 'busy' });
}

const toCause = (cause: ErrorRecord | null): Error | undefined => (cause === null ? undefined : toError(cause));

function toDiskCause(kind: DiskKind, cause: ErrorRecord | null): DiskFailure {
  const failure = new DiskFailure(kind, cause?.message ?? '', toCause(cause?.cause ?? null));
  if (cause !== null) failure.stack = cause.stack;
  return failure;
}

/** A thread that ended while it was needed. */
export interface ThreadEnd {
  readonly role: 'writer' | 'reader';
  readonly exitCode: number;
  /** Its cause is what the thread failed with, where that is known. */
  readonly error: AppError;
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
