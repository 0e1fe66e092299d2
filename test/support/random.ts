/** Chance that can be repeated: everything that a heavy suite throws dice for comes from one seed. */
import { randomInt } from 'node:crypto';
import process from 'node:process';
import { onTestFailed } from 'vitest';
import type { TestContext } from 'vitest';

const LARGEST = 2 ** 32;

/** Dice of one run; the same seed gives the same throws. */
export class Random {
  readonly seed: number;
  #state: number;

  constructor(seed: number) {
    this.seed = seed;
    this.#state = seed >>> 0;
  }

  /** From 0 up to but not 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    const mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    const twice = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61));
    return ((twice ^ (twice >>> 14)) >>> 0) / LARGEST;
  }

  /** A whole number from `least` to `most`, both possible. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** True in `percent` of a hundred cases. */
  happens(percent: number): boolean {
    return this.next() * 100 < percent;
  }

  pick<Value>(values: readonly Value[]): Value {
    const value = values[this.between(0, values.length - 1)];
    if (value === undefined) throw new Error('There is nothing to choose from');
    return value;
  }

  /** Dice of their own for a part of the run, so that how often it throws them does not move the others. */
  fork(): Random {
    return new Random(Math.floor(this.next() * LARGEST));
  }
}

/**
 * The dice of one test: a new seed each time, or the one in SWITCHBOARD_TEST_SEED. A failing test says which it was.
 * Call it inside the test; a test that runs beside others hands over its context.
 */
export function throwDice(context: Pick<TestContext, 'onTestFailed'> = { onTestFailed }): Random {
  const asked = process.env['SWITCHBOARD_TEST_SEED'];
  const seed = asked === undefined ? randomInt(1, 1_000_000_000) : Number(asked);
  if (!Number.isSafeInteger(seed)) throw new Error('SWITCHBOARD_TEST_SEED needs a whole number');
  context.onTestFailed(() => {
    process.stderr.write(`The same again: SWITCHBOARD_TEST_SEED=${String(seed)}\n`);
  });
  return new Random(seed);
}
