import type {
  LedgerPage,
  LedgerRow,
  ContractError,
  LedgerFilter,
  LedgerTotals,
  Reply,
  RequestOutput,
  SwitchboardBridge,
} from '#shared/contract/index.ts';
import { EVERYTHING, isSameQuestion, type LedgerQuestion } from './ledger-filter.ts';
import { Latest, Throttle } from '#renderer/lib/async.ts';

/** Where a row stands: by time, and by id where two were written at once. */
export type LedgerPlace = Pick<LedgerRow, 'createdAt' | 'sendId'>;

/** Whether `row` stands below `place`. */
export function isBelow(row: LedgerPlace, place: LedgerPlace): boolean {
  return row.createdAt < place.createdAt || (row.createdAt === place.createdAt && row.sendId < place.sendId);
}

/**
 * The rows after a page was read again: between `before` (null: the top) and where the page ends they are as it says, so what
 * no longer fits is gone and what is new stands in its place.
 */
export function mergeLedgerPage(
  rows: readonly LedgerRow[],
  before: LedgerPlace | null,
  { rows: read, older }: LedgerPage,
): readonly LedgerRow[] {
  const above = before === null ? [] : rows.filter((row) => !isBelow(row, before));
  const below = older === null ? [] : rows.filter((row) => isBelow(row, older));
  return [...above, ...read, ...below];
}

/** How many rows stand above the one that was the first. */
export function countAbove(rows: readonly LedgerRow[], first: LedgerRow | undefined): number {
  return first === undefined ? 0 : rows.filter((row) => isBelow(first, row)).length;
}

export const PAGE_ROWS = 100;
const MAX_ROWS = 200;
/** Rows below the visible ones that are asked for before anybody gets there. */
const AHEAD_ROWS = 30;
/** So many pages of news are put above what is here; more than that, and it is read anew. */
const MAX_NEW_PAGES = 5;
const PAUSE_MS = 1_000;

/**
 * The ledger as far as the user scrolled, newest first; made and disposed by its section. While something else is asked for,
 * what is here stays. Rows on screen are read again when texts change; the others once they come on screen.
 */
export class LedgerList {
  #question = $state.raw<LedgerQuestion>(EVERYTHING);
  #answered = $state.raw<LedgerQuestion>(EVERYTHING);
  #rows = $state.raw<readonly LedgerRow[]>([]);
  #totals = $state.raw<LedgerTotals | null>(null);
  #older = $state.raw<LedgerPlace | null>(null);
  #status = $state<'loading' | 'ready' | 'failed'>('loading');
  #problem = $state.raw<ContractError | null>(null);
  #isAsking = $state(false);
  #isLoadingOlder = $state(false);
  #olderProblem = $state.raw<ContractError | null>(null);
  #hasGrownAbove = $state(false);
  #isExporting = $state(false);
  #seen = { first: 0, last: 0 };
  /** Counts what happened; a row is stale that was told before the last of it. */
  #changes = 0;
  readonly #told = new WeakMap<LedgerRow, number>();
  readonly #latest = new Latest();
  readonly #bridge: SwitchboardBridge;
  readonly #toFilter: (question: LedgerQuestion) => LedgerFilter;
  readonly #throttle: Throttle;
  readonly #undo: readonly (() => void)[];

  /** `toFilter` knows the days of the eye. */
  constructor(bridge: SwitchboardBridge, toFilter: (question: LedgerQuestion) => LedgerFilter) {
    this.#bridge = bridge;
    this.#toFilter = toFilter;
    this.#throttle = new Throttle(() => this.#refresh(), PAUSE_MS);
    const note = (): void => {
      this.#changes += 1;
      this.#throttle.call();
    };
    this.#undo = [bridge.on('messages.changed', note), bridge.on('outbox.changed', note), bridge.onResync(note)];
  }

  get question(): LedgerQuestion {
    return this.#question;
  }
  /** The question that the rows answer. */
  get answered(): LedgerQuestion {
    return this.#answered;
  }
  get rows(): readonly LedgerRow[] {
    return this.#rows;
  }
  /** Null until main said it. */
  get totals(): LedgerTotals | null {
    return this.#totals;
  }
  get status(): 'loading' | 'ready' | 'failed' {
    return this.#status;
  }
  get problem(): ContractError | null {
    return this.#problem;
  }
  /** The rows answer an older question. */
  get isAsking(): boolean {
    return this.#isAsking;
  }
  get isLoadingOlder(): boolean {
    return this.#isLoadingOlder;
  }
  get olderProblem(): ContractError | null {
    return this.#olderProblem;
  }
  /** The last change put rows above those on screen, which stay where they are. */
  get hasGrownAbove(): boolean {
    return this.#hasGrownAbove;
  }
  get isExporting(): boolean {
    return this.#isExporting;
  }

  /** Another question; what answers the last one stays until its answer is here. */
  async ask(changes: Partial<LedgerQuestion> = {}): Promise<void> {
    const next = { ...this.#question, ...changes };
    const isOld = this.#status === 'ready' && isSameQuestion(next, this.#question);
    this.#question = next;
    if (isOld) return;
    this.#isAsking = true;
    const isCurrent = this.#latest.begin();
    const before = this.#changes;
    const [page, totals] = await Promise.all([this.#readDown(null, isCurrent), this.#count()]);
    if (!isCurrent()) return;
    this.#isAsking = false;
    if (!page.ok) {
      this.#status = 'failed';
      this.#problem = page.error;
      return;
    }
    this.#begin(page.value, next, before);
    this.#totals = totals.ok ? totals.value : null;
    if (before < this.#changes) this.#throttle.call();
  }

  /** Which rows are on screen. */
  setVisibleRange(first: number, last: number): void {
    this.#seen = { first, last };
    if (last >= this.#rows.length - AHEAD_ROWS && this.#olderProblem === null) void this.loadOlder();
    const seen = this.#rows.slice(first, last + 1);
    if (seen.some((row) => (this.#told.get(row) ?? 0) < this.#changes)) this.#throttle.call();
  }

  /** One page more. */
  async loadOlder(): Promise<void> {
    const before = this.#older;
    if (before === null || this.#isLoadingOlder || this.#isAsking) return;
    this.#isLoadingOlder = true;
    this.#olderProblem = null;
    const isCurrent = this.#latest.watch();
    const changes = this.#changes;
    const reply = await this.#readDown(before, isCurrent);
    this.#isLoadingOlder = false;
    if (!isCurrent()) return;
    if (reply.ok) this.#merge(before, reply.value, changes);
    else this.#olderProblem = reply.error;
  }

  /** Writes what answers the question into a file. Null where that is being done already. */
  async export(format: 'csv' | 'json'): Promise<Reply<RequestOutput<'ledger.export'>> | null> {
    if (this.#isExporting) return null;
    this.#isExporting = true;
    const reply = await this.#bridge.request('ledger.export', { filter: this.#toFilter(this.#answered), format });
    this.#isExporting = false;
    return reply;
  }

  dispose(): void {
    this.#latest.cancel();
    this.#throttle.dispose();
    for (const undo of this.#undo) undo();
  }

  /** `changes`: how many there were before it was read. */
  #begin(page: LedgerPage, question: LedgerQuestion, changes: number): void {
    this.#status = 'ready';
    this.#problem = null;
    this.#olderProblem = null;
    this.#answered = question;
    this.#hasGrownAbove = false;
    this.#rows = page.rows;
    this.#older = page.older;
    this.#note(page, changes);
  }

  /** What changed, at the top and where the user is looking. */
  async #refresh(): Promise<void> {
    if (this.#status !== 'ready' || this.#isAsking) return;
    const isCurrent = this.#latest.watch();
    const changes = this.#changes;
    const [top, seen, totals] = await Promise.all([this.#readTop(), this.#readSeen(), this.#count()]);
    if (!isCurrent()) return;
    if (totals.ok) this.#totals = totals.value;
    if (seen?.page.ok === true) this.#merge(seen.before, seen.page.value, changes);
    if (top?.isWhole === true) this.#merge(null, top.page, changes);
    else if (top !== null) this.#begin(top.page, this.#answered, changes);
  }

  /** From the newest down to one that is here. `isWhole`: it was reached. Null where main did not answer. */
  async #readTop(): Promise<{ readonly page: LedgerPage; readonly isWhole: boolean } | null> {
    const first = this.#rows[0];
    const rows: LedgerRow[] = [];
    let before: LedgerPlace | null = null;
    for (let pages = 0; pages < MAX_NEW_PAGES; pages += 1) {
      const reply: Reply<LedgerPage> = await this.#read(before, PAGE_ROWS);
      if (!reply.ok) return null;
      rows.push(...reply.value.rows);
      before = reply.value.older;
      const isReached = before === null || first === undefined || !isBelow(first, before);
      if (isReached) return { page: { rows, older: before }, isWhole: true };
    }
    return { page: { rows, older: before }, isWhole: false };
  }

  /** The rows on screen, where they stand below the newest page. */
  async #readSeen(): Promise<{ readonly before: LedgerPlace; readonly page: Reply<LedgerPage> } | null> {
    const { first, last } = this.#seen;
    const before = this.#rows[first - 1];
    if (before === undefined || last < PAGE_ROWS) return null;
    const limit = Math.min(MAX_ROWS, Math.max(1, last - first + 1));
    return { before, page: await this.#read(before, limit) };
  }

  #merge(before: LedgerPlace | null, page: LedgerPage, changes: number): void {
    const [first] = this.#rows;
    const rows = mergeLedgerPage(this.#rows, before, page);
    this.#hasGrownAbove = this.#seen.first > 0 && countAbove(rows, first) > 0;
    this.#rows = rows;
    const { older } = page;
    if (older === null || !rows.some((row) => isBelow(row, older))) this.#older = older;
    this.#note(page, changes);
  }

  #note({ rows }: LedgerPage, changes: number): void {
    for (const row of rows) this.#told.set(row, changes);
  }

  /** A search may walk far without finding: it goes on until there is something, or nothing is left. */
  async #readDown(from: LedgerPlace | null, isCurrent: () => boolean): Promise<Reply<LedgerPage>> {
    let reply = await this.#read(from, PAGE_ROWS);
    while (isCurrent() && reply.ok && reply.value.rows.length === 0 && reply.value.older !== null) {
      reply = await this.#read(reply.value.older, PAGE_ROWS);
    }
    return reply;
  }

  #read(before: LedgerPlace | null, limit: number): Promise<Reply<LedgerPage>> {
    const place = before === null ? null : { createdAt: before.createdAt, sendId: before.sendId };
    return this.#bridge.request('ledger.list', { filter: this.#toFilter(this.#question), before: place, limit });
  }

  #count(): Promise<Reply<LedgerTotals>> {
    return this.#bridge.request('ledger.count', { filter: this.#toFilter(this.#question) });
  }
}
