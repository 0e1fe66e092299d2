import type { SyncClock } from '../ports.ts';

/** Nobody sleeps longer than this in one go: loops look again and sleep on. */
const LONGEST_SLEEP_MS = 3_600_000;
/** So often a sleeper looks whether the clock was set or the computer slept: timers count neither. */
const LOOK_EVERY_MS = 10_000;

/** A sleep that can be ended early. A ring while nobody sleeps ends the next sleep at once, so none is lost. */
export class Alarm {
  readonly #clock: SyncClock;
  #sleeper: AbortController | null = null;
  #isRung = false;

  constructor(clock: SyncClock) {
    this.#clock = clock;
  }

  /** Ends the sleep. */
  ring(): void {
    this.#isRung = true;
    this.#sleeper?.abort();
  }

  /**
   * Resolves at that instant, on a ring, when the signal aborts, or when the clock was set back, since the instant was
   * planned by the old one: only then to true. At the latest after an hour; never rejects.
   */
  async sleepUntil(at: number, signal: AbortSignal): Promise<boolean> {
    const startedAt = this.#clock.now();
    const endAt = Math.min(at, startedAt + LONGEST_SLEEP_MS);
    // What waits for no instant need not look at the clock in between.
    const longestMs = at === Infinity ? LONGEST_SLEEP_MS : LOOK_EVERY_MS;
    let now = startedAt;
    let lookedAt = startedAt;
    while (now >= lookedAt && now < endAt && !this.#isRung && !signal.aborted) {
      lookedAt = now;
      this.#sleeper = new AbortController();
      await this.#clock.wait(Math.min(endAt - now, longestMs), AbortSignal.any([signal, this.#sleeper.signal]));
      this.#sleeper = null;
      now = this.#clock.now();
    }
    this.#isRung = false;
    return now < lookedAt;
  }
}
