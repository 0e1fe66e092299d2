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

/** The service's clock: the given one, moved forward by as much as was asked for, and as fast as was asked for. */
export class ServiceClock implements Timers {
  readonly #timers: Timers;
  #realAt: number;
  #serviceAt: number;
  #rate = 1;

  constructor(timers: Timers) {
    this.#timers = timers;
    this.#realAt = timers.nowAt();
    this.#serviceAt = this.#realAt;
  }

  /** How many seconds of the service go by in one. */
  get rate(): number {
    return this.#rate;
  }

  nowAt(): number {
    return Math.round(this.#serviceAt + (this.#timers.nowAt() - this.#realAt) * this.#rate);
  }

  after(delayMs: number, run: () => void): () => void {
    return this.#timers.after(delayMs / this.#rate, run);
  }

  /** Moves the clock forward. What falls due by it runs at the next tick. */
  advance(byMs: number): void {
    this.#anchor();
    this.#serviceAt += Math.max(0, byMs);
  }

  /** Lets it run faster or slower from now on; timers that were set keep their time, so tick afterwards. */
  setRate(rate: number): void {
    this.#anchor();
    this.#rate = rate;
  }

  #anchor(): void {
    this.#serviceAt = this.nowAt();
    this.#realAt = this.#timers.nowAt();
  }
}
