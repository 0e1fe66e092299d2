/**
 * The two account-wide feeds of messages and how far each was read.
 *
 *   ids   … ┄┄┄┄ tailId ━━━━━━━━━━━ headId ┄┄┄┄ newest
 *               (history grows ←)     (→ the head pass closes this part, newest first)
 *
 * A cursor covers one unbroken stretch. Going down from the newest message is a *descent*; the head moves only once a
 * descent has come down to it.
 *
 * SYNC-1  The head of a feed never passes a hole: everything between the old head and the new one was read.
 * SYNC-2  The head only rises, the tail only sinks, complete stays complete.
 */
import type { Message, Page } from '#shared/domain/entities.ts';
import type { FeedCursor, FeedName } from '#shared/domain/sync.ts';
import { assert } from '#shared/lib/assert.ts';
import { MAX_LIMIT, planPage, startWalk, takeSlice } from './walk.ts';
import type { Walk } from './walk.ts';

export interface Descent {
  readonly name: FeedName;
  /** Where it began: null at the newest message, else the tail below which it goes on. */
  readonly from: number | null;
  /** Newest and lowest id of its unbroken stretch; null before the first message. */
  readonly top: number | null;
  readonly low: number | null;
  /** Place in a feed that is paged by number; unused where `lastId` serves. */
  readonly walk: Walk;
  readonly state: Walk['state'];
  readonly firstLimit: number;
}

export interface FeedQuery {
  readonly lastId: number;
  readonly page: number;
  readonly limit: number;
}

/** A descent from the newest message, whose first page has `firstLimit` messages. */
export function startDescent(name: FeedName, firstLimit: number): Descent {
  return { name, from: null, top: null, low: null, walk: startWalk({ firstLimit }), state: 'walking', firstLimit };
}

/** A descent from the tail of a cursor into older history. */
export function resumeDescent(name: FeedName, cursor: FeedCursor): Descent {
  const walk = startWalk({ position: Math.max(0, (cursor.tailPage - 1) * MAX_LIMIT) });
  const state = cursor.isComplete ? 'ended' : 'walking';
  const { tailId } = cursor;
  return { name, from: tailId, top: tailId, low: tailId, walk, state, firstLimit: MAX_LIMIT };
}

/** What to ask the feed next. The outbound feed goes by id, the inbound one by page number. */
export function planFeedPage(descent: Descent): FeedQuery {
  assert(descent.state === 'walking', 'A descent that is over asks for no page');
  if (descent.name === 'inbound') return { lastId: 0, ...planPage(descent.walk) };
  return { lastId: descent.low ?? 0, page: 1, limit: descent.low === null ? descent.firstLimit : MAX_LIMIT };
}

/** What an answer does to the descent. */
export function takeFeedPage(descent: Descent, query: FeedQuery, page: Page<Message>): Descent {
  const ids = page.items.filter((message) => message.direction === toDirection(descent.name)).map(({ id }) => id);
  return descent.name === 'inbound' ? takeByNumber(descent, { query, page, ids }) : takeById(descent, ids);
}

/** Whether the descent has come down to what the cursor already covers, or to the end of the feed. */
export function hasJoined(descent: Descent, cursor: FeedCursor | null): boolean {
  if (cursor === null || descent.state === 'ended') return true;
  return descent.low !== null && descent.low <= cursor.headId;
}

/** The cursor after a descent from the newest message. */
export function mergeHead(cursor: FeedCursor | null, descent: Descent): FeedCursor {
  assert(descent.from === null, 'SYNC-1: only a descent from the newest message moves the head');
  assert(hasJoined(descent, cursor), 'SYNC-1: the head may not pass a hole');
  const tailPage = toTailPage(descent);
  if (cursor === null) {
    return { headId: descent.top ?? 0, tailId: descent.low ?? 0, isComplete: descent.state === 'ended', tailPage };
  }
  const isLower = descent.low !== null && (descent.low < cursor.tailId || cursor.tailId === 0);
  return checked(cursor, {
    headId: Math.max(cursor.headId, descent.top ?? 0),
    tailId: isLower ? descent.low : cursor.tailId,
    isComplete: cursor.isComplete || descent.state === 'ended',
    tailPage: isLower ? tailPage : cursor.tailPage,
  });
}

/** The cursor after a descent that went on below its tail. */
export function mergeTail(cursor: FeedCursor, descent: Descent): FeedCursor {
  assert(descent.from !== null && descent.low !== null, 'Only a descent from a tail moves the tail');
  assert(descent.from >= cursor.tailId, 'SYNC-1: history continues where the cursor ends');
  return checked(cursor, {
    headId: cursor.headId,
    tailId: Math.min(cursor.tailId, descent.low),
    isComplete: cursor.isComplete || descent.state === 'ended',
    tailPage: toTailPage(descent),
  });
}

function takeById(descent: Descent, ids: readonly number[]): Descent {
  if (ids.length === 0) return { ...descent, state: 'ended' };
  const low = Math.min(...ids);
  // A service that pays no heed to lastId would give the newest page for ever.
  if (descent.low !== null && low >= descent.low) return { ...descent, state: 'stuck' };
  return { ...descent, top: descent.top ?? Math.max(...ids), low };
}

function takeByNumber(
  descent: Descent,
  answer: { readonly query: FeedQuery; readonly page: Page<Message>; readonly ids: readonly number[] },
): Descent {
  const { low } = descent;
  const { walk, isTouching } = takeSlice(descent.walk, {
    asked: answer.query,
    page: answer.page.page,
    limit: answer.page.limit,
    pageCount: answer.page.pageCount,
    known: answer.ids.map((id) => low !== null && id >= low),
    first: answer.ids[0],
  });
  if (!isTouching || answer.ids.length === 0) return { ...descent, walk, state: walk.state };
  const lowest = Math.min(...answer.ids);
  return {
    ...descent,
    walk,
    state: walk.state,
    top: descent.top ?? Math.max(...answer.ids),
    low: low === null ? lowest : Math.min(low, lowest),
  };
}

function toTailPage(descent: Descent): number {
  return descent.name === 'inbound' ? Math.floor(descent.walk.position / MAX_LIMIT) + 1 : 1;
}

function toDirection(name: FeedName): Message['direction'] {
  return name === 'inbound' ? 'in' : 'out';
}

function checked(before: FeedCursor, after: FeedCursor): FeedCursor {
  assert(after.headId >= before.headId, 'SYNC-2: the head never sinks');
  assert(after.tailId <= before.tailId || before.tailId === 0, 'SYNC-2: the tail never rises');
  assert(after.isComplete || !before.isComplete, 'SYNC-2: complete stays complete');
  assert(after.tailId <= after.headId, 'SYNC-2: the tail lies below the head');
  return after;
}
