/** Entry of the thread that reads one file, keeps its rows and hands them out. */
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '#shared/lib/assert.ts';
import { toErrorRecord } from '#shared/lib/error-record.ts';
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
    const record = toErrorRecord(error);
    if (error instanceof TableError) post({ type: 'refused', problem: error.problem, error: record });
    else post({ type: 'failed', error: record });
  }
}

void serve(workerData as ReadOrder);
