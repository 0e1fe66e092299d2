/** So many beats may be missed in a row. */
const MISSED = 2.4;
/** How often it looks, in the time of a beat. */
const LOOKS_PER_BEAT = 4;

export interface LineWatchNeeds {
  /** Main says something at least this often. */
  readonly beatEveryMs: number;
  /** Whether the user can see the page: of one in the background the browser holds up timers as it likes. */
  readonly isVisible: () => boolean;
  readonly onSilent: () => void;
  readonly now: () => number;
}

/**
 * Notices a line that has gone silent: main was stopped, the computer slept, or the connection is open on one side only.
 * Only a watch that looked all the time may say so: one that comes late, because the page or the computer stood still, has
 * not heard what waits for it yet, and starts anew.
 */
export class LineWatch {
  readonly #needs: LineWatchNeeds;
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #lookEveryMs: number;
  #heardAt: number;
  #lookedAt: number;

  constructor(needs: LineWatchNeeds) {
    this.#needs = needs;
    this.#heardAt = needs.now();
    this.#lookedAt = this.#heardAt;
    this.#lookEveryMs = needs.beatEveryMs / LOOKS_PER_BEAT;
    this.#timer = setInterval(() => this.#look(), this.#lookEveryMs);
  }

  /** Main said something. */
  hear(): void {
    this.#heardAt = this.#needs.now();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const now = this.#needs.now();
    const isLate = now - this.#lookedAt > this.#needs.beatEveryMs;
    this.#lookedAt = now;
    if (isLate || !this.#needs.isVisible()) this.#heardAt = now;
    if (now - this.#heardAt <= MISSED * this.#needs.beatEveryMs) return;
    this.stop();
    this.#needs.onSilent();
  }
}
