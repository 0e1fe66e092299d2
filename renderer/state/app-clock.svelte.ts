/** How often what is shown as an age is looked at again. */
const TICK_MS = 5_000;

/** The time as the screen knows it: moves in steps, so that ages and "Today" change without anybody asking. */
export class AppClock {
  #now: number;
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(readNow: () => number = Date.now) {
    this.#now = $state(readNow());
    this.#timer = setInterval(() => {
      this.#now = readNow();
    }, TICK_MS);
  }

  /** Epoch ms, at most one step behind. */
  get now(): number {
    return this.#now;
  }

  dispose(): void {
    clearInterval(this.#timer);
  }
}
