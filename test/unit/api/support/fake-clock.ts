import type { ApiClock } from '#main/api/clock.ts';

interface Sleeper {
  readonly at: number;
  readonly end: () => void;
}

/** Time that moves only when told, and then through every wait in order. */
export class FakeClock implements ApiClock {
  /** Epoch ms of the start. */
  static readonly START_AT = Date.UTC(2026, 10, 20, 9, 54);
  #now = 0;
  #sleepers: Sleeper[] = [];
  randomValue = 0.5;

  steadyNow(): number {
    return this.#now;
  }

  epochNow(): number {
    return FakeClock.START_AT + this.#now;
  }

  random(): number {
    return this.randomValue;
  }

  wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const sleeper: Sleeper = { at: this.#now + Math.max(ms, 0), end };
      this.#sleepers.push(sleeper);
      signal.addEventListener('abort', end, { once: true });
      if (signal.aborted) end();
    });
  }

  /** How many wait at the moment. */
  get sleeping(): number {
    return this.#sleepers.length;
  }

  /** The machine sleeps or is busy: time goes by, and nobody is woken before the next `advance`. */
  sleepIn(ms: number): void {
    this.#now += ms;
  }

  async advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    await settle();
    for (let next = this.#findNext(until); next !== undefined; next = this.#findNext(until)) {
      this.#now = Math.max(this.#now, next.at);
      next.end();
      await settle();
    }
    this.#now = until;
    await settle();
  }

  #findNext(until: number): Sleeper | undefined {
    return this.#sleepers.filter(({ at }) => at <= until).toSorted((one, other) => one.at - other.at)[0];
  }
}

/** Lets every promise run that can. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 20; round += 1) await Promise.resolve();
}
