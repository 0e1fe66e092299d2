/**
 * The part of a round trip that is always there: the length of the line and the least work of the service.
 *
 * Learned from the quickest exchange of the last one to two minutes, and only from as many as fill a whole second, so
 * that connections which were just being made do not count as the way. Three quarters of it are believed, and never
 * more than a quarter of a second: should the way become shorter all at once, no more than a dozen requests too many
 * can meet at the service, once; a 429 makes everything be learned anew.
 */
const TELLING_COUNT = 50;
const SPAN_MS = 60_000;
const BELIEVED = 0.75;
const LARGEST_CREDIT_MS = 250;

interface Span {
  readonly since: number;
  readonly count: number;
  readonly leastMs: number;
}

const NOTHING: Span = { since: Number.NEGATIVE_INFINITY, count: 0, leastMs: Number.POSITIVE_INFINITY };

export class RoundTrips {
  #before = NOTHING;
  #current = NOTHING;

  /** One exchange that was answered. */
  note(tookMs: number, now: number): void {
    this.#roll(now);
    const { since, count, leastMs } = this.#current;
    this.#current = { since, count: count + 1, leastMs: Math.min(leastMs, tookMs) };
  }

  /** By how much every exchange surely takes longer than its request took to arrive, in ms. */
  creditMs(now: number): number {
    this.#roll(now);
    if (this.#before.count + this.#current.count < TELLING_COUNT) return 0;
    const leastMs = Math.min(this.#before.leastMs, this.#current.leastMs);
    return Math.min(leastMs * BELIEVED, LARGEST_CREDIT_MS);
  }

  forget(): void {
    this.#before = NOTHING;
    this.#current = NOTHING;
  }

  #roll(now: number): void {
    const ageMs = now - this.#current.since;
    if (ageMs < SPAN_MS) return;
    this.#before = ageMs < 2 * SPAN_MS ? this.#current : NOTHING;
    this.#current = { ...NOTHING, since: now };
  }
}
