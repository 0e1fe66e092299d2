/** Time that runs faster than it does: hours of waiting pass in seconds, for all parts of a scene alike. */
import type { ApiClock } from '#main/api/clock.ts';
import type { Timers } from '#main/demo/behaviour/clock.ts';
import { createClock } from '#main/platform/clock.ts';
import type { SendingClock } from '#main/sending/ports.ts';
import type { Random } from '#test/support/random.ts';

export class FastClock {
  readonly #factor: number;
  readonly #random: Random;
  readonly #startedAt = Date.now();
  readonly #real = createClock();

  constructor(factor: number, random: Random) {
    this.#factor = factor;
    this.#random = random;
  }

  /** Epoch ms of the quick time; never goes back. */
  now(): number {
    return Math.floor(this.#startedAt + (performance.now() - this.#origin) * this.#factor);
  }

  readonly #origin = performance.now();

  /** How long so much quick time really takes. */
  toRealMs(ms: number): number {
    return ms / this.#factor;
  }

  wait(ms: number, signal: AbortSignal): Promise<void> {
    return this.#real.wait(this.toRealMs(ms), signal);
  }

  toSendingClock(): SendingClock {
    return {
      now: () => this.now(),
      wait: (ms, signal) => this.wait(ms, signal),
      random: () => this.#random.next(),
    };
  }

  toApiClock(): ApiClock {
    const now = (): number => this.now();
    return { ...this.toSendingClock(), steadyNow: now, epochNow: now };
  }

  toTimers(): Timers {
    return {
      nowAt: () => this.now(),
      after: (delayMs, run) => {
        const timer = setTimeout(run, this.toRealMs(delayMs));
        return () => clearTimeout(timer);
      },
    };
  }
}
