const WINDOW_MS = 1_000;

/** Counts requests in a sliding second. A refused request does not count. */
export class SlidingRate {
  #passedAt: number[] = [];

  /** Whether one more fits into the second that ends now. */
  hasRoom(nowAt: number, perSecond: number): boolean {
    const fromAt = nowAt - WINDOW_MS;
    while ((this.#passedAt[0] ?? Infinity) <= fromAt) this.#passedAt.shift();
    return this.#passedAt.length < perSecond;
  }

  /** Counts one that passed. */
  count(nowAt: number): void {
    this.#passedAt.push(nowAt);
  }

  /** Whether one more fits into the second that ends now; if so, it is counted. */
  admits(nowAt: number, perSecond: number): boolean {
    const fits = this.hasRoom(nowAt, perSecond);
    if (fits) this.count(nowAt);
    return fits;
  }
}
