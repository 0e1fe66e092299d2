import type { Log } from '#main/platform/log.ts';
import type { Store } from '#main/store/api.ts';

interface SnoozesNeeds {
  readonly store: Pick<Store, 'getNextSnoozeEnd' | 'returnSnoozed'>;
  readonly log: Pick<Log, 'error'>;
  readonly now: () => number;
}

/** No timer goes on while a computer sleeps, nor hears of a clock that is set: it is looked again after this at the latest. */
const LOOK_EVERY_MS = 30_000;
const LEAST_WAIT_MS = 50;

/**
 * Brings snoozed chats of one account back when their time has come; the store brings back those with a
 * new message.
 *
 * SNOOZE-1 a chat comes back within half a minute of its time, however long the computer slept and however its clock was set.
 */
export class Snoozes {
  readonly #needs: SnoozesNeeds;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> | null = null;
  #isWanted = false;
  #isDisposed = false;

  constructor(needs: SnoozesNeeds) {
    this.#needs = needs;
  }

  /** Now, and then again when the next one is due. Also after something was snoozed, and when the computer wakes. */
  look(): void {
    if (this.#isDisposed) return;
    this.#isWanted = true;
    this.#looking ??= this.#lookWhileWanted();
  }

  /** Resolves when nothing is under way any more. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.#stopTimer();
    await this.#looking;
  }

  async #lookWhileWanted(): Promise<void> {
    // Ends in a later turn than it began, so that its end is the last word about `#looking`.
    await Promise.resolve();
    this.#stopTimer();
    let nextAt: number | null = null;
    while (this.#isWanted && !this.#isDisposed) {
      this.#isWanted = false;
      nextAt = await this.#bringBack();
    }
    this.#looking = null;
    if (nextAt === null || this.#isDisposed) return;
    const waitMs = Math.max(LEAST_WAIT_MS, Math.min(nextAt - this.#needs.now(), LOOK_EVERY_MS));
    this.#timer = setTimeout(() => this.look(), waitMs);
  }

  /** When there is something to do next; null: nothing is snoozed. */
  async #bringBack(): Promise<number | null> {
    const { store, now, log } = this.#needs;
    try {
      const nextAt = await store.getNextSnoozeEnd({});
      if (nextAt === null || nextAt > now()) return nextAt;
      await store.returnSnoozed({ now: now() });
      return await store.getNextSnoozeEnd({});
    } catch (error) {
      // A full disk, for instance: nothing is lost, and it is tried again.
      log.error('snoozes.notReturned', error);
      return now() + LOOK_EVERY_MS;
    }
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
