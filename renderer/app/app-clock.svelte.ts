const TICK_MS = 1_000;
/** How far `now` may lie behind: lists look at it, and need not be looked through every second. */
const STEP_MS = 5_000;

/** The time as the screen knows it: moves in steps, so that ages and "Today" change without anybody asking. */
export class AppClock {
  #now: number;
  #seconds: number;
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(readNow: () => number = Date.now) {
    this.#now = $state(readNow());
    this.#seconds = $state(readNow());
    this.#timer = setInterval(() => {
      this.#seconds = readNow();
      if (Math.abs(this.#seconds - this.#now) >= STEP_MS) this.#now = this.#seconds;
    }, TICK_MS);
  }

  /** Epoch ms, at most 5 s behind. */
  get now(): number {
    return this.#now;
  }

  /** Epoch ms, at most 1 s behind: for what counts down. */
  get seconds(): number {
    return this.#seconds;
  }

  dispose(): void {
    clearInterval(this.#timer);
  }
}
