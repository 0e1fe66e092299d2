/** Reads a file of contacts in a thread of its own: a file that is too much ends the thread, never the app. */
import { AppError } from '#shared/domain/app-error.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { TableError } from './problem.ts';
import type { ReadOrder } from './protocol.ts';
import type { ReadTableOptions, Table, TableRow, TableSource } from './table.ts';
import { TableThread } from './table-thread.ts';

/** Rows asked for at once; the thread sends fewer where they are wide. */
const BATCH_ROWS = 1_000;

/** Bytes that can be moved to the thread: the caller's own where they are all of their buffer, else a copy. */
function toMovable({ bytes }: TableSource): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && bytes.byteLength === buffer.byteLength;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes);
}

async function* toBatches(table: Pick<Table, 'rows' | 'rowCount'>): AsyncGenerator<readonly TableRow[]> {
  for (let start = 0; start < table.rowCount;) {
    const batch = await table.rows(start, BATCH_ROWS);
    yield batch;
    start += batch.length;
  }
}

/**
 * Reads `source`, whose bytes move to the thread: the caller's view of them may be empty afterwards. The table must be
 * disposed. Rejects with `TableError` when the file is at fault, with `AppError` of code `cancelled` when the signal
 * says so. (Specification, "Contacts": `POST /contacts/import`.)
 */
export async function readTable(source: TableSource, options: ReadTableOptions = {}): Promise<Table> {
  const { signal, sheet = null, encoding = null, delimiter = null } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  if (signal?.aborted === true) throw new AppError({ code: 'cancelled', message: 'Reading the table was cancelled' });
  if (source.bytes.byteLength > limits.fileBytes) {
    throw new TableError({ kind: 'too-large', what: 'file', limit: limits.fileBytes, line: null });
  }
  const order: ReadOrder = { name: source.name, bytes: toMovable(source), sheet, encoding, delimiter, limits };
  const thread = new TableThread(order);
  try {
    const head = await thread.whenRead(signal);
    const rows = (start: number, count: number): Promise<readonly TableRow[]> => thread.request(start, count);
    return {
      ...head,
      rows,
      batches: () => toBatches({ rows, rowCount: head.rowCount }),
      [Symbol.asyncDispose]: () => thread.dispose(),
    };
  } catch (error) {
    await thread.dispose();
    throw error;
  }
}
