/** The inside of a thread that reads one file. */
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '#shared/lib/assert.ts';
import { toErrorRecord } from '#shared/lib/error-record.ts';
import { TableError } from './problem.ts';
import type { Answer, Asked, ReadOrder, ThreadReply } from './protocol.ts';
import { readFile } from './read-file.ts';
import type { ReadResult } from './read-result.ts';

/** What a thread is once the file is read: what it says of it, and how it answers. */
export interface ServedFile<Head, Request> {
  readonly head: Head;
  answer(asked: Asked<Request>, post: (answer: Answer) => void): void;
}

/** Reads the file that the thread was started with, and answers from then on. */
export async function serveFile<Head, Request>(open: (file: ReadResult) => ServedFile<Head, Request>): Promise<void> {
  const port = parentPort;
  assert(port !== null, 'This file runs as a worker thread only');
  const post = (reply: ThreadReply<Head>): void => port.postMessage(reply);
  try {
    const served = open(await readFile(workerData as ReadOrder));
    port.on('message', (asked: Asked<Request>) => served.answer(asked, post));
    post({ type: 'read', head: served.head });
  } catch (error) {
    const record = toErrorRecord(error);
    if (error instanceof TableError) post({ type: 'refused', problem: error.problem, error: record });
    else post({ type: 'failed', error: record });
  }
}
