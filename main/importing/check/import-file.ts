/** Opens a file that is to be imported: see `port.ts`. */
import { FileThread } from '#main/importing/read/file-thread.ts';
import { toReadOrder } from '#main/importing/read/read-order.ts';
import type { ReadTableOptions, TableSource } from '#main/importing/read/table.ts';
import type { ImportFile } from './port.ts';
import type { CheckRequest, ImportHead } from './protocol.ts';

/** Numbers of one message. */
const NUMBERS_PORTION = 5_000;

/** From source the thread is TypeScript; bundled, it stands beside the bundle. */
function toThreadUrl(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './check-worker.cjs', import.meta.url);
}

/**
 * Reads `source`, whose bytes move to the thread: the caller's view of them may be empty afterwards. The file must be
 * disposed. Rejects with `TableError` when the file is at fault, with `AppError` of code `cancelled` when the signal says so.
 */
export async function openImportFile(source: TableSource, options: ReadTableOptions = {}): Promise<ImportFile> {
  const thread = new FileThread<ImportHead, CheckRequest>(toThreadUrl(), toReadOrder(source, options));
  try {
    const { table, looksLikeHeader } = await thread.whenRead(options.signal);
    return { head: table, looksLikeHeader, ...toMethods(thread) };
  } catch (error) {
    await thread.dispose();
    throw error;
  }
}

/** The answer to each request is that of the method of its name: `CheckedFile` has the other side. */
function toMethods(thread: FileThread<ImportHead, CheckRequest>): Omit<ImportFile, 'head' | 'looksLikeHeader'> {
  const ask = async <Answer>(request: CheckRequest, onProgress?: (count: number) => void): Promise<Answer> =>
    (await thread.request(request, onProgress)) as Answer;
  return {
    describeColumns: (hasHeader, known) => ask({ kind: 'describeColumns', hasHeader, known }),
    addContacts: (portion, isFirst) => ask({ kind: 'addContacts', portion, isFirst }),
    async setNumbers({ blocked, unsubscribed }) {
      const longest = Math.max(blocked.length, unsubscribed.length);
      for (let start = 0; start === 0 || start < longest; start += NUMBERS_PORTION) {
        const end = start + NUMBERS_PORTION;
        const portion = { blocked: blocked.slice(start, end), unsubscribed: unsubscribed.slice(start, end) };
        await ask({ kind: 'addNumbers', ...portion, isFirst: start === 0 });
      }
    },
    check: (settings, onProgress) => ask({ kind: 'check', settings }, onProgress),
    listRows: (filter, { start, limit }) => ask({ kind: 'listRows', filter, start, limit }),
    editCell: (line, column, value) => ask({ kind: 'editCell', line, column, value }),
    leaveOut: (rows, isLeftOut) => ask({ kind: 'leaveOut', rows, isLeftOut }),
    listPlannedRows: (start, limit) => ask({ kind: 'listPlannedRows', start, limit }),
    [Symbol.asyncDispose]: () => thread.dispose(),
  };
}
