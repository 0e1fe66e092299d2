import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Page } from '#shared/domain/entities.ts';
import type { Message } from '#shared/domain/entities.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { FeedName } from '#shared/domain/sync.ts';
import { planFeedPage, startDescent, takeFeedPage } from '#main/sync/core/feed.ts';
import type { FeedQuery } from '#main/sync/core/feed.ts';
import { BEGINNING_AT, planSweepAt, SWEEP_EVERY_MS, toChatCoverage, toFeedCoverage } from '#main/sync/core/sweep.ts';
import { makeMessage, range } from '#test/support/sync/builders.ts';

const CHAT = toChatId(7);
const NOW = Date.UTC(2026, 10, 20, 9);

function pageOf(ids: readonly number[], changes: Partial<Page<Message>> = {}): Page<Message> {
  return { page: 1, limit: 5, pageCount: null, items: ids.map((id) => makeMessage('out', id)), ...changes };
}

const first: FeedQuery = { lastId: 0, page: 1, limit: 5 };

describe('what an answer of a feed covers', () => {
  it('is what lies between its first and its last row, the ends included', () => {
    const covers = toFeedCoverage({ name: 'outbound', query: first, page: pageOf([90, 80, 70, 60, 50]) });
    expect(covers).toEqual({ kind: 'feed', direction: 'out', fromId: 50, toId: 90 });
  });

  it('is nothing where the rows are not strictly sorted by id, or some could not be read', () => {
    const answers = [pageOf([90, 95, 70]), pageOf([90, 90, 70]), pageOf([90, 80], { leftOut: 1 })];
    for (const page of answers) expect(toFeedCoverage({ name: 'outbound', query: first, page })).toBeNull();
  });

  it('is nothing where rows of the other direction are among them', () => {
    const page = pageOf([], { items: [makeMessage('in', 9), makeMessage('out', 8)] });
    expect(toFeedCoverage({ name: 'outbound', query: first, page })).toBeNull();
  });

  it('reaches up to just below the id that was asked for, so that nothing between two pages is left out', () => {
    const query = { lastId: 50, page: 1, limit: 5 };
    const covers = toFeedCoverage({ name: 'outbound', query, page: pageOf([40, 30, 20, 10, 5]) });
    expect(covers).toMatchObject({ fromId: 5, toId: 49 });
  });

  it('is nothing where the service paid no heed to the id', () => {
    const query = { lastId: 50, page: 1, limit: 5 };
    expect(toFeedCoverage({ name: 'outbound', query, page: pageOf([90, 80]) })).toBeNull();
  });

  it('reaches down to the first id where the feed ends', () => {
    const short = toFeedCoverage({ name: 'inbound', query: first, page: { ...toInbound([90, 80]), pageCount: 1 } });
    expect(short).toMatchObject({ fromId: 1, toId: 90 });
    const query = { lastId: 50, page: 1, limit: 5 };
    expect(toFeedCoverage({ name: 'outbound', query, page: pageOf([]) })).toMatchObject({ fromId: 1, toId: 49 });
  });

  it('reaches up to what the cache had before, where the newest messages were deleted', () => {
    const page = { ...toInbound([90, 80, 70, 60, 50]), pageCount: 3 };
    expect(toFeedCoverage({ name: 'inbound', query: first, page, knownTop: 95 })).toMatchObject({
      fromId: 50,
      toId: 95,
    });
    const empty = { ...toInbound([]), pageCount: 1 };
    expect(toFeedCoverage({ name: 'inbound', query: first, page: empty, knownTop: 95 })).toMatchObject({
      fromId: 1,
      toId: 95,
    });
  });

  it('is nothing beyond the last page', () => {
    const query = { lastId: 0, page: 9, limit: 5 };
    expect(toFeedCoverage({ name: 'inbound', query, page: { ...toInbound([]), page: 9 } })).toBeNull();
  });
});

function toInbound(ids: readonly number[]): Page<Message> {
  return { page: 1, limit: 5, pageCount: null, items: ids.map((id) => makeMessage('in', id)) };
}

const change = fc.record({
  before: fc.nat(12),
  kind: fc.constantFrom('arrive', 'delete'),
  at: fc.double({ min: 0, max: 0.999, noNaN: true }),
  count: fc.integer({ min: 1, max: 90 }),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** A sweep over a feed in which messages come and go between any two answers. */
function sweep(name: FeedName, count: number, changes: readonly Change[]) {
  const direction = name === 'inbound' ? 'in' : 'out';
  let ids = range(1, count).reverse();
  const cache = new Set(ids);
  const gone = new Set<number>();
  // Deleted since the cache was filled, before the sweep began.
  const deletedBefore = ids.filter((id) => id % 7 === 3);
  ids = ids.filter((id) => id % 7 !== 3);
  for (const id of deletedBefore) gone.add(id);
  const suspects = new Set<number>();
  let newest = count;
  let descent = startDescent(name, 100);
  for (let reads = 0; descent.state === 'walking'; reads += 1) {
    for (const one of changes.filter(({ before }) => before === reads)) {
      if (one.kind === 'arrive') ids.unshift(...range(newest + 1, (newest += one.count)).reverse());
      else for (const id of ids.splice(Math.floor(one.at * ids.length), one.count)) gone.add(id);
    }
    const query = planFeedPage(descent);
    const rows = query.lastId > 0 ? ids.filter((id) => id < query.lastId) : ids;
    const start = query.lastId > 0 ? 0 : (query.page - 1) * query.limit;
    const items = rows.slice(start, start + query.limit).map((id) => makeMessage(direction, id));
    const pageCount = Math.max(1, Math.ceil(rows.length / query.limit));
    const page = { page: query.page, limit: query.limit, pageCount, items };
    const covers = toFeedCoverage({ name, query, page, knownTop: count });
    const shown = new Set(items.map(({ id }) => id));
    if (covers?.kind === 'feed') {
      for (const id of cache) if (id >= covers.fromId && id <= covers.toId && !shown.has(id)) suspects.add(id);
    }
    for (const id of shown) cache.add(id);
    descent = takeFeedPage(descent, query, page);
  }
  return { state: descent.state, suspects, gone, deletedBefore };
}

describe('a sweep while pages shift', () => {
  it.each(['inbound', 'outbound'] as const)(
    'suspects every message of the %s feed that was deleted before, and none that is there (SYNC-12)',
    (name) => {
      fc.assert(
        fc.property(fc.nat(700), fc.array(change, { maxLength: 12 }), (count, changes) => {
          const { state, suspects, gone, deletedBefore } = sweep(name, count, changes);
          expect(state).toBe('ended');
          expect([...suspects].filter((id) => !gone.has(id))).toEqual([]);
          expect(deletedBefore.filter((id) => !suspects.has(id))).toEqual([]);
        }),
        { numRuns: 200 },
      );
    },
  );
});

describe('what an answer of a chat covers', () => {
  const at = (minute: number): number => NOW - minute * 60_000;
  const toPage = (minutes: readonly number[], changes: Partial<Page<Message>> = {}): Page<Message> =>
    pageOf([], { items: minutes.map((minute) => makeMessage('in', minute, { at: at(minute) })), ...changes });
  const query = { page: 1, limit: 3 };
  const ask = { chatId: CHAT, query, askedAt: NOW, withCalls: true };

  it('goes from the moment of asking down to above the last row, whose instant may go on overleaf', () => {
    const covers = toChatCoverage({ ...ask, page: toPage([5, 6, 7], { limit: 3 }) });
    expect(covers).toEqual({ kind: 'chat', chatId: CHAT, fromAt: at(7) + 1, toAt: NOW - 2_000, withCalls: true });
  });

  it('goes down to the beginning on the last page', () => {
    expect(toChatCoverage({ ...ask, page: toPage([5], { limit: 3 }) })).toMatchObject({ fromAt: null });
    expect(toChatCoverage({ ...ask, page: toPage([], { limit: 3 }) })).toMatchObject({
      fromAt: null,
      toAt: NOW - 2_000,
    });
  });

  it('begins with its first row on any other page', () => {
    const page = toPage([15, 16, 17], { page: 2, limit: 3 });
    expect(toChatCoverage({ ...ask, query: { page: 2, limit: 3 }, page })).toMatchObject({ toAt: at(15) });
  });

  it('does not go by a clock of which nobody knows how wrong it is', () => {
    const page = toPage([5, 6, 7], { limit: 3 });
    expect(toChatCoverage({ ...ask, askedAt: null, page })).toMatchObject({ toAt: at(5) });
    expect(toChatCoverage({ ...ask, askedAt: null, page: toPage([], { limit: 3 }) })).toBeNull();
  });

  it('is the period that was asked for, where the answer shows the end of it', () => {
    const period = { startAt: at(60), endAt: at(30) };
    const page = toPage([35, 36], { limit: 3 });
    expect(toChatCoverage({ ...ask, page, period })).toMatchObject({ fromAt: at(60), toAt: at(30) });
    const fromBeginning = { startAt: BEGINNING_AT, endAt: at(30) };
    expect(toChatCoverage({ ...ask, page, period: fromBeginning })).toMatchObject({ fromAt: null });
  });

  it('is nothing where rows were left out or are not sorted by time', () => {
    expect(toChatCoverage({ ...ask, page: toPage([5, 6], { leftOut: 1 }) })).toBeNull();
    expect(toChatCoverage({ ...ask, page: toPage([6, 5]) })).toBeNull();
  });
});

describe('when a feed is swept', () => {
  it('is a day after the last time, and at once where it was broken off', () => {
    expect(planSweepAt(NOW, { startedAt: 0, doneAt: NOW - 1_000 })).toBe(NOW - 1_000 + SWEEP_EVERY_MS);
    expect(planSweepAt(NOW, { startedAt: NOW - 5, doneAt: null })).toBe(NOW);
    expect(planSweepAt(NOW, { startedAt: null, doneAt: null })).toBeNull();
  });

  it('is now where the last time lies ahead, since the clock was set back (SYNC-11)', () => {
    expect(planSweepAt(NOW, { startedAt: 0, doneAt: NOW + 86_400_000 * 30 })).toBe(NOW);
  });
});
