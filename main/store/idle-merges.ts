/**
 * Puts the indexes of texts in order while nobody wants anything of the writer.
 *
 *   commits merge a little as they go (`commands/search.ts`); in a long first sync that is less than what piles up,
 *   and every search then looks into more pieces. What is left is done here, step by step, once it is quiet.
 */
import { mergeOnce, SEARCH_TABLES } from './commands/search.ts';
import type { WriteDb } from './open.ts';

/** Nothing was wanted for so long. */
const QUIET_MS = 1_000;
/** Between two steps: a step takes about 10 ms, so this is done with a quarter of one core. */
const PAUSE_MS = 30;

export class IdleMerges {
  readonly #cache: WriteDb;
  #timer: NodeJS.Timeout | null = null;

  constructor(cache: WriteDb) {
    this.#cache = cache;
  }

  /** Something was written: there may be something to merge once it is quiet. */
  wait(): void {
    this.stop();
    this.#timer = setTimeout(() => this.#step(), QUIET_MS);
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #step(): void {
    this.#timer = null;
    // What fails here, a full disk or a damaged file, fails with the next command too, and is told there.
    const isMore = attempt(() => SEARCH_TABLES.some((table) => mergeOnce(this.#cache, table))) ?? false;
    if (isMore) this.#timer = setTimeout(() => this.#step(), PAUSE_MS);
  }
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
