/** Writes about very many ids, made in several requests. */
import { AppError, isAppError } from '#shared/domain/app-error.ts';

/** Ids of one request: a body of about 4 kB, and work that a service does well within the time that a write has. */
export const PORTION_IDS = 500;

/**
 * What a write about many things is about: those with these ids, under a name that says what they are (`chatIds`), each
 * once, or all that there are. No ids ask nothing: some services would read that as all.
 */
export type Chosen<Name extends string, Id extends number = number> =
  | (Readonly<Record<Name, readonly Id[]>> & { readonly all?: never })
  | (Readonly<Partial<Record<Name, never>>> & { readonly all: true });

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

/** How a write goes about the portions of its ids. */
export interface Portioning {
  /**
   * For removals whose 404 says that nothing of a portion is there (any more): what was wanted holds for that portion,
   * and the others are still to be made. The 404 comes out where it is the answer to all of them.
   */
  readonly passesMissing?: boolean;
}

/**
 * Calls `write` for each portion of the ids, one after the other, each id once. No ids: nothing is asked.
 * @throws what `write` throws for the first portion; `PartlyDoneError` for a later one
 */
export async function writePortions<Id>(
  ids: readonly Id[],
  write: (portion: readonly Id[]) => Promise<unknown>,
  { passesMissing = false }: Portioning = {},
): Promise<void> {
  const all = [...new Set(ids)];
  let missing: AppError | undefined;
  let isAnyWritten = false;
  for (let done = 0; done < all.length; done += PORTION_IDS) {
    try {
      await write(all.slice(done, done + PORTION_IDS));
      isAnyWritten = true;
    } catch (error) {
      if (!isAppError(error)) throw error;
      if (!passesMissing || error.status !== 404)
        throw done === 0 ? error : new PartlyDoneError(error, done, all.length);
      missing ??= error;
    }
  }
  if (missing !== undefined && !isAnyWritten) throw missing;
}
