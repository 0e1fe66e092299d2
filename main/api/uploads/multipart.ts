/** Bodies of `multipart/form-data`, read while they leave. */
import { randomUUID } from 'node:crypto';
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { UploadForm, UploadSource } from './upload.ts';
import { toMediaType } from './upload-types.ts';

/** A body that is never in memory as a whole. */
export interface StreamedBody {
  readonly contentType: string;
  /** Exact: it is announced before the first byte. */
  readonly sizeBytes: number;
  /**
   * The bytes, once. Ends completely or throws before the last of them.
   * @throws AppError `validation` with `fields.file`
   */
  open(): AsyncIterable<Uint8Array>;
  /** Told how many bytes of the body the socket has taken so far. */
  onSent(bytes: number): void;
}

/** The service knows `.jpg` and may not know `.jpeg`. */
const LONG_JPEG = /\.jpeg$/i;

/** The body of a form with one file; its fields come first. */
export function encodeForm(form: UploadForm, boundary = `switchboard-${randomUUID()}`): StreamedBody {
  const { file, fileField, fields = [], onProgress } = form;
  const parts = fields.map(([name, value]) => `${toHead(boundary, `name="${escapeName(name)}"`)}\r\n${value}\r\n`);
  const fileName = escapeName(file.name.replace(LONG_JPEG, '.jpg'));
  const fileHead = toHead(boundary, `name="${fileField}"; filename="${fileName}"`);
  const before = Buffer.from(`${parts.join('')}${fileHead}Content-Type: ${toMediaType(file.name)}\r\n\r\n`);
  const after = Buffer.from(`\r\n--${boundary}--\r\n`);
  let told = -1;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    sizeBytes: before.byteLength + file.sizeBytes + after.byteLength,
    async *open() {
      yield before;
      yield* readExactly(file);
      yield after;
    },
    onSent(bytes) {
      const ofFile = Math.min(Math.max(bytes - before.byteLength, 0), file.sizeBytes);
      if (ofFile <= told) return;
      told = ofFile;
      try {
        onProgress?.(ofFile, file.sizeBytes);
      } catch {
        // Whoever shows the progress cannot any more: no reason to end an upload that goes well.
        told = Infinity;
      }
    },
  };
}

function toHead(boundary: string, what: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; ${what}\r\n`;
}

/** As browsers write names: UTF-8, and only what would end the name or the line, for anybody, is escaped. */
function escapeName(name: string): string {
  return name.replace(/["\p{Cc}]/gu, encodeURIComponent);
}

/** What was announced, to the byte. */
async function* readExactly(file: UploadSource): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const piece of file.open()) {
      size += piece.byteLength;
      if (size > file.sizeBytes) break;
      yield piece;
    }
  } catch (error) {
    throw isAppError(error) ? error : toFileError('couldn’t be read', error);
  }
  if (size !== file.sizeBytes) throw toFileError('changed while it was being read');
}

/** The file to upload is not to be had; `what` completes a sentence about it. */
export function toFileError(what: string, cause?: unknown): AppError {
  return new AppError({
    code: 'validation',
    message: `The file to upload ${what}`,
    outcome: 'not-accepted',
    fields: { file: [`This file ${what}, so nothing was uploaded. Choose it again.`] },
    ...(cause === undefined ? {} : { cause }),
  });
}
