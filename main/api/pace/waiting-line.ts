import type { AppError } from '#shared/domain/app-error.ts';

/** Who waits for a call. */
export type CallPriority = 'user' | 'sending' | 'sync' | 'backfill';

const RANKS: readonly CallPriority[] = ['user', 'sending', 'sync', 'backfill'];

/** Somebody who waits for a turn. */
export interface Waiter<Turn> {
  readonly priority: CallPriority;
  readonly deadlineAt: number;
  readonly resolve: (turn: Turn) => void;
  readonly reject: (error: AppError) => void;
}

/** Those who wait, by priority and then by arrival. */
export class WaitingLine<W extends Waiter<never>> {
  #waiters: W[] = [];

  get waiters(): readonly W[] {
    return this.#waiters;
  }

  add(waiter: W): void {
    const rank = RANKS.indexOf(waiter.priority);
    const index = this.#waiters.findIndex((other) => RANKS.indexOf(other.priority) > rank);
    this.#waiters.splice(index === -1 ? this.#waiters.length : index, 0, waiter);
  }

  remove(waiter: W): void {
    this.#waiters = this.#waiters.filter((other) => other !== waiter);
  }

  /** Takes out and returns those whose deadline is not after `at`. */
  takeLate(at: number): readonly W[] {
    const late = this.#waiters.filter(({ deadlineAt }) => deadlineAt <= at);
    if (late.length > 0) this.#waiters = this.#waiters.filter(({ deadlineAt }) => deadlineAt > at);
    return late;
  }
}
