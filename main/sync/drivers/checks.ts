import { AppError } from '#shared/domain/app-error.ts';
import type { UpkeepTask } from '../core/upkeep.ts';

/** A person wants some tasks done now: which of them are still to be done, and what came of it. */
export class Check {
  readonly #wanted: Set<UpkeepTask>;
  readonly #outcome: PromiseWithResolvers<void> = Promise.withResolvers();
  #failure: AppError | null = null;

  constructor(tasks: readonly UpkeepTask[]) {
    this.#wanted = new Set(tasks);
    // Whoever wants to know asks for `done`; a failure that nobody asked about is no bug.
    this.#outcome.promise.catch(() => undefined);
  }

  /** Not done yet. */
  get wanted(): ReadonlySet<UpkeepTask> {
    return this.#wanted;
  }

  /** Resolves once each was done; rejects with the first refusal, then too only after all the others were done. */
  get done(): Promise<void> {
    return this.#outcome.promise;
  }

  get isOver(): boolean {
    return this.#wanted.size === 0;
  }

  settle(task: UpkeepTask, failure: AppError | null = null): void {
    if (!this.#wanted.delete(task)) return;
    this.#failure ??= failure;
    if (this.#wanted.size > 0) return;
    if (this.#failure === null) this.#outcome.resolve();
    else this.#outcome.reject(this.#failure);
  }

  /** Ends it before all was done. */
  abandon(reason: AppError | null): void {
    this.#wanted.clear();
    this.#outcome.reject(reason ?? new AppError({ code: 'cancelled', message: 'Sync has ended', outcome: 'refused' }));
  }
}
