/** What state classes need to keep questions that overlap in order. For work that must run in line, see `#shared/lib/serial.ts`. */

/**
 * One run at a time: calls that come while one is on its way are answered together by one more. Each resolves when a run
 * has ended that began after it was called.
 */
export function coalesced(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const start = (): Promise<void> => {
    running = run().finally(() => (running = null));
    return running;
  };
  const startNext = (): Promise<void> => {
    next = null;
    return start();
  };
  return () => {
    if (next !== null) return next;
    if (running === null) return start();
    next = running.then(startNext, startNext);
    return next;
  };
}

/** Tells the answer to the latest question from the answers to earlier ones. */
export class Latest {
  #asked = 0;

  /** A question begins; answers to earlier ones are stale from now on. Returns whether this is still the latest. */
  begin(): () => boolean {
    this.#asked += 1;
    return this.watch();
  }

  /** Like `begin` for what follows from the latest question and does not replace it. */
  watch(): () => boolean {
    const asked = this.#asked;
    return () => asked === this.#asked;
  }

  /** Makes every question on its way stale. */
  cancel(): void {
    this.#asked += 1;
  }
}

/** Runs at once, then at most every `pauseMs`: calls during the pause are answered by one run at its end. */
export class Throttle {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStale = false;
  #isDisposed = false;
  readonly #run: () => Promise<void>;
  readonly #pauseMs: number;

  constructor(run: () => Promise<void>, pauseMs: number) {
    this.#run = run;
    this.#pauseMs = pauseMs;
  }

  readonly call = (): void => {
    if (this.#isDisposed) return;
    if (this.#timer !== undefined) this.#isStale = true;
    else this.#start();
  };

  #start(): void {
    this.#isStale = false;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#isStale) this.#start();
    }, this.#pauseMs);
    void this.#run();
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
  }
}

/** Joins calls for the same key: while one runs, the others get its answer. */
export class InFlight<Key> {
  readonly #running = new Map<Key, Promise<void>>();

  run(key: Key, call: () => Promise<void>): Promise<void> {
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const started = call().finally(() => this.#running.delete(key));
    this.#running.set(key, started);
    return started;
  }
}
