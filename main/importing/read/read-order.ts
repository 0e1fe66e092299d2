import { DEFAULT_LIMITS } from './limits.ts';
import { TableError } from './problem.ts';
import type { ReadOrder } from './protocol.ts';
import type { ReadTableOptions, TableSource } from './table.ts';
import { toCancelled } from './file-thread.ts';

/** Bytes that can be moved to the thread: the caller's own where they are all of their buffer, else a copy. */
function toMovable({ bytes }: TableSource): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && bytes.byteLength === buffer.byteLength;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes);
}

/** What a thread is to read. Throws `TableError` where the file is too large, `cancelled` where the signal says so. */
export function toReadOrder(source: TableSource, options: ReadTableOptions): ReadOrder {
  const { signal, sheet = null, encoding = null, delimiter = null } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  if (signal?.aborted === true) throw toCancelled();
  if (source.bytes.byteLength > limits.fileBytes) {
    throw new TableError({ kind: 'too-large', what: 'file', limit: limits.fileBytes, line: null });
  }
  return { name: source.name, bytes: toMovable(source), sheet, encoding, delimiter, limits };
}
