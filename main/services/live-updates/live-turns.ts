import type { Log } from '#main/platform/log.ts';
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import { Serial } from '#shared/lib/serial.ts';

/** One act at a time; each is given a signal that ends it. */
export class LiveTurns {
  readonly #log: Log;
  readonly #turns = new Serial();
  #interruption = new AbortController();
  #isDisposed = false;

  constructor(log: Log) {
    this.#log = log;
  }

  /**
   * Rejects as the work does, and with `cancelled` where its turn came too late. Work that was interrupted before its turn
   * came is begun with a signal that has ended.
   */
  run(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { signal } = this.#interruption;
    return this.#turns.run(() => (this.#isDisposed ? Promise.reject(toCancelled()) : work(signal)));
  }

  /** What runs and what waits is ended; what comes later is not. */
  interrupt(): void {
    this.#interruption.abort();
    this.#interruption = new AbortController();
  }

  /** A failure that nobody waits for. Those of the service are in the view, and pass. */
  note(error: unknown): void {
    if (!isAppError(error)) this.#log.error('live.broken', error);
    else if (error.code !== 'cancelled') this.#log.info('live.notDone', { code: error.code });
  }

  /** Resolves when nothing runs any more. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.interrupt();
    await this.#turns.settled();
  }
}

/** It was turned off meanwhile, or the account was left. */
export function toCancelled(): AppError {
  return new AppError({
    code: 'cancelled',
    message: 'live updates were turned off, or the account was closed',
    outcome: 'not-accepted',
  });
}
