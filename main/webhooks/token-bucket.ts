/** How much may come in: so much at once, and so much a second for good. Time is told by its caller. */
export class TokenBucket {
  readonly #perSecond: number;
  readonly #most: number;
  #tokens: number;
  #at: number;

  constructor({ perSecond, burst, at }: { readonly perSecond: number; readonly burst: number; readonly at: number }) {
    this.#perSecond = perSecond;
    this.#most = burst;
    this.#tokens = burst;
    this.#at = at;
  }

  /** Whether one more may come in. A clock that was set back gives nothing and takes nothing. */
  take(at: number): boolean {
    const passedMs = Math.max(0, at - this.#at);
    this.#at = at;
    this.#tokens = Math.min(this.#most, this.#tokens + (passedMs * this.#perSecond) / 1000);
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** For what turned out to be more than one, once it is in: paid off by who comes next, for a second at most. */
  charge(count: number): void {
    this.#tokens = Math.max(-this.#perSecond, this.#tokens - count);
  }
}
