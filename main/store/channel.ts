/** One worker thread seen from outside: requests in, promises out. A thread that ends is told of once. */
import { Worker } from 'node:worker_threads';
import type { AppError } from '#shared/domain/app-error.ts';
import { createEnded, toAppError } from './errors.ts';
import type { ThreadEnd } from './errors.ts';
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
  /** Called when the thread has ended and has let go of its files; never while `dispose` ends it. */
  onEnded: (end: ThreadEnd) => void = () => undefined;
  #death: AppError | null = null;
  #isClosing = false;
  #isSound = true;
  #lastId = READY_ID;

  constructor(setup: WorkerSetup) {
    this.#role = setup.role;
    this.#worker = new Worker(toWorkerUrl(), { workerData: setup });
    this.#worker.on('message', (reply: WorkerReply) => this.#settle(reply));
    this.#worker.on('error', (error) => this.#die('failed', error));
    this.#worker.on('messageerror', (error) => {
      this.#die('cannot be understood', error);
      void this.#worker.terminate();
    });
    this.#worker.on('exit', (exitCode) => {
      const error = this.#die(`has ended with exit code ${exitCode}`);
      if (!this.#isClosing) this.onEnded({ role: this.#role, exitCode, error });
    });
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

  /**
   * Rejects with `AppError` of code `disk`, also when the thread has died: what was not handed to it any more is
   * `not-accepted`, what it was about to do is `unknown`.
   */
  request(request: WorkerRequest): Promise<unknown> {
    this.#lastId += 1;
    const answer = this.#waitFor(this.#lastId);
    if (this.#death === null) this.#worker.postMessage({ id: this.#lastId, request });
    return answer;
  }

  /** Damage was found: the files are to be checked when they are opened next. */
  noteDamage(): void {
    this.#isSound = false;
  }

  /** Closes the thread's files, then the thread. */
  async dispose(): Promise<void> {
    this.#isClosing = true;
    try {
      if (this.#death === null) await this.request({ type: 'close', isSound: this.#isSound });
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
      else reject(createEnded(this.#death.message, this.#death, 'not-accepted'));
    });
  }

  #settle(reply: WorkerReply): void {
    const waiter = this.#waiters.get(reply.id);
    this.#waiters.delete(reply.id);
    if (reply.ok) waiter?.resolve(reply.value);
    else waiter?.reject(toAppError(reply.error));
  }

  #die(what: string, cause?: unknown): AppError {
    this.#death ??= createEnded(`The ${this.#role} thread of the store ${what}`, cause, 'unknown');
    for (const waiter of this.#waiters.values()) waiter.reject(this.#death);
    this.#waiters.clear();
    return this.#death;
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
