interface Timer {
  at: number;
  readonly wake: () => void;
}

/**
 * Resolves once everything that can go on without time passing has gone on: what runs by this clock waits for promises
 * only, and all of those that are settled come before the next turn of the event loop.
 */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A clock that moves only when told to. Chance is always in the middle. */
export class FakeClock {
  #now: number;
  #timers: Timer[] = [];

  constructor(now = Date.UTC(2026, 10, 20, 9)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  random(): number {
    return 0.5;
  }

  /** How many waits are under way. */
  get sleepers(): number {
    return this.#timers.length;
  }

  wait(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const timer: Timer = { at: this.#now + ms, wake: resolve };
      this.#timers.push(timer);
      signal.addEventListener('abort', () => {
        this.#timers = this.#timers.filter((other) => other !== timer);
        resolve();
      });
    });
  }

  /** Lets that much time pass, waking every sleeper at its own instant. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settle();
    for (let timer = this.#next(end); timer !== undefined; timer = this.#next(end)) {
      const due = timer;
      this.#now = Math.max(this.#now, due.at);
      this.#timers = this.#timers.filter((other) => other !== due);
      due.wake();
      await settle();
    }
    this.#now = end;
  }

  /** Sets the clock, as a person does or a long sleep of the computer: waits take as long as they would have taken. */
  jump(ms: number): void {
    this.#now += ms;
    for (const timer of this.#timers) timer.at += ms;
  }

  #next(end: number): Timer | undefined {
    return this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
  }
}
