/**
 * Collections that are kept whole besides chats and messages. A reading commits page by page; rows that the cache had
 * before it began, and that it did not show, are suspects: asked for alone where the service can, else taken out, since
 * a whole reading without an unreadable row proves it. Where that would be most of them, a second reading has to agree.
 */
import { AppError } from '#shared/domain/app-error.ts';
import type { Page } from '#shared/domain/entities.ts';
import type { CollectionName } from '#shared/domain/collections.ts';
import { isAlarming, listLeftOut } from '../core/left-out.ts';
import type { CallOptions, PagingQuery } from '../calls.ts';
import { readCollection } from './collection.ts';
import type { CollectionRead } from './collection.ts';
import type { ContactReader } from './contact-reader.ts';
import type { SyncContext } from './context.ts';
import type { Errand } from './errand.ts';
import type { Link } from './link.ts';
import type { Suspects } from './suspects.ts';

type OnPage = (seenCount: number, total: number | null) => void;
/** Whether what is of that time lies deeper than anybody wants to read. */
type IsDeepEnough = (newestAt: number) => boolean;
interface Row {
  readonly id: number;
}

/** Fetches a page of one collection and keeps it. */
type ReadPage = (query: PagingQuery) => Promise<Page<Row>>;
type Fetch<T> = (query: PagingQuery, options: CallOptions) => Promise<Page<T>>;

/** Ties the rows of a page to what keeps them, so that they cannot be mixed up with those of another collection. */
function tie<T extends Row>(link: Link, fetch: Fetch<T>, save: (rows: readonly T[]) => Promise<void>): ReadPage {
  return async (query) => {
    const page = await link.call('sync', (options) => fetch(query, options));
    if (page.items.length > 0) await save(page.items);
    return page;
  };
}

type Ways = Readonly<Record<CollectionName, ReadPage>>;
type PeopleName = 'contacts' | 'lists' | 'fields' | 'unsubscribers' | 'blocked';

function createPeopleWays({ link, source, store }: SyncContext, reader: ContactReader): Pick<Ways, PeopleName> {
  return {
    async contacts(query) {
      const { moment } = reader;
      const ask = { ...query, includesShared: true };
      const page = await link.call('sync', (options) => source.listContacts(ask, options));
      await reader.commit(page.items, moment);
      return page;
    },
    lists: tie(
      link,
      (query, options) => source.listLists(query, options),
      (lists) => store.commitLists({ lists }),
    ),
    fields: tie(
      link,
      (query, options) => source.listCustomFields(query, options),
      (rows) => store.commitRows({ name: 'fields', rows }),
    ),
    unsubscribers: tie(
      link,
      (query, options) => source.listUnsubscribers(query, options),
      (rows) => store.commitRows({ name: 'unsubscribers', rows }),
    ),
    blocked: tie(
      link,
      (query, options) => source.listBlockedContacts(query, options),
      (rows) => store.commitRows({ name: 'blocked', rows }),
    ),
  };
}

function createSendingWays({ link, source, store }: SyncContext): Omit<Ways, PeopleName> {
  return {
    templates: tie(
      link,
      (query, options) => source.listTemplates(query, options),
      (rows) => store.commitRows({ name: 'templates', rows }),
    ),
    schedules: tie(
      link,
      (query, options) => source.listSchedules({ ...query, status: 'all' }, options),
      (rows) => store.commitRows({ name: 'schedules', rows }),
    ),
    sends: tie(
      link,
      (query, options) => source.listSends(query, options),
      (rows) => store.commitRows({ name: 'sends', rows }),
    ),
    bulks: tie(
      link,
      (query, options) => source.listBulks(query, options),
      (rows) => store.commitRows({ name: 'bulks', rows }),
    ),
  };
}

export class Collections {
  readonly #context: SyncContext;
  readonly #suspects: Suspects;
  readonly #ways: Ways;

  constructor(
    context: SyncContext,
    { suspects, contacts }: { readonly suspects: Suspects; readonly contacts: ContactReader },
  ) {
    this.#context = context;
    this.#suspects = suspects;
    this.#ways = { ...createPeopleWays(context, contacts), ...createSendingWays(context) };
  }

  /** Reads all of it and finds out what is gone; what has to be asked for alone is left as an errand. */
  async readAll(name: CollectionName, onPage: OnPage): Promise<Errand | null> {
    const { store } = this.#context;
    const before = await store.listRowIds({ name });
    const read = await this.#walk(name, { onPage });
    const leftOut = listLeftOut(before, read.seen);
    if (name === 'contacts' || name === 'lists') return await this.#suspects.check(name, leftOut);
    await this.#removeProven(name, { read, before, leftOut });
    return null;
  }

  /** The newest sends, down to one that is known; the first time as far back as history is read. */
  async readNewSends(isDeepEnough: IsDeepEnough, onPage: OnPage): Promise<void> {
    const known = new Set(await this.#context.store.listRowIds({ name: 'sends' }));
    const isDeep = toPageTest(isDeepEnough);
    await this.#walk('sends', { onPage, isEnough: (rows) => rows.some(({ id }) => known.has(id)) || isDeep(rows) });
  }

  /** All sends as far back as history is read; of those that are older nothing is known, so they stay. */
  async readAllSends(isDeepEnough: IsDeepEnough, onPage: OnPage): Promise<void> {
    const before = await this.#context.store.listRowIds({ name: 'sends' });
    const read = await this.#walk('sends', { onPage, isEnough: toPageTest(isDeepEnough) });
    if (read.state === 'enough' && !read.isFalling) return;
    const lowest = read.state === 'enough' ? toLowest(read.seen) : 0;
    const covered = before.filter((id) => id >= lowest);
    await this.#removeProven('sends', { read, before: covered, leftOut: listLeftOut(covered, read.seen) });
  }

  async #removeProven(
    name: CollectionName,
    found: { readonly read: CollectionRead; readonly before: readonly number[]; readonly leftOut: readonly number[] },
  ): Promise<void> {
    if (!found.read.isReadable || found.leftOut.length === 0) return;
    let ids = found.leftOut;
    if (isAlarming(ids.length, found.before.length)) {
      const lowest = toLowest(ids);
      const again = await this.#walk(name, { isEnough: (rows) => rows.some(({ id }) => id < lowest) });
      if (!again.isReadable || (again.state === 'enough' && !again.isFalling)) return;
      ids = listLeftOut(ids, again.seen);
    }
    await this.#context.store.removeRows({ name, ids });
  }

  async #walk(
    name: CollectionName,
    options: { readonly onPage?: OnPage; readonly isEnough?: (rows: readonly Row[]) => boolean },
  ): Promise<CollectionRead> {
    const read = await readCollection<Row>({
      readPage: this.#ways[name],
      keyOf: ({ id }) => id,
      ...options,
    });
    if (read.state !== 'stuck') return read;
    throw new AppError({ code: 'bad-response', message: `The pages of ${name} lead nowhere`, outcome: 'refused' });
  }
}

/** One by one: so many arguments as there may be rows no function takes. */
function toLowest(ids: Iterable<number>): number {
  let lowest = Infinity;
  for (const id of ids) lowest = Math.min(lowest, id);
  return lowest;
}

/** Whether a page lies that deep as a whole; rows that do not say when they were count for nothing. */
function toPageTest(isDeepEnough: IsDeepEnough): (rows: readonly (Row & { readonly at?: number | null })[]) => boolean {
  return (rows) => {
    const times = rows.flatMap(({ at }) => (at === undefined || at === null ? [] : [at]));
    return times.length > 0 && isDeepEnough(Math.max(...times));
  };
}
