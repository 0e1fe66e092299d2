/**
 * Reading a whole collection, page by page, while rows come and go under the reader.
 *
 *   service   a b c d e f g h i j k …      any fixed order
 *   read      └─ position ─┘
 *   next page         └────────┘           begins a few rows inside what was read
 *
 * One answer is a snapshot: between a row of it that was read before and its last row, nothing can be missing. A page
 * without such a row may have skipped some, since rows before it went away: it is set aside, and a page nearer to the
 * beginning is asked for. `main/sync/core/walk.ts` rests on the same thought, for collections that it keeps.
 *
 * A service whose pages have one size, whatever is asked, can show no such overlap. There everything is read again until
 * a pass brings nothing new, three times at most.
 */
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { Page } from '#shared/domain/entities.ts';
import { toCancelled } from './errors.ts';
import type { PageQuery } from './endpoints/paging.ts';

export interface WalkOptions<T> {
  /** Rows per page to begin with, 1–100; what the service makes of it counts from then on. */
  readonly limit: number;
  /** What tells one row from all others, for as long as it exists. */
  readonly keyOf: (row: T) => string | number;
  readonly signal?: AbortSignal | undefined;
}

export type ReadPage<T> = (query: PageQuery) => Promise<Page<T>>;

const OVERLAP = 3;
const OVERLAP_GROWTH = 4;
const MOST_PASSES = 3;
/** So many answers in a row that bring nothing new lead nowhere. */
const MOST_IDLE = 16;
/** The same rows for so many different pages: the service has only one page, and gave it. */
const MOST_REPEATS = 3;
const MOST_PAGES = 20_000;

/** One answer as the walk sees it. */
interface Slice<T> {
  readonly rows: readonly T[];
  readonly number: number;
  readonly limit: number;
  /** Place of the first row in the whole collection, from 0. */
  readonly offset: number;
  /** Rows that the page has, readable or not. */
  readonly count: number;
  readonly isLast: boolean;
}

/**
 * Every row that exists from the first page to the last is given once, in the order of reading; rows that come or go
 * meanwhile may be among them. The order of the collection must not change under the walk.
 * @throws AppError of a page; `cancelled`; `bad-response` where the pages lead nowhere
 */
export async function* walkPages<T>(readPage: ReadPage<T>, options: WalkOptions<T>): AsyncGenerator<T, void, void> {
  const walk = new Walk<T>(options);
  for (let pages = 0; pages < MOST_PAGES && !walk.isOver; pages += 1) {
    if (options.signal?.aborted === true) throw toCancelled('A walk over pages', 'unknown', options.signal.reason);
    const asked = walk.planPage();
    yield* walk.take(asked, toSlice(asked, await orEmpty(asked, readPage(asked))));
  }
  if (!walk.isOver) throw toEndless();
}

class Walk<T> {
  isOver = false;
  readonly #keyOf: (row: T) => string | number;
  readonly #known = new Set<string | number>();
  /** The largest limit that the service honours. */
  #largest: number;
  /** Whether the service told its own limit before. */
  #isLimitKnown = false;
  /** Its pages have one size, whatever is asked; the next of them. */
  #isRigid = false;
  #nextNumber = 1;
  #pass = 1;
  #newInPass = 0;
  /** How many rows from the top were read without a gap. */
  #position = 0;
  #overlap = OVERLAP;
  #idle = 0;
  #lastKeys = '';
  #lastNumber = 0;
  #repeats = 1;

  constructor({ limit, keyOf }: WalkOptions<T>) {
    this.#largest = limit;
    this.#keyOf = keyOf;
  }

  planPage(): PageQuery {
    if (this.#isRigid) return { page: this.#nextNumber, limit: this.#largest };
    const isSteppingBack = this.#overlap > OVERLAP;
    for (const overlap of [this.#overlap, 1]) {
      const query = planOverlap(this.#position - overlap, this.#largest);
      if (isSteppingBack || query.page * query.limit > this.#position) return query;
    }
    // Small pages that all end here: none of them holds the last row that was read and the next one.
    this.#isRigid = true;
    this.#nextNumber = Math.floor(this.#position / this.#largest) + 1;
    return this.planPage();
  }

  /** Takes an answer; gives the rows of it that are new. */
  take(asked: PageQuery, slice: Slice<T>): readonly T[] {
    this.#learnLimit(asked, slice);
    const keys = slice.rows.map(this.#keyOf);
    if (this.#isRepeated(slice, keys)) {
      this.isOver = true;
      return [];
    }
    const isTouching = slice.offset === 0 || this.#isRigid || keys.some((key) => this.#known.has(key));
    const fresh = isTouching ? slice.rows.filter((_row, index) => this.#isNew(keys[index])) : [];
    this.#idle = fresh.length > 0 ? 0 : this.#idle + 1;
    if (this.#isRigid) this.#goOn(slice, fresh.length);
    else if (isTouching) this.#advance(slice);
    else this.#stepBack(slice);
    if (!this.isOver && !this.#isRigid && this.#idle >= MOST_IDLE) throw toEndless();
    return fresh;
  }

  #isNew(key: string | number | undefined): boolean {
    if (key === undefined || this.#known.has(key)) return false;
    this.#known.add(key);
    return true;
  }

  #learnLimit(asked: PageQuery, { limit }: Slice<T>): void {
    const isHonoured = limit === asked.limit;
    // It said before how much it gives, was asked for less, and did not give less.
    if (!isHonoured && this.#isLimitKnown && limit >= this.#largest) {
      this.#isRigid = true;
      this.#nextNumber = 1;
    }
    if (!isHonoured) this.#largest = limit;
    this.#isLimitKnown = true;
  }

  #advance(slice: Slice<T>): void {
    this.#position = slice.offset + slice.count;
    this.#overlap = OVERLAP;
    this.isOver = slice.isLast;
  }

  #stepBack(slice: Slice<T>): void {
    this.#position = Math.min(this.#position, slice.offset);
    this.#overlap *= OVERLAP_GROWTH;
  }

  #goOn(slice: Slice<T>, newCount: number): void {
    this.#newInPass += newCount;
    this.#nextNumber = slice.number + 1;
    if (!slice.isLast) return;
    this.isOver = this.#pass >= MOST_PASSES || (this.#pass > 1 && this.#newInPass === 0);
    this.#pass += 1;
    this.#newInPass = 0;
    this.#nextNumber = 1;
  }

  #isRepeated({ number, rows }: Slice<T>, keys: readonly (string | number)[]): boolean {
    const text = JSON.stringify(keys);
    const isSame = rows.length > 0 && text === this.#lastKeys && number !== this.#lastNumber;
    this.#repeats = isSame ? this.#repeats + 1 : 1;
    this.#lastKeys = text;
    this.#lastNumber = number;
    return this.#repeats >= MOST_REPEATS;
  }
}

/**
 * The page that holds the row at `start` and reaches farthest beyond it. Pages begin only at multiples of the limit, so
 * it is the limit that is chosen.
 */
function planOverlap(start: number, largest: number): PageQuery {
  let best: PageQuery = { page: 1, limit: largest };
  for (let limit = largest; start > 0 && limit > 1; limit -= 1) {
    const page = Math.floor(start / limit) + 1;
    if (page * limit > best.page * best.limit) best = { page, limit };
  }
  return best;
}

/** What the service echoes counts, where it echoes anything. */
function toSlice<T>(asked: PageQuery, page: Page<T>): Slice<T> {
  const limit = page.limit > 0 ? page.limit : asked.limit;
  const number = page.page > 0 ? page.page : asked.page;
  const count = page.items.length + (page.leftOut ?? 0);
  const isLast = page.pageCount === null ? count < limit : number >= page.pageCount;
  return { rows: page.items, number, limit, offset: (number - 1) * limit, count, isLast: isLast || count === 0 };
}

/** Some services say 404 beyond their last page. */
async function orEmpty<T>(asked: PageQuery, reading: Promise<Page<T>>): Promise<Page<T>> {
  try {
    return await reading;
  } catch (error) {
    if (asked.page === 1 || !isAppError(error, 'not-found')) throw error;
    return { ...asked, pageCount: null, items: [] };
  }
}

function toEndless(): AppError {
  return new AppError({ code: 'bad-response', message: 'The pages of a collection lead nowhere', outcome: 'unknown' });
}
