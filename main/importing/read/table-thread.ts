/** One thread that reads one file, seen from outside. */
import { Worker } from 'node:worker_threads';
import { AppError } from '#shared/domain/app-error.ts';
import { toError } from '#shared/lib/error-record.ts';
import { TableError } from './problem.ts';
import type { ReadOrder, ReadReply, RowsRequest, ThreadReply } from './protocol.ts';
import type { TableHead, TableLimits, TableRow } from './table.ts';

interface Waiter<Value> {
  readonly resolve: (value: Value) => void;
  readonly reject: (error: Error) => void;
}

/** From source the thread is TypeScript; bundled, it stands beside the bundle. */
function toThreadUrl(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './import-worker.cjs', import.meta.url);
}

const cancelled = (): AppError => new AppError({ code: 'cancelled', message: 'Reading the table was cancelled' });

/** As it was in the thread: its stack and its causes too. */
function toTableError({ problem, error }: Extract<ReadReply, { type: 'refused' }>): TableError {
  const { stack, cause } = toError(error);
  const refused = new TableError(problem, cause);
  if (stack !== undefined) refused.stack = stack;
  return refused;
}

export class TableThread {
  readonly #worker: Worker;
  readonly #limits: TableLimits;
  readonly #head = Promise.withResolvers<TableHead>();
  readonly #waiters = new Map<number, Waiter<readonly TableRow[]>>();
  #end: Error | null = null;
  #lastId = 0;

  constructor(order: ReadOrder) {
    this.#limits = order.limits;
    this.#worker = new Worker(toThreadUrl(), {
      workerData: order,
      transferList: [order.bytes.buffer],
      resourceLimits: { maxOldGenerationSizeMb: order.limits.heapMb },
    });
    // Whoever waits for the head hears of it; nobody else need.
    this.#head.promise.catch(() => undefined);
    this.#worker.on('message', (reply: ThreadReply) => this.#hear(reply));
    this.#worker.on('error', (error: Error) => this.#finish(this.#toFailure(error)));
    this.#worker.on('messageerror', (error) => this.#finish(error));
    this.#worker.on('exit', () => this.#finish(cancelled()));
  }

  /** The head of the table; to be asked once, at the beginning. A signal or the time limit ends the thread. */
  async whenRead(signal: AbortSignal | undefined): Promise<TableHead> {
    const { timeMs } = this.#limits;
    const onAbort = (): void => this.#finish(cancelled());
    const onTime = (): void =>
      this.#finish(new TableError({ kind: 'too-large', what: 'time', limit: timeMs, line: null }));
    const timer = setTimeout(onTime, timeMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return await this.#head.promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      // A table that is read holds up nobody who wants to end.
      this.#worker.unref();
    }
  }

  async request(start: number, count: number): Promise<readonly TableRow[]> {
    if (this.#end !== null) throw this.#end;
    this.#lastId += 1;
    const request: RowsRequest = { id: this.#lastId, start, count };
    return new Promise((resolve, reject) => {
      this.#waiters.set(request.id, { resolve, reject });
      this.#worker.ref();
      this.#worker.postMessage(request);
    });
  }

  /** Ends the thread; what is still asked for is rejected as cancelled. */
  async dispose(): Promise<void> {
    this.#finish(cancelled());
    await this.#worker.terminate();
  }

  #hear(reply: ThreadReply): void {
    if (reply.type === 'read') this.#head.resolve(reply.head);
    else if (reply.type === 'refused') this.#finish(toTableError(reply));
    else if (reply.type === 'failed') this.#finish(toError(reply.error));
    else {
      this.#waiters.get(reply.id)?.resolve(reply.rows);
      this.#waiters.delete(reply.id);
      if (this.#waiters.size === 0) this.#worker.unref();
    }
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
