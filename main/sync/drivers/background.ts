/**
 * What is read behind the scenes, one thing at a time: the rest of the chats, contacts and lists when they are due,
 * and older history at the lowest priority until the feeds end.
 */
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { Contact, ContactList, Page } from '#shared/domain/entities.ts';
import type { SyncPhase } from '#shared/domain/sync.ts';
import { assertNever } from '#shared/lib/assert.ts';
import { planBackoffMs } from '#shared/lib/backoff.ts';
import { planUpkeep, toMarkKey, UPKEEP } from '../core/upkeep.ts';
import type { UpkeepTask } from '../core/upkeep.ts';
import type { CallOptions } from '../ports.ts';
import { readAccount } from './account.ts';
import { Alarm } from './alarm.ts';
import { readCollection } from './collection.ts';
import type { SyncContext } from './context.ts';
import type { FeedReader } from './feed-reader.ts';
import type { Readers } from './readers.ts';
import { together } from './together.ts';

/** Pages of each feed between two looks at what else is due. */
const HISTORY_PAGES = 5;
/** A task that the service refuses is tried again after this long. */
const REFUSED_AGAIN_MS = 5 * 60_000;

type PagingQuery = { readonly page: number; readonly limit: number };

export class Background {
  readonly #context: SyncContext;
  readonly #readers: Readers;
  readonly #alarm: Alarm;
  readonly #times = new Map<UpkeepTask, number | null>();
  /** Tasks that were never done: only these show as progress. */
  readonly #firstTimes = new Set<UpkeepTask>();
  #failures = 0;

  constructor(context: SyncContext, readers: Readers) {
    this.#context = context;
    this.#readers = readers;
    this.#alarm = new Alarm(context.clock);
  }

  /** Runs until sync ends. */
  async run(): Promise<void> {
    const { signal, link, sink } = this.#context;
    while (!this.#isOver()) {
      await link.whenOnline();
      let nextAt: number;
      try {
        nextAt = await this.#step();
        this.#failures = 0;
      } catch (error) {
        if (this.#isOver()) return;
        if (!isAppError(error) || error.code === 'disk') sink.broken(error);
        nextAt = this.#planRetry(error);
      }
      await this.#alarm.sleepUntil(nextAt, signal);
    }
  }

  /** Does one piece of work; returns when to look for the next. */
  async #step(): Promise<number> {
    const { clock, board } = this.#context;
    if (this.#isOver()) return 0;
    if (this.#times.size === 0) await this.#loadTimes();
    const plan = planUpkeep(clock.now(), Object.fromEntries(this.#times));
    if (plan.task !== null) {
      await this.#perform(plan.task);
      return 0;
    }
    if (await this.#readHistory()) return 0;
    board.progress('idle', board.status.done, board.status.total);
    return plan.nextAt;
  }

  async #loadTimes(): Promise<void> {
    const { store } = this.#context;
    const marks = await Promise.all(UPKEEP.map(({ task }) => store.getSyncMark({ key: toMarkKey(task) })));
    for (const [index, { task }] of UPKEEP.entries()) {
      const mark = marks[index] ?? null;
      this.#times.set(task, mark);
      if (mark === null) this.#firstTimes.add(task);
    }
  }

  async #perform(task: UpkeepTask): Promise<void> {
    const startedAt = this.#context.clock.now();
    try {
      if (!(await this.#read(task))) {
        throw new AppError({ code: 'bad-response', message: `The pages of ${task} lead nowhere`, outcome: 'refused' });
      }
    } catch (error) {
      if (!isAppError(error) || error.code === 'cancelled' || this.#context.link.note(error)) throw error;
      this.#postpone(task);
      return;
    }
    await this.#context.store.setSyncMark({ key: toMarkKey(task), value: startedAt });
    this.#times.set(task, startedAt);
    this.#firstTimes.delete(task);
  }

  async #read(task: UpkeepTask): Promise<boolean> {
    const { chats } = this.#readers;
    switch (task) {
      case 'chats.active':
        return chats.readAll('active', this.#progress(task, 'chats'));
      case 'chats.closed':
        return chats.readAll('closed', this.#progress(task, 'chats'));
      case 'chats.deleted':
        return chats.readAll('deleted', this.#progress(task, 'chats'));
      case 'contacts':
        return this.#readContacts();
      case 'lists':
        return this.#readLists();
      case 'account':
        await readAccount(this.#context);
        return true;
      default:
        return assertNever(task, 'Every task of the upkeep is known');
    }
  }

  #readContacts(): Promise<boolean> {
    const { source, store } = this.#context;
    return this.#readAll<Contact>({
      fetch: (query, options) => source.listContacts(query, options),
      save: (contacts) => store.commitContacts({ contacts }),
      onPage: this.#progress('contacts', 'contacts'),
    });
  }

  #readLists(): Promise<boolean> {
    const { source, store } = this.#context;
    return this.#readAll<ContactList>({
      fetch: (query, options) => source.listLists(query, options),
      save: (lists) => store.commitLists({ lists }),
      onPage: this.#progress('lists', 'lists'),
    });
  }

  #readAll<T extends { readonly id: number }>(parts: {
    readonly fetch: (query: PagingQuery, options: CallOptions) => Promise<Page<T>>;
    readonly save: (items: readonly T[]) => Promise<void>;
    readonly onPage: (seenCount: number, total: number | null) => void;
  }): Promise<boolean> {
    return readCollection<T>({
      readPage: async (query) => {
        const page = await this.#context.link.call('sync', (options) => parts.fetch(query, options));
        await parts.save(page.items);
        return page;
      },
      keyOf: ({ id }) => id,
      onPage: parts.onPage,
    });
  }

  /** Whether there is more to read. */
  async #readHistory(): Promise<boolean> {
    const { outbound, inbound } = this.#readers;
    if (!(await outbound.hasOlder()) && !(await inbound.hasOlder())) return false;
    await this.#showHistory();
    const hasMore = await together([readSomeOlder(outbound), readSomeOlder(inbound)]);
    await this.#showHistory();
    return hasMore.includes(true);
  }

  async #showHistory(): Promise<void> {
    const { outbound, inbound } = this.#readers;
    const done = await this.#context.store.countMessages({});
    const total =
      outbound.total === null || inbound.total === null ? null : Math.max(done, outbound.total + inbound.total);
    this.#context.board.progress('history', done, total);
  }

  #progress(task: UpkeepTask, phase: SyncPhase): (seenCount: number, total: number | null) => void {
    return (seenCount, total) => {
      if (this.#firstTimes.has(task)) this.#context.board.progress(phase, seenCount, total);
    };
  }

  /** The others go on; this one is due again in a while. */
  #postpone(task: UpkeepTask): void {
    const everyMs = UPKEEP.find((entry) => entry.task === task)?.everyMs ?? 0;
    this.#times.set(task, this.#context.clock.now() - everyMs + REFUSED_AGAIN_MS);
  }

  #isOver(): boolean {
    return this.#context.signal.aborted;
  }

  #planRetry(error: unknown): number {
    const { clock, link } = this.#context;
    if (isAppError(error) && link.note(error)) return 0;
    this.#failures += 1;
    return clock.now() + planBackoffMs({ failures: this.#failures, random: clock.random(), retryAfterMs: null });
  }
}

async function readSomeOlder(feed: FeedReader): Promise<boolean> {
  let hasMore = true;
  for (let pages = 0; pages < HISTORY_PAGES && hasMore; pages += 1) hasMore = await feed.readOlder('backfill');
  return hasMore;
}
