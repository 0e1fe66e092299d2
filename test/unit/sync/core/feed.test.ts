import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hasJoined,
  mergeHead,
  mergeTail,
  planFeedPage,
  resumeDescent,
  startDescent,
  takeFeedPage,
} from '#main/sync/core/feed.ts';
import type { Descent } from '#main/sync/core/feed.ts';
import type { Message, Page } from '#shared/domain/entities.ts';
import type { FeedCursor, FeedName } from '#shared/domain/sync.ts';
import { makeMessage, range } from '#test/support/sync/builders.ts';

/** A feed in memory: ids newest first. */
class Feed {
  readonly #name: FeedName;
  ids: number[];
  isBare = true;

  constructor(name: FeedName, ids: readonly number[]) {
    this.#name = name;
    this.ids = [...ids].sort((a, b) => b - a);
  }

  read(query: { lastId: number; page: number; limit: number }): Page<Message> {
    const rows = query.lastId > 0 ? this.ids.filter((id) => id < query.lastId) : this.ids;
    const start = query.lastId > 0 ? 0 : (query.page - 1) * query.limit;
    const direction = this.#name === 'inbound' ? 'in' : 'out';
    return {
      page: query.lastId > 0 ? 1 : query.page,
      limit: query.limit,
      pageCount: this.isBare ? null : Math.max(1, Math.ceil(rows.length / query.limit)),
      items: rows.slice(start, start + query.limit).map((id) => makeMessage(direction, id)),
    };
  }
}

function step(feed: Feed, descent: Descent, cache: Set<number>): Descent {
  const query = planFeedPage(descent);
  const page = feed.read(query);
  for (const { id } of page.items) cache.add(id);
  return takeFeedPage(descent, query, page);
}

const cursorOf = (changes: Partial<FeedCursor> = {}): FeedCursor => ({
  headId: 100,
  tailId: 50,
  isComplete: false,
  tailPage: 1,
  ...changes,
});

describe('the first page of a fresh feed', () => {
  it.each(['inbound', 'outbound'] as const)('becomes the whole known stretch of the %s feed', (name) => {
    const reached = step(new Feed(name, range(1, 500)), startDescent(name, 100), new Set());
    expect(hasJoined(reached, null)).toBe(true);
    expect(mergeHead(null, reached)).toMatchObject({ headId: 500, tailId: 401, isComplete: false });
  });

  it.each(['inbound', 'outbound'] as const)('completes an empty %s feed', (name) => {
    const reached = step(new Feed(name, []), startDescent(name, 100), new Set());
    expect(mergeHead(null, reached)).toEqual({ headId: 0, tailId: 0, isComplete: true, tailPage: 1 });
  });
});

describe('the head', () => {
  it('stays while the descent has not come down to it (SYNC-1)', () => {
    const reached = step(new Feed('outbound', range(1, 400)), startDescent('outbound', 50), new Set());
    expect(hasJoined(reached, cursorOf())).toBe(false);
    expect(() => mergeHead(cursorOf(), reached)).toThrow('SYNC-1');
  });

  it('moves in one go once the gap is closed (SYNC-1)', () => {
    const feed = new Feed('outbound', range(1, 400));
    let descent = startDescent('outbound', 50);
    while (!hasJoined(descent, cursorOf())) descent = step(feed, descent, new Set());
    expect(mergeHead(cursorOf(), descent)).toMatchObject({ headId: 400, tailId: 50 });
  });

  it('moves over messages that were deleted: those below it prove that nothing is missing', () => {
    const reached = step(new Feed('outbound', [120, 110, 90]), startDescent('outbound', 50), new Set());
    expect(mergeHead(cursorOf(), reached).headId).toBe(120);
  });

  it('moves when the feed ends above it, since everything known was deleted', () => {
    const feed = new Feed('outbound', [120, 110]);
    const ended = step(feed, step(feed, startDescent('outbound', 50), new Set()), new Set());
    expect(mergeHead(cursorOf(), ended)).toMatchObject({ headId: 120, isComplete: true });
  });

  it('never sinks (SYNC-2)', () => {
    const reached = step(new Feed('outbound', [90, 80]), startDescent('outbound', 50), new Set());
    expect(mergeHead(cursorOf(), reached).headId).toBe(100);
  });

  it('is not moved by a descent into history (SYNC-1)', () => {
    expect(() => mergeHead(cursorOf(), resumeDescent('outbound', cursorOf()))).toThrow('SYNC-1');
  });
});

describe('the tail', () => {
  it('continues below itself and completes at the end of the feed', () => {
    const feed = new Feed('outbound', range(1, 400));
    let cursor = cursorOf({ headId: 400, tailId: 300 });
    let descent = resumeDescent('outbound', cursor);
    while (descent.state === 'walking') {
      descent = step(feed, descent, new Set());
      cursor = mergeTail(cursor, descent);
    }
    expect(cursor).toMatchObject({ headId: 400, tailId: 1, isComplete: true });
  });

  it('refuses a descent that began below it, which would leave a hole (SYNC-1)', () => {
    const below = resumeDescent('outbound', cursorOf({ tailId: 20 }));
    expect(() => mergeTail(cursorOf({ tailId: 50 }), below)).toThrow('SYNC-1');
  });

  it('resumes the inbound feed near the page where it stopped', () => {
    const feed = new Feed('inbound', range(1, 2_000));
    const cursor = cursorOf({ headId: 2_000, tailId: 901, tailPage: 12 });
    const query = planFeedPage(resumeDescent('inbound', cursor));
    expect((query.page - 1) * query.limit).toBeGreaterThan(1_000);
    const reached = step(feed, resumeDescent('inbound', cursor), new Set());
    expect(mergeTail(cursor, reached).tailId).toBeLessThan(901);
  });

  it('gives up where the service pays no heed to lastId (SYNC-4)', () => {
    const page = new Feed('outbound', range(1, 300)).read({ lastId: 0, page: 1, limit: 100 });
    const first = takeFeedPage(startDescent('outbound', 100), { lastId: 0, page: 1, limit: 100 }, page);
    const second = takeFeedPage(first, planFeedPage(first), page);
    expect(second.state).toBe('stuck');
  });
});

const change = fc.record({
  before: fc.nat(40),
  kind: fc.constantFrom('arrive', 'delete'),
  at: fc.double({ min: 0, max: 0.999, noNaN: true }),
  count: fc.integer({ min: 1, max: 90 }),
});

/**
 * Head passes and steps into history in any order, each begun anew at any time as after a crash, while messages arrive
 * and go. After every step: whatever the service still has within the cursor's stretch is in the cache.
 */
function run(name: FeedName, count: number, script: { changes: Change[]; turns: boolean[] }): void {
  const feed = new Feed(name, range(1, count));
  const cache = new Set<number>();
  let cursor: FeedCursor | null = null;
  let newest = count;
  let reads = 0;
  let isQuiet = false;
  const read = (descent: Descent): Descent => {
    for (const one of script.changes.filter(({ before }) => before === reads && !isQuiet)) {
      if (one.kind === 'delete') feed.ids.splice(Math.floor(one.at * feed.ids.length), one.count);
      else feed.ids.unshift(...range(newest + 1, (newest += one.count)).reverse());
    }
    reads += 1;
    return step(feed, descent, cache);
  };
  const readHead = (): void => {
    let descent = startDescent(name, 25);
    while (descent.state === 'walking') {
      descent = read(descent);
      if (hasJoined(descent, cursor)) break;
    }
    expect(descent.state).not.toBe('stuck');
    cursor = mergeHead(cursor, descent);
    expectNoHole(feed, cursor, cache);
  };
  const readOlder = (pages: number): void => {
    if (cursor === null || cursor.isComplete) return;
    let descent = resumeDescent(name, cursor);
    for (let page = 0; page < pages && descent.state === 'walking'; page += 1) {
      descent = read(descent);
      cursor = mergeTail(cursor, descent);
      expectNoHole(feed, cursor, cache);
    }
  };
  for (const isHead of script.turns) {
    if (isHead) readHead();
    else readOlder(3);
  }
  readHead();
  for (let turn = 0; turn < 100 && !isComplete(cursor); turn += 1) readOlder(100);
  isQuiet = true;
  readHead();
  expect(isComplete(cursor)).toBe(true);
  expect(feed.ids.filter((id) => !cache.has(id))).toEqual([]);
}

interface Change {
  readonly before: number;
  readonly kind: 'arrive' | 'delete';
  readonly at: number;
  readonly count: number;
}

const isComplete = (cursor: FeedCursor | null): boolean => cursor?.isComplete === true;

function expectNoHole(feed: Feed, cursor: FeedCursor, cache: Set<number>): void {
  const low = cursor.isComplete ? 0 : cursor.tailId;
  expect(feed.ids.filter((id) => id >= low && id <= cursor.headId && !cache.has(id))).toEqual([]);
}

describe('both feeds under any interleaving', () => {
  it.each(['inbound', 'outbound'] as const)(
    'the head of the %s feed never passes a hole and reading ends with everything in the cache (SYNC-1, SYNC-2)',
    (name) => {
      fc.assert(
        fc.property(
          fc.nat(700),
          fc.array(change, { maxLength: 15 }),
          fc.array(fc.boolean(), { maxLength: 12 }),
          (count, changes, turns) => run(name, count, { changes, turns }),
        ),
        { numRuns: 200 },
      );
    },
  );
});
