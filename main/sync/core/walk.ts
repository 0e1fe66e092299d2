/**
 * Reading a collection by page number while it shifts under the reader.
 *
 *   service   a b c d e f g h i j k …      any fixed order
 *   known     └─ position ─┘
 *   next page          └────────┘          starts `overlap` items inside what is known
 *
 * One answer is a snapshot, so a slice that holds both a known and an unknown item has nothing missing between them.
 * A slice without a known item may have skipped some (rows above it were deleted meanwhile): the walk steps back.
 *
 * SYNC-3  What is known grows only by a slice that touches it or that starts at the top.
 * SYNC-4  Every walk ends, or says that it is stuck; none goes round in circles.
 */
import { assert } from '#shared/lib/assert.ts';

/** The service replaces any other limit by 10 without a word. */
export const MAX_LIMIT = 100;
const BASE_OVERLAP = 3;
const OVERLAP_GROWTH = 4;
const MAX_IDLE_STEPS = 16;
/** So many short answers without anything new end a walk even where the service counts more pages. */
const CONVINCING_IDLE_STEPS = 3;

export interface Walk {
  readonly state: 'walking' | 'ended' | 'stuck';
  /** How many items from the top are known without a gap, as far as the last answer showed. */
  readonly position: number;
  /** The largest `position` that was ever reached: what counts as getting on. */
  readonly farthest: number;
  /** How many known items the next slice should begin with. */
  readonly overlap: number;
  /** Largest limit that the service honours. */
  readonly maxLimit: number;
  /** Limit of the very first page; null: `maxLimit`. */
  readonly firstLimit: number | null;
  /** Answers in a row that brought nothing. */
  readonly idleSteps: number;
  /** Key of the item that the last answer began with; null: none yet. */
  readonly lastFirst: string | number | null;
}

export interface PageQuery {
  readonly page: number;
  readonly limit: number;
}

/** One answer, as far as the walk cares: the echoed paging, and for each item whether it was known before. */
export interface Slice {
  readonly asked: PageQuery;
  readonly page: number;
  readonly limit: number;
  readonly pageCount: number | null;
  readonly known: readonly boolean[];
  /** Key of the item that it begins with; absent where it is empty. */
  readonly first: string | number | undefined;
}

/** A walk from the top, or from a remembered position that may be wrong by now. */
export function startWalk(options: { readonly position?: number; readonly firstLimit?: number } = {}): Walk {
  const position = options.position ?? 0;
  return {
    state: 'walking',
    position,
    farthest: position,
    overlap: BASE_OVERLAP,
    maxLimit: MAX_LIMIT,
    firstLimit: options.firstLimit ?? null,
    idleSteps: 0,
    lastFirst: null,
  };
}

/**
 * The page to ask for next. Page numbers only reach multiples of the limit, so the limit is chosen such that a page
 * begins just inside the known part and brings the most beyond it. Where the service gives few at once, no page may
 * begin that far inside and bring anything: then one that begins less far inside does.
 */
export function planPage(walk: Walk): PageQuery {
  assert(walk.state === 'walking', 'A walk that is over asks for no page');
  const { position, maxLimit } = walk;
  if (position <= walk.overlap) return { page: 1, limit: position === 0 ? (walk.firstLimit ?? maxLimit) : maxLimit };
  let { overlap } = walk;
  let best = planPageFrom(position - overlap, Math.ceil(maxLimit / 2), maxLimit);
  while (overlap > 1 && overlap <= BASE_OVERLAP && best.page * best.limit <= position) {
    overlap -= 1;
    best = planPageFrom(position - overlap, 2, maxLimit);
  }
  return best;
}

/** The page that holds the item at `start` and reaches farthest; of several, the one with the most rows. */
function planPageFrom(start: number, least: number, most: number): PageQuery {
  let best: PageQuery = { page: 1, limit: most };
  let bestReach = -1;
  for (let limit = most; limit >= least; limit -= 1) {
    const page = Math.floor(start / limit) + 1;
    const reach = page * limit;
    if (reach > bestReach) {
      best = { page, limit };
      bestReach = reach;
    }
  }
  return best;
}

/** What an answer does to the walk. `isTouching` says whether its items may count as known from now on. */
export function takeSlice(walk: Walk, slice: Slice): { readonly walk: Walk; readonly isTouching: boolean } {
  // What the service echoes counts, where it echoes anything.
  const limit = slice.limit > 0 ? slice.limit : slice.asked.limit;
  const page = slice.page > 0 ? slice.page : slice.asked.page;
  const offset = (page - 1) * limit;
  const isShorter = limit < slice.asked.limit;
  const maxLimit = isShorter ? limit : walk.maxLimit;
  // A page of fewer rows begins far above the one that was meant: the way down from there is getting on again.
  const from = isShorter ? { ...walk, farthest: 0 } : walk;
  const isTouching = offset === 0 || slice.known.includes(true);
  const next = isTouching ? advance(from, { ...slice, page, limit }, offset) : stepBack(from, offset);
  return { walk: { ...next, maxLimit }, isTouching };
}

function advance(walk: Walk, slice: Slice, offset: number): Walk {
  const position = offset + slice.known.length;
  const hasNew = slice.known.includes(false);
  const isLast = slice.pageCount !== null && slice.page >= slice.pageCount;
  const isShort = slice.known.length < slice.limit;
  const farthest = Math.max(walk.farthest, position);
  // A service that gives the same rows for every page number gets nobody any further.
  const isRepeat = slice.first !== undefined && slice.first === walk.lastFirst;
  const idleSteps = hasNew || (position > walk.farthest && !isRepeat) ? 0 : walk.idleSteps + 1;
  // A page may come short because rows of it could not be read: where the service counts pages, its count goes first.
  const isEnd = isShort && !hasNew && (slice.pageCount === null || idleSteps >= CONVINCING_IDLE_STEPS);
  const isOver = isLast || isEnd;
  const lastFirst = slice.first ?? null;
  return {
    ...walk,
    state: toState(isOver, idleSteps),
    position,
    farthest,
    overlap: BASE_OVERLAP,
    idleSteps,
    lastFirst,
  };
}

function stepBack(walk: Walk, offset: number): Walk {
  const idleSteps = walk.idleSteps + 1;
  return {
    ...walk,
    state: toState(false, idleSteps),
    position: Math.min(walk.position, offset),
    overlap: walk.overlap * OVERLAP_GROWTH,
    idleSteps,
  };
}

function toState(isOver: boolean, idleSteps: number): Walk['state'] {
  if (isOver) return 'ended';
  return idleSteps >= MAX_IDLE_STEPS ? 'stuck' : 'walking';
}
