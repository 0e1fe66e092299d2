/**
 * Virtual time for the service and the app. Setting the clock of this computer changes what the app reads as the time,
 * not how long its waits take.
 */
import type { ApiClock } from '#main/api/clock.ts';
import type { Timers } from '#main/demo/behaviour/clock.ts';
import type { SyncClock } from '#main/sync/ports.ts';
import type { Random } from '#test/support/random.ts';

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

export class VirtualClock {
  readonly #random: Random;
  #now: number;
  #setBy = 0;
  #timers: Timer[] = [];
  #held = 0;

  constructor(now: number, random: Random) {
    this.#now = now;
    this.#random = random;
  }

  /** The time of the service, epoch ms. */
  trueNow(): number {
    return Math.floor(this.#now);
  }

  /** The time that this computer shows, epoch ms. */
  now(): number {
    return Math.floor(this.#now + this.#setBy);
  }

  /** Sets this computer's clock forward, or back by a negative value. */
  setBy(ms: number): void {
    this.#setBy += ms;
  }

  /** Sets this computer's clock to the true time. */
  setRight(): void {
    this.#setBy = 0;
  }

  after(delayMs: number, run: () => void): () => void {
    const timer = { at: this.#now + Math.max(0, delayMs), run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const end = (): void => {
        cancel();
        signal.removeEventListener('abort', end);
        resolve();
      };
      const cancel = this.after(ms, end);
      signal.addEventListener('abort', end, { once: true });
    });
  }

  /** The computer sleeps: time passes and no timer runs. */
  sleep(ms: number): void {
    this.#now += ms;
  }

  /** Stops virtual time for work that takes real time, until the returned function is called. */
  hold(): () => void {
    this.#held += 1;
    return () => {
      this.#held -= 1;
    };
  }

  /** Advances time, runs each timer when it is due and waits for the work that follows from it. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    await this.#settle();
    for (let timer = this.#next(end); timer !== undefined; timer = this.#next(end)) {
      const due = timer;
      this.#now = Math.max(this.#now, due.at);
      this.#timers = this.#timers.filter((other) => other !== due);
      due.run();
      await this.#settle();
    }
    this.#now = Math.max(this.#now, end);
  }

  /** Advances time until the work is done; rejects when that takes longer than `longestMs`. */
  async passUntil<Output>(work: Promise<Output>, longestMs: number): Promise<Output> {
    const state = { isOver: false };
    const tracked = work.finally(() => {
      state.isOver = true;
    });
    tracked.catch(() => undefined);
    const latest = this.#now + longestMs;
    await this.#settle();
    while (!state.isOver && this.#now < latest) await this.pass(250);
    if (!state.isOver) throw new Error(`Not over after ${String(longestMs / 1_000)} s of virtual time`);
    return tracked;
  }

  toTimers(): Timers {
    return { nowAt: () => this.trueNow(), after: (ms, run) => this.after(ms, run) };
  }

  toSyncClock(): SyncClock {
    return {
      now: () => this.now(),
      wait: (ms, signal) => this.wait(ms, signal),
      random: () => this.#random.next(),
    };
  }

  toApiClock(): ApiClock {
    return { ...this.toSyncClock(), steadyNow: () => this.#now, epochNow: () => this.now() };
  }

  #next(end: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers)
      if (timer.at <= end && (first === undefined || timer.at < first.at)) first = timer;
    return first;
  }

  /** Resolves when nothing more happens without time passing. */
  async #settle(): Promise<void> {
    for (let idle = 0; idle < 3; idle = this.#held > 0 ? 0 : idle + 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
