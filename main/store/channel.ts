/** One worker thread seen from outside: requests in, promises out. */
import { Worker } from 'node:worker_threads';
import { AppError } from '#shared/domain/app-error.ts';
import { DiskFailure, toAppError } from './errors.ts';
import type { ReadyReply, WorkerReply, WorkerRequest, WorkerSetup } from './protocol.ts';

interface Waiter {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: AppError) => void;
}

export interface Channel {
  readonly ready: ReadyReply;
  /** Requests without an answer so far. */
  readonly pendingCount: number;
  /** Rejects with `AppError` of code `disk`, also when the thread has died. */
  request(request: WorkerRequest): Promise<unknown>;
  /** Closes the thread's files, then the thread. */
  dispose(): Promise<void>;
}

/** From source the worker is TypeScript; bundled, it stands beside the bundle. */
function toWorkerUrl(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './store-worker.js', import.meta.url);
}

/** Resolves once the worker has opened its files. */
export async function createChannel(setup: WorkerSetup): Promise<Channel> {
  const worker = new Worker(toWorkerUrl(), { workerData: setup });
  const waiters = new Map<number, Waiter>();
  let death: AppError | null = null;
  let lastId = 0;

  const die = (words: string, cause?: unknown): void => {
    death ??= new AppError({ code: 'disk', message: words, cause: new DiskFailure('logic', words, cause) });
    for (const waiter of waiters.values()) waiter.reject(death);
    waiters.clear();
  };
  worker.on('message', (reply: WorkerReply) => {
    const waiter = waiters.get(reply.id);
    waiters.delete(reply.id);
    if (reply.ok) waiter?.resolve(reply.value);
    else waiter?.reject(toAppError(reply.error));
  });
  worker.on('error', (error) => die(`The ${setup.role} thread of the store failed`, error));
  worker.on('messageerror', (error) => die(`The ${setup.role} thread of the store cannot be understood`, error));
  worker.on('exit', () => die(`The ${setup.role} thread of the store has ended`));

  const waitFor = (id: number): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (death === null) waiters.set(id, { resolve, reject });
      else reject(death);
    });
  const request = (body: WorkerRequest): Promise<unknown> => {
    lastId += 1;
    const answer = waitFor(lastId);
    if (death === null) worker.postMessage({ id: lastId, request: body });
    return answer;
  };
  const dispose = async (): Promise<void> => {
    try {
      if (death === null) await request({ type: 'close' });
    } finally {
      await worker.terminate();
    }
  };

  try {
    const ready = (await waitFor(0)) as ReadyReply;
    return {
      ready,
      request,
      dispose,
      get pendingCount() {
        return waiters.size;
      },
    };
  } catch (error) {
    await worker.terminate();
    throw error;
  }
}
