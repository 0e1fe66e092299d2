/**
 * A page whose answer is larger than allowed, read in smaller pages and put together again: who asked gets the page that
 * was asked for, so that no page number means anything else.
 *
 *   asked     [ a b c d e f g h ]           too large
 *   pieces    [ a b c d ]                   each begins with a row of the one before: so none is skipped when rows above
 *                   [ d e f ]               go away meanwhile. Where page numbers allow no such piece, the last row is
 *                       [ f g h ]           looked at once more. What does not fit is read again from further above.
 *
 * A row that is too large by itself is left out, counted, and told in the log; it ends no walk.
 */
import { isAppError } from '#shared/domain/app-error.ts';
import type { Page } from '#shared/domain/entities.ts';
import { isTooLarge } from './network/network-failure.ts';
import { Pieces } from './pieces.ts';
import type { WholePage } from './pieces.ts';
import type { AskedPage } from './wire/page.ts';

/** An answer was larger than allowed. `page` and `limit` as asked; a limit of 1: that row is left out. */
export interface TooLarge {
  readonly row: string;
  readonly page: number;
  readonly limit: number;
}

/** Which page of what: `path` tells apart what may have rows of other sizes. */
export interface LargePage {
  readonly row: string;
  readonly path: string;
  readonly asked: AskedPage;
}

type ReadPiece = (asked: AskedPage) => Promise<Page<unknown>>;

/** So many pages are read in pieces at once before the whole is tried again. */
const MOST_USES = 20;
/** Of so many paths it is known how large a page may be. */
const MOST_PATHS = 200;

interface Size {
  readonly limit: number;
  uses: number;
}

export class SmallerPages {
  readonly #onTooLarge: (what: TooLarge) => void;
  /** By path, how many rows fitted into an answer. */
  readonly #sizes = new Map<string, Size>();

  constructor(onTooLarge: (what: TooLarge) => void) {
    this.#onTooLarge = onTooLarge;
  }

  /** Whether pages of that size were too large lately: they need not be asked for. */
  isKnown({ path, asked }: LargePage): boolean {
    const size = this.#sizes.get(path);
    if (size === undefined) return false;
    size.uses += 1;
    if (size.uses > MOST_USES) this.#sizes.delete(path);
    return size.limit < asked.limit;
  }

  /** @throws AppError of a piece */
  async read(large: LargePage, readPiece: ReadPiece): Promise<WholePage> {
    const most = Math.max(1, Math.ceil(large.asked.limit / 2));
    const pieces = new Pieces(large.asked, Math.min(this.#sizes.get(large.path)?.limit ?? most, most));
    while (!pieces.isOver) {
      const asked = pieces.plan();
      const answer = await this.#readPiece(large, asked, readPiece);
      if (answer === null) {
        pieces.shrink(asked);
        // Also where a later piece fails: the next reading need not find out again.
        this.#note(large.path, pieces.fitting);
      }
      // It takes another limit for its own: what it echoes counts, as everywhere.
      else if (answer.limit !== asked.limit) return { page: answer, leftOut: 0 };
      else pieces.take(asked, answer);
    }
    this.#note(large.path, pieces.fitting);
    return pieces.toWhole();
  }

  /**
   * The beginning of a page that is asked for by what it comes after (`lastId`): who reads on from its last row misses none.
   * @throws AppError of a piece, also where its first row alone is too large: nothing tells what comes after that one
   */
  async readBeginning(large: LargePage, readPiece: ReadPiece): Promise<WholePage> {
    const known = this.#sizes.get(large.path)?.limit ?? Infinity;
    for (let limit = Math.min(known, Math.ceil(large.asked.limit / 2)); ; limit = Math.floor(limit / 2)) {
      const asked = { page: 1, limit };
      const page = limit === 1 ? await readPiece(asked) : await this.#readPiece(large, asked, readPiece);
      if (page === null) continue;
      this.#note(large.path, limit);
      return { page, leftOut: 0 };
    }
  }

  /** Null: too large. */
  async #readPiece(large: LargePage, asked: AskedPage, readPiece: ReadPiece): Promise<Page<unknown> | null> {
    try {
      return await readPiece(asked);
    } catch (error) {
      if (isTooLarge(error)) {
        this.#onTooLarge({ row: large.row, ...asked });
        return null;
      }
      // Some services say 404 beyond their last page.
      if (asked.page === 1 || !isAppError(error, 'not-found')) throw error;
      return { ...asked, pageCount: null, items: [] };
    }
  }

  #note(path: string, limit: number): void {
    const known = this.#sizes.get(path);
    if (known?.limit !== limit) this.#sizes.set(path, { limit, uses: 0 });
    const [oldest] = this.#sizes.keys();
    if (this.#sizes.size > MOST_PATHS && oldest !== undefined) this.#sizes.delete(oldest);
  }
}
