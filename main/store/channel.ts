/** One worker thread seen from outside: requests in, promises out. */
import { Worker } from 'node:worker_threads';
import { AppError } from '#shared/domain/app-error.ts';
import { DiskFailure, toAppError } from './errors.ts';
import type { ReadyReply, WorkerReply, WorkerRequest, WorkerSetup } from './protocol.ts';

interface Waiter {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: AppError) => void;
}

/** From source the worker is TypeScript; bundled, it stands beside the bundle. */
function toWorkerUrl(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './store-worker.cjs', import.meta.url);
}

/** Id of the answer that says whether the thread could open its files. */
const READY_ID = 0;

export class Channel {
  readonly #worker: Worker;
  readonly #role: WorkerSetup['role'];
  readonly #waiters = new Map<number, Waiter>();
  #death: AppError | null = null;
  #lastId = READY_ID;

  constructor(setup: WorkerSetup) {
    this.#role = setup.role;
    this.#worker = new Worker(toWorkerUrl(), { workerData: setup });
    this.#worker.on('message', (reply: WorkerReply) => this.#settle(reply));
    this.#worker.on('error', (error) => this.#die('failed', error));
    this.#worker.on('messageerror', (error) => this.#die('cannot be understood', error));
    this.#worker.on('exit', () => this.#die('has ended'));
  }

  /** Resolves once the thread has opened its files. To be asked once, at the beginning. */
  async whenReady(): Promise<ReadyReply> {
    return (await this.#waitFor(READY_ID)) as ReadyReply;
  }

  /** Requests without an answer so far. */
  get pendingCount(): number {
    return this.#waiters.size;
  }

  get isAlive(): boolean {
    return this.#death === null;
  }

  /** Rejects with `AppError` of code `disk`, also when the thread has died. */
  request(request: WorkerRequest): Promise<unknown> {
    this.#lastId += 1;
    const answer = this.#waitFor(this.#lastId);
    if (this.#death === null) this.#worker.postMessage({ id: this.#lastId, request });
    return answer;
  }

  /** Closes the thread's files, then the thread. */
  async dispose(): Promise<void> {
    try {
      if (this.#death === null) await this.request({ type: 'close' });
    } finally {
      await this.#worker.terminate();
    }
  }

  /** Ends the thread as a power cut would, files or not. */
  async kill(): Promise<void> {
    await this.#worker.terminate();
  }

  #waitFor(id: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#death === null) this.#waiters.set(id, { resolve, reject });
      else reject(this.#death);
    });
  }

  #settle(reply: WorkerReply): void {
    const waiter = this.#waiters.get(reply.id);
    this.#waiters.delete(reply.id);
    if (reply.ok) waiter?.resolve(reply.value);
    else waiter?.reject(toAppError(reply.error));
  }

  #die(what: string, cause?: unknown): void {
    const words = `The ${this.#role} thread of the store ${what}`;
    this.#death ??= new AppError({ code: 'disk', message: words, cause: new DiskFailure('logic', words, cause) });
    for (const waiter of this.#waiters.values()) waiter.reject(this.#death);
    this.#waiters.clear();
  }
}

/** The channel to ask next: one that lives before one that died, then the one with the least to do. */
export function toLeastBusy(channels: readonly Channel[]): Channel {
  const toLoad = ({ isAlive, pendingCount }: Channel): number => (isAlive ? pendingCount : Infinity);
  return channels.reduce((best, channel) => (toLoad(channel) < toLoad(best) ? channel : best));
}

/** Starts a thread and waits until it is ready. Rejects with `AppError` of code `disk` when it cannot open its files. */
export async function createChannel(
  setup: WorkerSetup,
): Promise<{ readonly channel: Channel; readonly ready: ReadyReply }> {
  const channel = new Channel(setup);
  try {
    return { channel, ready: await channel.whenReady() };
  } catch (error) {
    await channel.kill();
    throw error;
  }
}
