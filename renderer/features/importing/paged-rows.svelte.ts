import type { ContractError, Reply } from '#shared/contract/index.ts';
import { coalesced, Latest } from '#renderer/lib/async.ts';

/** Rows of one answer; main gives at most so many. */
export const PAGE_ROWS = 200;
/** Pages outside of what is visible that are kept. */
const KEPT_PAGES = 6;

export interface PagedRowsOptions<Row> {
  /** Rows from a place on, and how many there are in all; null where there is nothing to ask for now. */
  readonly ask: (
    start: number,
    limit: number,
  ) => Promise<Reply<{ readonly count: number; readonly rows: readonly Row[] }>> | null;
}

interface LoadedPage<Row> {
  readonly rows: readonly Row[];
  /** Which round of changes it was read after. */
  readonly round: number;
}

/**
 * Rows that are known by their place, read in pages as they come into view: any number of them. After `refresh` what is
 * shown is read again, and stays until it is.
 */
export class PagedRows<Row> {
  #count = $state<number | null>(null);
  #pages = $state.raw<Pages<Row>>(toPages([]));
  #problem = $state.raw<ContractError | null>(null);
  #seen = { first: 0, last: 0 };
  #round = 0;
  readonly #latest = new Latest();
  readonly #ask: PagedRowsOptions<Row>['ask'];
  readonly #load: () => Promise<void>;

  constructor({ ask }: PagedRowsOptions<Row>) {
    this.#ask = ask;
    this.#load = coalesced(() => this.#loadSeen());
  }

  /** Null until main answered. */
  get count(): number | null {
    return this.#count;
  }
  /** Why the last answer did not come; what is shown is older then. */
  get problem(): ContractError | null {
    return this.#problem;
  }

  /** Null where it is not loaded. */
  find(index: number): Row | null {
    return this.#pages.get(Math.floor(index / PAGE_ROWS))?.rows[index % PAGE_ROWS] ?? null;
  }

  /** A newer row came otherwise, in place of all for which `isSame`. */
  replace(row: Row, isSame: (other: Row) => boolean): void {
    const pages = [...this.#pages].map(
      ([index, page]) =>
        [
          index,
          page.rows.some(isSame) ? { ...page, rows: page.rows.map((one) => (isSame(one) ? row : one)) } : page,
        ] as const,
    );
    this.#pages = toPages(pages);
  }

  setVisible(first: number, last: number): void {
    this.#seen = { first, last };
    void this.#load();
  }

  /** What was read may be old. */
  refresh(): Promise<void> {
    this.#round += 1;
    return this.#load();
  }

  /** Other rows are meant: nothing of these stays, and answers on their way are dropped. */
  clear(): void {
    this.#latest.cancel();
    this.#count = null;
    this.#pages = toPages([]);
    this.#problem = null;
    this.#seen = { first: 0, last: 0 };
  }

  dispose(): void {
    this.#latest.cancel();
  }

  /** Until everything that is visible is here, or main does not answer. */
  async #loadSeen(): Promise<void> {
    for (let page = this.#findMissing(); page !== null; page = this.#findMissing()) {
      const isLatest = this.#latest.begin();
      const round = this.#round;
      const reply = await this.#ask(page * PAGE_ROWS, PAGE_ROWS);
      if (reply === null) return;
      // Other rows are meant by now: those are asked for next.
      if (!isLatest()) continue;
      this.#problem = reply.ok ? null : reply.error;
      if (!reply.ok) return;
      this.#count = reply.value.count;
      this.#keep(page, { rows: reply.value.rows, round });
    }
  }

  #findMissing(): number | null {
    const last = this.#count === null ? 0 : Math.max(0, this.#count - 1);
    const pages = [this.#seen.first, this.#seen.last].map((index) => Math.floor(Math.min(index, last) / PAGE_ROWS));
    const [from = 0, to = 0] = pages;
    for (let page = from; page <= to; page += 1) {
      if ((this.#pages.get(page)?.round ?? -1) < this.#round) return page;
    }
    return null;
  }

  #keep(index: number, page: LoadedPage<Row>): void {
    const near = (other: number): boolean => Math.abs(other - index) <= KEPT_PAGES;
    this.#pages = toPages([...[...this.#pages].filter(([other]) => near(other)), [index, page]]);
  }
}

type Pages<Row> = ReadonlyMap<number, LoadedPage<Row>>;

function toPages<Row>(pages: readonly (readonly [number, LoadedPage<Row>])[]): Pages<Row> {
  return new Map(pages);
}
