/** Writes about very many ids, made in several requests. */
import { AppError, isAppError } from '#shared/domain/app-error.ts';

/** Ids of one request: a body of about 4 kB, and work that a service does well within the time that a write has. */
export const PORTION_IDS = 500;

/** A write in portions that failed on the way: code and outcome are those of the portion that failed. */
export class PartlyDoneError extends AppError {
  /** So many ids, counted from the first without repeats, were dealt with before. */
  readonly doneCount: number;

  constructor(error: AppError, doneCount: number, count: number) {
    const { code, retryable, status, outcome, common, fields, retryAfterMs } = error;
    const message = `${error.message} (${doneCount} of ${count} were done before)`;
    super({ code, message, cause: error, retryable, status, outcome, common, fields, retryAfterMs });
    this.name = 'PartlyDoneError';
    this.doneCount = doneCount;
  }
}

/**
 * Calls `write` for each portion of the ids, one after the other, each id once. No ids: nothing is asked.
 * @throws what `write` throws for the first portion; `PartlyDoneError` for a later one
 */
export async function writePortions<Id>(
  ids: readonly Id[],
  write: (portion: readonly Id[]) => Promise<unknown>,
): Promise<void> {
  const all = [...new Set(ids)];
  for (let done = 0; done < all.length; done += PORTION_IDS) {
    try {
      await write(all.slice(done, done + PORTION_IDS));
    } catch (error) {
      if (done === 0 || !isAppError(error)) throw error;
      throw new PartlyDoneError(error, done, all.length);
    }
  }
}
