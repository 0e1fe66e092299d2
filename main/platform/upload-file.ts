/** A file that the user uploads, read in chunks and checked to be the one that was chosen. */
import type { BigIntStats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#shared/domain/app-error.ts';
import { hasCode } from './files.ts';

/** A file as the client of the service takes it. */
export interface UploadFile {
  /** Without its folders. */
  readonly name: string;
  readonly sizeBytes: number;
  /**
   * Its bytes from the start. The last chunk is held back until the file is known to be the same as when it was opened, so
   * that the receiver never gets a complete file that is half old and half new.
   * @throws AppError `validation` with `fields.file`
   */
  open(): AsyncIterable<Uint8Array>;
}

const PIECE_BYTES = 64 * 1024;

/**
 * Opens a file that the user chose.
 * @throws AppError `validation` with `fields.file`: there is none, it is a folder, it may not be read
 */
export async function openUploadFile(file: string): Promise<UploadFile> {
  const first = await look(file);
  if (first.isDirectory()) throw toFileError('This is a folder. Choose a file.');
  if (!first.isFile()) throw toFileError('We can’t upload this file. Choose another.');
  await (await openHandle(file)).close();
  return {
    name: path.basename(file),
    sizeBytes: Number(first.size),
    open: () => readPieces(file, first),
  };
}

async function* readPieces(file: string, first: BigIntStats): AsyncGenerator<Uint8Array> {
  const handle = await openHandle(file);
  try {
    if (!isSame(await handle.stat({ bigint: true }), first)) throw toChanged();
    let held: Uint8Array | null = null;
    let size = 0;
    for (;;) {
      const piece = await readPiece(handle);
      size += piece.byteLength;
      if (size > first.size) throw toChanged();
      if (piece.byteLength === 0) break;
      if (held !== null) yield held;
      held = piece;
    }
    const isWhole = BigInt(size) === first.size && isSame(await handle.stat({ bigint: true }), first);
    if (!isWhole || !isSame(await look(file), first)) throw toChanged();
    if (held !== null) yield held;
  } finally {
    await handle.close();
  }
}

/** A new buffer for each chunk: the socket may still be sending the previous one. */
async function readPiece(handle: FileHandle): Promise<Uint8Array> {
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafeSlow(PIECE_BYTES), 0, PIECE_BYTES, null);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    throw toUnreadable(error);
  }
}

function isSame(now: BigIntStats, first: BigIntStats): boolean {
  return now.ino === first.ino && now.dev === first.dev && now.size === first.size && now.mtimeNs === first.mtimeNs;
}

async function look(file: string): Promise<BigIntStats> {
  try {
    return await stat(file, { bigint: true });
  } catch (error) {
    throw toUnreadable(error);
  }
}

async function openHandle(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'r');
  } catch (error) {
    throw toUnreadable(error);
  }
}

function toUnreadable(error: unknown): AppError {
  if (hasCode(error, 'ENOENT', 'ENOTDIR')) return toFileError('This file is no longer there. Choose it again.', error);
  if (hasCode(error, 'EACCES', 'EPERM')) {
    return toFileError('You don’t have permission to read this file. Change its permissions or choose another.', error);
  }
  if (hasCode(error, 'EISDIR')) return toFileError('This is a folder. Choose a file.', error);
  return toFileError('We couldn’t read this file. Close any programs using it, then choose it again.', error);
}

function toChanged(): AppError {
  return toFileError('This file changed while it was being read, so nothing was uploaded. Choose it again.');
}

function toFileError(sentence: string, cause?: unknown): AppError {
  return new AppError({
    code: 'validation',
    message: 'The file to upload cannot be read as it was chosen',
    outcome: 'not-accepted',
    fields: { file: [sentence] },
    ...(cause === undefined ? {} : { cause }),
  });
}
