/** Time and timers as the demo service uses them; tests give their own. */
export interface Timers {
  nowAt(): number;
  /** Runs once after that time; the answer cancels it. */
  after(delayMs: number, run: () => void): () => void;
}

/** The computer's clock. Its timers never keep the process alive by themselves. */
export const systemTimers: Timers = {
  nowAt: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** The service's clock: the given one, moved forward by as much as was asked for. */
export class ServiceClock implements Timers {
  readonly #timers: Timers;
  #offsetMs = 0;

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  nowAt(): number {
    return this.#timers.nowAt() + this.#offsetMs;
  }

  after(delayMs: number, run: () => void): () => void {
    return this.#timers.after(delayMs, run);
  }

  /** Moves the clock forward. What falls due by it runs at the next tick. */
  advance(byMs: number): void {
    this.#offsetMs += Math.max(0, byMs);
  }
}
