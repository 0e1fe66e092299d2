/** Reads a file of contacts in a thread of its own: a file that is too much ends the thread, never the app. */
import { FileThread } from './file-thread.ts';
import type { RowsRequest } from './protocol.ts';
import { toReadOrder } from './read-order.ts';
import type { ReadTableOptions, Table, TableHead, TableRow, TableSource } from './table.ts';

/** Rows asked for at once; the thread sends fewer where they are wide. */
const BATCH_ROWS = 1_000;

/** From source the thread is TypeScript; bundled, it stands beside the bundle. */
function toThreadUrl(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './import-worker.cjs', import.meta.url);
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
  const thread = new FileThread<TableHead, RowsRequest>(toThreadUrl(), toReadOrder(source, options));
  try {
    const head = await thread.whenRead(options.signal);
    const rows = async (start: number, count: number): Promise<readonly TableRow[]> =>
      (await thread.request({ start, count })) as readonly TableRow[];
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
