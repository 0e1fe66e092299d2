/** The moments in which nothing is under way and nothing can leave: who waits for one is told of the next. */
export class Stillness {
  readonly #waiters = new Set<() => void>();
  #isEnded = false;

  /** Resolves at the next such moment, or at the end of the app. */
  wait(): Promise<void> {
    if (this.#isEnded) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.add(resolve));
  }

  reach(): void {
    for (const resolve of this.#waiters) resolve();
    this.#waiters.clear();
  }

  end(): void {
    this.#isEnded = true;
    this.reach();
  }
}
