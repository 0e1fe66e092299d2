/**
 * Asks at once, and while much happens no oftener than every `pauseMs`: what happens in between is asked about at the end of
 * the pause.
 */
export class Paced {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStale = false;
  #isGone = false;
  readonly #ask: () => Promise<void>;
  readonly #pauseMs: number;

  constructor(ask: () => Promise<void>, pauseMs: number) {
    this.#ask = ask;
    this.#pauseMs = pauseMs;
  }

  /** Something happened. */
  readonly note = (): void => {
    if (this.#isGone) return;
    if (this.#timer !== undefined) this.#isStale = true;
    else this.#run();
  };

  #run(): void {
    this.#isStale = false;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#isStale) this.#run();
    }, this.#pauseMs);
    void this.#ask();
  }

  dispose(): void {
    this.#isGone = true;
    clearTimeout(this.#timer);
  }
}
