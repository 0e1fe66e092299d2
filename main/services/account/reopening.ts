/**
 * A thread of the store has ended, whatever the reason: the account is closed to its end and opened again, which starts
 * everything from what is on the disk. Where that happens again and again the account stays closed, and a person is told.
 */
import { createEnded, DiskFailure, findDiskKind } from '#main/store/errors.ts';
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import { openAgain } from './account-files.ts';
import type { Opened } from './opening.ts';
import type { SessionParts } from './session-parts.ts';

/** So many ends … */
const MOST_ENDS = 3;
/** … within this time are no accident. */
const WITHIN_MS = 60_000;

/** Reopens accounts, and remembers how often. */
export class Reopening {
  readonly #parts: SessionParts;
  readonly #endedAt = new Map<string, readonly number[]>();

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /** A thread of the account in that folder has ended. Rejects with what keeps the account from being opened again. */
  async ended(folder: string): Promise<void> {
    const { slot, turns } = this.#parts;
    const open = slot.current;
    if (open?.folder !== folder) return;
    slot.reopening = open;
    this.#note(folder);
    await turns.run(async () => {
      try {
        if (slot.current === open) await this.#reopen(open);
      } finally {
        if (slot.reopening === open) slot.reopening = null;
      }
    });
  }

  async #reopen(open: Opened): Promise<void> {
    const { ending, needs, slot, teller, notes } = this.#parts;
    const { signal } = ending;
    try {
      while (!this.#isUnsteady(open.folder) && !signal.aborted) {
        needs.log.info('session.reopens');
        if (await this.#tryToOpen(open)) return;
      }
      if (!signal.aborted) throw toUnsteady();
    } catch (error) {
      await slot.close();
      slot.reopening = null;
      if (isAppError(error)) notes.noteNotOpened(error);
      await teller.tell();
      throw error;
    }
  }

  /** False where a thread ended once more while it opened. */
  async #tryToOpen(open: Opened): Promise<boolean> {
    try {
      await openAgain(this.#parts, open);
      return true;
    } catch (error) {
      if (findDiskKind(error) !== 'ended') throw error;
      this.#parts.needs.log.error('store.threadEnded', error);
      this.#note(open.folder);
      return false;
    }
  }

  #note(folder: string): void {
    const now = this.#parts.needs.now();
    const before = this.#endedAt.get(folder) ?? [];
    this.#endedAt.set(folder, [...before.filter((at) => now - at < WITHIN_MS), now]);
  }

  #isUnsteady(folder: string): boolean {
    return (this.#endedAt.get(folder) ?? []).length >= MOST_ENDS;
  }
}

/** What is asked meanwhile is not done, and can be asked again in a moment. */
export function toReopening(): AppError {
  return createEnded('The account is just being opened again', undefined, 'not-accepted');
}

function toUnsteady(): AppError {
  const message = `The store has ended ${MOST_ENDS} times within a minute`;
  return new AppError({ code: 'disk', message, cause: new DiskFailure('unsteady', message) });
}
