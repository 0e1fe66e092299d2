import type { SendingClock } from '../ports.ts';

/** Nobody sleeps longer than this in one go: the loop looks again and sleeps on. */
const LONGEST_SLEEP_MS = 3_600_000;

/** A sleep that can be ended early. A ring while nobody sleeps ends the next sleep at once, so none is lost. */
export class Alarm {
  readonly #clock: SendingClock;
  #sleeper: AbortController | null = null;
  #isRung = false;

  constructor(clock: SendingClock) {
    this.#clock = clock;
  }

  ring(): void {
    this.#isRung = true;
    this.#sleeper?.abort();
  }

  /** Resolves at that instant, on a ring or when the signal aborts; at the latest after an hour. Never rejects. */
  async sleepUntil(at: number, signal: AbortSignal): Promise<void> {
    const ms = Math.min(at - this.#clock.now(), LONGEST_SLEEP_MS);
    if (ms > 0 && !this.#isRung && !signal.aborted) {
      this.#sleeper = new AbortController();
      await this.#clock.wait(ms, AbortSignal.any([signal, this.#sleeper.signal]));
      this.#sleeper = null;
    }
    this.#isRung = false;
  }
}
