/**
 * How far the service's clock is ahead of this computer's, measured from the `Date` of its answers.
 *
 * - API-15 The header names a second, not an instant, and was written at some moment between question and answer. One
 *   answer is off by half a second and half of the way; the middle one of several is told, in whole seconds.
 */

/** A longer way says too little. */
const LONGEST_WAY_MS = 5_000;
/** So many answers are looked back at: a clock that was set is noticed once most of them are newer. */
const LOOKED_BACK_AT = 5;
const ENOUGH = 3;
const SECOND_MS = 1_000;

interface AnsweredAt {
  readonly headers: Readonly<Record<string, string>>;
  /** When the answer was whole, by the clock of this computer, epoch ms. */
  readonly receivedAt: number;
  /** From question to answer, by a clock that nobody sets. */
  readonly tookMs: number;
}

export class ClockSkew {
  readonly #samples: number[] = [];

  /** An answer came. One without a date, from a cache on the way, or after a long way says nothing. */
  note({ headers, receivedAt, tookMs }: AnsweredAt): void {
    const date = Date.parse(headers['date'] ?? '');
    const isStored = Number(headers['age'] ?? 0) > 0;
    if (Number.isNaN(date) || isStored || tookMs < 0 || tookMs > LONGEST_WAY_MS) return;
    this.#samples.push(date + SECOND_MS / 2 - (receivedAt - tookMs / 2));
    if (this.#samples.length > LOOKED_BACK_AT) this.#samples.shift();
  }

  /** Ms, in whole seconds; above zero where the service is ahead. Null before there were enough answers. */
  get ms(): number | null {
    if (this.#samples.length < ENOUGH) return null;
    const sorted = this.#samples.toSorted((a, b) => a - b);
    const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
    // Never "minus zero", which is another value to those who compare.
    return Math.round(middle / SECOND_MS) * SECOND_MS + 0;
  }
}
