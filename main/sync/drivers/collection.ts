import { isAppError } from '#shared/domain/app-error.ts';
import type { Page } from '#shared/domain/entities.ts';
import { planPage, startWalk, takeSlice } from '../core/walk.ts';
import type { PageQuery } from '../core/walk.ts';

/** The answer of a service that says 404 beyond its last page. */
export async function orEmptyPage<T>(query: PageQuery, reading: Promise<Page<T>>): Promise<Page<T>> {
  try {
    return await reading;
  } catch (error) {
    if (query.page === 1 || !isAppError(error, 'not-found')) throw error;
    return { page: query.page, limit: query.limit, pageCount: null, items: [] };
  }
}

/** About how many rows a collection has, where the service counts pages. */
export function toTotal(page: Page<unknown>): number | null {
  if (page.pageCount === null) return null;
  return page.page >= page.pageCount ? (page.page - 1) * page.limit + page.items.length : page.pageCount * page.limit;
}

/** What a reading of a collection came to. */
export interface CollectionRead {
  /** `enough`: it was ended early · `stuck`: the paging of the service leads nowhere. */
  readonly state: 'ended' | 'enough' | 'stuck';
  readonly seen: ReadonlySet<number>;
  /** Every row could be read. */
  readonly isReadable: boolean;
  /** Rows came by falling id: an `enough` reading then shows everything down to the lowest id. */
  readonly isFalling: boolean;
}

/**
 * Reads a collection that is paged by number, with overlap, until there is nothing more (SYNC-3) or it is enough.
 * `readPage` fetches and commits one page.
 */
export async function readCollection<T>(options: {
  readonly readPage: (query: PageQuery) => Promise<Page<T>>;
  readonly keyOf: (item: T) => number;
  readonly onPage?: (seenCount: number, total: number | null) => void;
  /** Asked after each page that touches what was read before. */
  readonly isEnough?: (items: readonly T[]) => boolean;
}): Promise<CollectionRead> {
  const seen = new Set<number>();
  let isReadable = true;
  let isFalling = true;
  let walk = startWalk();
  while (walk.state === 'walking') {
    const asked = planPage(walk);
    const page = await orEmptyPage(asked, options.readPage(asked));
    const keys = page.items.map(options.keyOf);
    const known = keys.map((key) => seen.has(key));
    const { limit, pageCount } = page;
    const taken = takeSlice(walk, { asked, page: page.page, limit, pageCount, known, first: keys[0] });
    isReadable &&= (page.leftOut ?? 0) === 0;
    isFalling &&= keys.every((key, index) => index === 0 || key < (keys[index - 1] ?? Infinity));
    if (taken.isTouching) for (const key of keys) seen.add(key);
    walk = taken.walk;
    options.onPage?.(seen.size, toTotal(page));
    if (walk.state === 'walking' && taken.isTouching && options.isEnough?.(page.items) === true) {
      return { state: 'enough', seen, isReadable, isFalling };
    }
  }
  return { state: walk.state === 'ended' ? 'ended' : 'stuck', seen, isReadable, isFalling };
}
