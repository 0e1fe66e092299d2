/** How a page that is too large comes together: which piece to ask for next, and whether it follows on what is here. */
import type { Page } from '#shared/domain/entities.ts';
import type { AskedPage } from './wire/page.ts';
import { readMember } from './wire/read.ts';

/** Rows that move while a page is read are followed so often. */
const MOST_STEPS_BACK = 12;
const FIRST_STEP_BACK = 4;

/** Rows as they were on the wire. `leftOut`: rows that are too large. */
export interface WholePage {
  readonly page: Page<unknown>;
  readonly leftOut: number;
}

/** A row that is here, and where it was; null: somewhere further above by now. */
interface Known {
  readonly place: number | null;
  readonly key: string;
}

interface Piece {
  readonly asked: AskedPage;
  readonly answer: Page<unknown>;
}

/** One page, as far as its pieces are here. */
export class Pieces {
  /** The most rows that fitted into an answer. */
  fitting: number;
  readonly #asked: AskedPage;
  readonly #start: number;
  readonly #rows = new Map<string, unknown>();
  /** Place in the collection, from 0, of the next row that is wanted. */
  #position: number;
  #limit: number;
  #skipped = 0;
  /** The last row that is here; null at the beginning. */
  #last: Known | null = null;
  /** Read, and not believed before the last row was seen once more. */
  #doubtful: Piece | null = null;
  #stepsBack = 0;
  #isEnd = false;
  /** A row was seen that the page has no room for. */
  #hasMore = false;
  #pageCount: number | null = null;

  constructor(asked: AskedPage, limit: number) {
    this.#asked = asked;
    this.#start = (asked.page - 1) * asked.limit;
    this.#position = this.#start;
    this.#limit = limit;
    this.fitting = limit;
  }

  get isOver(): boolean {
    return this.#doubtful === null && (this.#isEnd || this.#count >= this.#asked.limit);
  }

  plan(): AskedPage {
    const place = this.#last?.place ?? null;
    if (this.#doubtful !== null && place !== null) return { page: place + 1, limit: 1 };
    const isNext = place !== null && place === this.#position - 1;
    const joined = isNext ? planFarthest(this.#position - 1, this.#limit) : null;
    if (joined !== null && joined.page * joined.limit > this.#position) return joined;
    return { page: Math.floor(this.#position / this.#limit) + 1, limit: this.#limit };
  }

  /** It was too large: half of it is asked for next; a row that is too large alone is passed over. */
  shrink({ page, limit }: AskedPage): void {
    if (this.#doubtful !== null) {
      this.#stepBack();
    } else if (limit > 1) {
      this.#limit = Math.max(1, Math.floor(Math.min(limit, this.#limit) / 2));
      this.fitting = this.#limit;
    } else {
      this.#skipped += 1;
      this.#position = page;
      this.fitting = Math.max(1, Math.ceil(this.#asked.limit / 2));
    }
  }

  take(asked: AskedPage, answer: Page<unknown>): void {
    const keys = answer.items.map(toKey);
    const isProven = this.#last === null || keys.some((key) => this.#rows.has(key));
    const lastPlace = this.#last?.place ?? Infinity;
    const doubtful = this.#doubtful;
    if (doubtful !== null && keys[0] === this.#last?.key) this.#add(doubtful);
    else if (doubtful === null && (isProven || this.#stepsBack > MOST_STEPS_BACK)) this.#add({ asked, answer });
    else if (doubtful === null && (asked.page - 1) * asked.limit > lastPlace) this.#doubtful = { asked, answer };
    else this.#stepBack();
  }

  toWhole(): WholePage {
    const items = [...this.#rows.values()];
    return { page: { ...this.#asked, pageCount: this.#pageCount, items }, leftOut: this.#skipped };
  }

  get #count(): number {
    return this.#rows.size + this.#skipped;
  }

  #add({ asked, answer: { items, pageCount } }: Piece): void {
    this.#doubtful = null;
    const offset = (asked.page - 1) * asked.limit;
    for (const [index, row] of items.entries()) {
      const key = toKey(row);
      const place = offset + index;
      if (place < this.#start) continue;
      this.#hasMore = !this.#rows.has(key) && this.#count >= this.#asked.limit;
      if (this.#hasMore) break;
      this.#rows.set(key, row);
      this.#last = { place, key };
    }
    this.#position = Math.max(this.#position, offset + items.length);
    this.#isEnd = items.length === 0 || (pageCount === null ? items.length < asked.limit : asked.page >= pageCount);
    this.#pageCount = this.#toPageCount(asked, pageCount, offset + items.length);
    this.#limit = Math.min(this.#limit * 2, this.fitting);
  }

  /** Rows above went away meanwhile: what is next lies further above than it did. */
  #stepBack(): void {
    this.#doubtful = null;
    this.#stepsBack += 1;
    this.#position = Math.max(this.#start, this.#position - FIRST_STEP_BACK * 2 ** Math.min(this.#stepsBack, 5));
    if (this.#position === this.#start) this.#last = null;
    else if (this.#last !== null) this.#last = { ...this.#last, place: null };
  }

  /** How many pages of the limit that was asked for; one too many at most, where the last row was not seen. */
  #toPageCount(piece: AskedPage, pageCount: number | null, reached: number): number | null {
    if (pageCount === null) return null;
    const rows = this.#isEnd ? reached : pageCount * piece.limit;
    // Rows that are gone by now have taken the room of others.
    const least = this.#hasMore || !this.#isEnd ? this.#asked.page + 1 : 1;
    return Math.max(least, Math.ceil(rows / this.#asked.limit));
  }
}

/** The page of at most so many rows that holds the row at `start` and reaches farthest. */
function planFarthest(start: number, most: number): AskedPage {
  let best: AskedPage = { page: start + 1, limit: 1 };
  for (let limit = most; limit > 1; limit -= 1) {
    const page = Math.floor(start / limit) + 1;
    if (page * limit > best.page * best.limit) best = { page, limit };
  }
  return best;
}

/** Tells a row from others of its page: ids of messages are of two sequences. */
function toKey(row: unknown): string {
  const id = readMember(row, 'id');
  if (id === undefined) return JSON.stringify(row);
  return JSON.stringify([id, readMember(row, 'direction'), readMember(row, 'type')]);
}
