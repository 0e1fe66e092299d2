import type { Log } from '#main/platform/log.ts';
import type { Store } from '#main/store/api.ts';
import type { CallbackEvent } from '#shared/domain/callbacks.ts';

/** A disk that is full refuses a thousand events a second, and one line a minute says as much. */
const QUIET_MS = 60_000;

/** From the receiver to the disk. */
export class Inbox {
  readonly #store: Pick<Store, 'keepCallbacks'>;
  readonly #onKept: () => void;
  readonly #log: Pick<Log, 'error'>;
  readonly #now: () => number;
  #loggedAt: number | null = null;

  constructor(needs: {
    readonly store: Pick<Store, 'keepCallbacks'>;
    /** There are events to be confirmed. */
    readonly onKept: () => void;
    readonly log: Pick<Log, 'error'>;
    readonly now: () => number;
  }) {
    this.#store = needs.store;
    this.#onKept = needs.onKept;
    this.#log = needs.log;
    this.#now = needs.now;
  }

  /** On the disk once it has resolved. Rejects where they could not be kept. */
  async keep(events: readonly CallbackEvent[]): Promise<void> {
    try {
      await this.#store.keepCallbacks({ events });
    } catch (error) {
      this.#note(error);
      throw error;
    }
    this.#onKept();
  }

  #note(error: unknown): void {
    const now = this.#now();
    if (this.#loggedAt !== null && Math.abs(now - this.#loggedAt) < QUIET_MS) return;
    this.#loggedAt = now;
    this.#log.error('live.notKept', error);
  }
}
