/** Entry of the thread that reads one file, keeps its rows and hands them out. */
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '#shared/lib/assert.ts';
import { takeBatch } from './batch.ts';
import { TableError } from './problem.ts';
import type { ReadOrder, RowsRequest, ThreadReply } from './protocol.ts';
import { readFile } from './read-file.ts';

async function serve(order: ReadOrder): Promise<void> {
  const port = parentPort;
  assert(port !== null, 'This file runs as a worker thread only');
  const post = (reply: ThreadReply): void => port.postMessage(reply);
  try {
    const { rows, ...head } = await readFile(order);
    const { columnCount } = head;
    port.on('message', (request: RowsRequest) => {
      post({ type: 'rows', id: request.id, rows: takeBatch({ rows, columnCount }, request) });
    });
    post({ type: 'read', head: { ...head, rowCount: rows.length } });
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    post({ type: 'refused', problem: error.problem, cause: error.cause instanceof Error ? error.cause : null });
  }
}

// An unforeseen failure is unhandled here on purpose: it ends the thread, and whoever started it hears of it.
void serve(workerData as ReadOrder);
