/** One thread that reads one file and answers what is asked of it, seen from outside. */
import { Worker } from 'node:worker_threads';
import { AppError } from '#shared/domain/app-error.ts';
import { toError } from '#shared/lib/error-record.ts';
import { TableError } from './problem.ts';
import type { Asked, ReadOrder, ReadReply, ThreadReply } from './protocol.ts';
import type { TableLimits } from './table.ts';

interface Waiter {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: (count: number) => void;
}

export const toCancelled = (): AppError =>
  new AppError({ code: 'cancelled', message: 'Reading the table was cancelled' });

/** As it was in the thread: its stack and its causes too. */
function toTableError({ problem, error }: Extract<ReadReply<unknown>, { type: 'refused' }>): TableError {
  const { stack, cause } = toError(error);
  const refused = new TableError(problem, cause);
  if (stack !== undefined) refused.stack = stack;
  return refused;
}

/** `Head`: what the thread says once it has read the file. `Request`: what can be asked of it then. */
export class FileThread<Head, Request extends object> {
  readonly #worker: Worker;
  readonly #limits: TableLimits;
  readonly #head = Promise.withResolvers<Head>();
  readonly #waiters = new Map<number, Waiter>();
  #end: Error | null = null;
  #lastId = 0;

  /** @param entry of the thread */
  constructor(entry: URL, order: ReadOrder) {
    this.#limits = order.limits;
    this.#worker = new Worker(entry, {
      workerData: order,
      transferList: [order.bytes.buffer],
      resourceLimits: { maxOldGenerationSizeMb: order.limits.heapMb },
    });
    // A caller that waits for the head is told; without one, a failure is no unhandled rejection.
    this.#head.promise.catch(() => undefined);
    this.#worker.on('message', (reply: ThreadReply<Head>) => this.#hear(reply));
    this.#worker.on('error', (error: Error) => this.#finish(this.#toFailure(error)));
    this.#worker.on('messageerror', (error) => this.#finish(error));
    this.#worker.on('exit', () => this.#finish(toCancelled()));
  }

  /** To be asked once, at the beginning. A signal or the time limit ends the thread. */
  async whenRead(signal: AbortSignal | undefined): Promise<Head> {
    const { timeMs } = this.#limits;
    const onAbort = (): void => this.#finish(toCancelled());
    const onTime = (): void =>
      this.#finish(new TableError({ kind: 'too-large', what: 'time', limit: timeMs, line: null }));
    const timer = setTimeout(onTime, timeMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return await this.#head.promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      // A table that is read does not keep the process from ending.
      this.#worker.unref();
    }
  }

  /** The thread's answer, whose type the caller knows. */
  async request(request: Request, onProgress: (count: number) => void = () => undefined): Promise<unknown> {
    if (this.#end !== null) throw this.#end;
    this.#lastId += 1;
    const asked: Asked<Request> = { id: this.#lastId, request };
    return new Promise((resolve, reject) => {
      this.#waiters.set(asked.id, { resolve, reject, onProgress });
      this.#worker.ref();
      this.#worker.postMessage(asked);
    });
  }

  /** Ends the thread; what is still asked for is rejected as cancelled. */
  async dispose(): Promise<void> {
    this.#finish(toCancelled());
    await this.#worker.terminate();
  }

  #hear(reply: ThreadReply<Head>): void {
    switch (reply.type) {
      case 'read':
        this.#head.resolve(reply.head);
        break;
      case 'refused':
        this.#finish(toTableError(reply));
        break;
      case 'failed':
        this.#finish(toError(reply.error));
        break;
      case 'progress':
        this.#waiters.get(reply.id)?.onProgress(reply.count);
        break;
      case 'answer':
        this.#waiters.get(reply.id)?.resolve(reply.value);
        this.#forget(reply.id);
        break;
      case 'rejected':
        this.#waiters.get(reply.id)?.reject(reply.error === null ? toCancelled() : toError(reply.error));
        this.#forget(reply.id);
        break;
    }
  }

  #forget(id: number): void {
    this.#waiters.delete(id);
    if (this.#waiters.size === 0) this.#worker.unref();
  }

  /** Running out of memory is the file's fault; anything else that ends the thread is ours. */
  #toFailure(error: Error): Error {
    const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    if (!isMemory) return error;
    return new TableError({ kind: 'too-large', what: 'memory', limit: this.#limits.heapMb, line: null }, error);
  }

  #finish(why: Error): void {
    this.#end ??= why;
    this.#head.reject(this.#end);
    for (const waiter of this.#waiters.values()) waiter.reject(this.#end);
    this.#waiters.clear();
  }
}
