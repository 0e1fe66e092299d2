import { isAppError } from '#shared/domain/app-error.ts';
import type { SyncContext } from './context.ts';
import type { Letters } from './letters.ts';
import type { MessageSweep } from './message-sweep.ts';
import type { Readers } from './readers.ts';
import { together } from './together.ts';

/** Who asks within this time of another gets the same answer. */
const SHARED_MS = 1_000;

export interface CheckParts {
  readonly context: SyncContext;
  readonly readers: Readers;
  readonly sweeps: readonly MessageSweep[];
  readonly letters: Letters;
  /** Everything new. */
  readonly readNews: () => Promise<unknown>;
  /** Every collection besides the messages. */
  readonly readCollections: () => Promise<void>;
  /** Resolves once the first reading is over. */
  readonly whenOpened: () => Promise<void>;
}

/** Compares everything with the service because a person asked. */
export class FullCheck {
  readonly #parts: CheckParts;
  #running: { readonly startedAt: number; readonly done: Promise<void> } | null = null;
  #following: Promise<void> | null = null;

  constructor(parts: CheckParts) {
    this.#parts = parts;
  }

  /** Resolves when a check is over that began no more than a second before this call. Rejects with `AppError`. */
  run(): Promise<void> {
    const running = this.#running;
    if (running === null) return this.#begin();
    const ageMs = this.#parts.context.clock.now() - running.startedAt;
    if (ageMs >= 0 && ageMs < SHARED_MS) return running.done;
    const again = (): Promise<void> => this.#begin();
    this.#following ??= running.done.then(again, again);
    return this.#following;
  }

  #begin(): Promise<void> {
    this.#following = null;
    const done = this.#checkSafely();
    this.#running = { startedAt: this.#parts.context.clock.now(), done };
    return done;
  }

  async #checkSafely(): Promise<void> {
    const { context, whenOpened } = this.#parts;
    try {
      // Says at once where the service cannot be asked: a person waits.
      await context.link.readAccount();
      await whenOpened();
      context.board.apply({ kind: 'checking', isChecking: true });
      await this.#check();
    } catch (error) {
      if (isAppError(error)) context.link.note(error);
      throw error;
    } finally {
      this.#running = null;
      context.board.apply({ kind: 'checking', isChecking: false });
    }
  }

  async #check(): Promise<void> {
    const { context, readers, sweeps, letters, readNews, readCollections } = this.#parts;
    context.source.forgetAbsences();
    for (const feed of [readers.outbound, readers.inbound]) feed.forgetAbsence();
    await readNews();
    const total = await context.store.countMessages({});
    const counts = sweeps.map(() => 0);
    const show = (): void => {
      const done = counts.reduce((sum, count) => sum + count, 0);
      context.board.apply({ kind: 'progressed', phase: 'check', done, total: Math.max(done, total) });
    };
    show();
    const sweepAll = sweeps.map((sweep, index) =>
      sweep.runNow((count) => {
        counts[index] = count;
        show();
      }),
    );
    await together([readCollections(), ...sweepAll, letters.runNow()]);
    await readers.doubts.settleAll();
    await readers.unread.compare();
  }
}
