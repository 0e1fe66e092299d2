/** Time and timers as the demo service uses them; tests give their own. */
export interface Timers {
  nowAt(): number;
  /** Runs once after that time; the answer cancels it. */
  after(delayMs: number, run: () => void): () => void;
}

/** The computer's clock. Its timers never keep the process alive by themselves. */
export const systemTimers: Timers = {
  nowAt: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

const HIGHEST_RATE = 1_000_000;

/** Whether a clock can go that many times as fast as the computer's. */
export function isClockRate(rate: number): boolean {
  return rate > 0 && rate <= HIGHEST_RATE;
}

/** Timers of a computer cannot wait for weeks. */
const LONGEST_WAIT_MS = 3_600_000;

interface Waiting {
  readonly dueAt: number;
  readonly run: () => void;
}

/**
 * The service's clock: the given one, moved forward by as much as was asked for, and as fast as was asked for. Its timers
 * run in the order of their time, however close together the clock's rate brings them: all stand in one line, with one
 * timer of the computer for the first.
 */
export class ServiceClock implements Timers {
  readonly #timers: Timers;
  /** By time, the one set first before others of the same time. */
  readonly #line: Waiting[] = [];
  #realAt: number;
  #serviceAt: number;
  #rate = 1;
  #cancel: () => void = () => undefined;

  constructor(timers: Timers) {
    this.#timers = timers;
    this.#realAt = timers.nowAt();
    this.#serviceAt = this.#realAt;
  }

  /** How many seconds of the service go by in one. */
  get rate(): number {
    return this.#rate;
  }

  /** How far it is ahead of the given clock now. */
  get aheadMs(): number {
    return this.nowAt() - this.#timers.nowAt();
  }

  nowAt(): number {
    return Math.round(this.#serviceAt + (this.#timers.nowAt() - this.#realAt) * this.#rate);
  }

  after(delayMs: number, run: () => void): () => void {
    const waiting = { dueAt: this.nowAt() + Math.max(0, delayMs), run };
    let at = this.#line.length;
    while (at > 0 && (this.#line[at - 1]?.dueAt ?? 0) > waiting.dueAt) at -= 1;
    this.#line.splice(at, 0, waiting);
    if (at === 0) this.#arm();
    return () => this.#drop(waiting);
  }

  /** Moves the clock forward. What falls due by it runs soon. */
  advance(byMs: number): void {
    this.#anchor();
    this.#serviceAt += Math.max(0, byMs);
    this.#arm();
  }

  /** Lets it run faster or slower from now on, timers that wait included. */
  setRate(rate: number): void {
    this.#anchor();
    this.#rate = rate;
    this.#arm();
  }

  #anchor(): void {
    this.#serviceAt = this.nowAt();
    this.#realAt = this.#timers.nowAt();
  }

  #drop(waiting: Waiting): void {
    const at = this.#line.indexOf(waiting);
    if (at < 0) return;
    this.#line.splice(at, 1);
    if (at === 0) this.#arm();
  }

  #arm(): void {
    this.#cancel();
    this.#cancel = () => undefined;
    const [first] = this.#line;
    if (first === undefined) return;
    const waitMs = Math.ceil(Math.max(0, first.dueAt - this.nowAt()) / this.#rate);
    this.#cancel = this.#timers.after(Math.min(waitMs, LONGEST_WAIT_MS), () => this.#runDue());
  }

  #runDue(): void {
    try {
      for (let first = this.#line[0]; first !== undefined && first.dueAt <= this.nowAt(); first = this.#line[0]) {
        this.#line.shift();
        first.run();
      }
    } finally {
      this.#arm();
    }
  }
}
