/**
 * Time that passes only when it is let pass, for the service and for this computer, whose own clock may be set: its
 * waits take as long as they would have taken, only what it shows jumps.
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

  /** True time, epoch ms: the service's. */
  trueNow(): number {
    return Math.floor(this.#now);
  }

  /** What this computer shows. */
  now(): number {
    return Math.floor(this.#now + this.#setBy);
  }

  /** Somebody sets this computer's clock. */
  setBy(ms: number): void {
    this.#setBy += ms;
  }

  /** Sets it right again. */
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

  /** The computer sleeps: true time goes on, and nothing of this computer runs before it wakes. */
  sleep(ms: number): void {
    this.#now += ms;
  }

  /** Something works that takes no virtual time: until it is released, none passes. */
  hold(): () => void {
    this.#held += 1;
    return () => {
      this.#held -= 1;
    };
  }

  /** Lets time pass, each timer at its instant, everything that can go on in between going on. */
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

  /** Lets time pass until the work is over; rejects where that takes longer than `longestMs`. */
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

  /** Resolves once everything that can go on without time passing has gone on. */
  async #settle(): Promise<void> {
    for (let idle = 0; idle < 3; idle = this.#held > 0 ? 0 : idle + 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
