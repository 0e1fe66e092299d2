const WINDOW_MS = 1_000;

/** Counts requests in a sliding second. A refused request does not count. */
export class SlidingRate {
  #passedAt: number[] = [];

  /** Whether one more fits into the second that ends now; if so, it is counted. */
  admits(nowAt: number, perSecond: number): boolean {
    const fromAt = nowAt - WINDOW_MS;
    while ((this.#passedAt[0] ?? Infinity) <= fromAt) this.#passedAt.shift();
    if (this.#passedAt.length >= perSecond) return false;
    this.#passedAt.push(nowAt);
    return true;
  }
}
