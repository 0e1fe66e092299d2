import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planPage, startWalk, takeSlice } from '#main/sync/core/walk.ts';
import type { PageQuery, Slice, Walk } from '#main/sync/core/walk.ts';

/** Reads a list that `change` may alter before each answer, with what one slice proves added to `seen`. */
function readAll(
  rows: number[],
  change: (step: number) => void = () => undefined,
  service: (asked: PageQuery) => number = ({ limit }) => limit,
  knownBefore = 0,
): { seen: Set<number>; walk: Walk; steps: number } {
  const seen = new Set(rows.slice(0, knownBefore));
  let walk = startWalk({ position: knownBefore });
  let steps = 0;
  while (walk.state === 'walking') {
    const asked = planPage(walk);
    change(steps);
    const limit = service(asked);
    const items = rows.slice((asked.page - 1) * limit, asked.page * limit);
    const known = items.map((item) => seen.has(item));
    const taken = takeSlice(walk, { asked, page: asked.page, limit, pageCount: null, known, first: items[0] });
    if (taken.isTouching) for (const item of items) seen.add(item);
    walk = taken.walk;
    steps += 1;
  }
  return { seen, walk, steps };
}

const sliceOf = (changes: Partial<Slice>): Slice => ({
  asked: { page: 1, limit: 100 },
  page: 1,
  limit: 100,
  pageCount: null,
  known: [],
  first: undefined,
  ...changes,
});

describe('a service that gives the same rows for every page number', () => {
  it.each([null, 100] as const)('is told to be stuck within a few answers (SYNC-4), page count %s', (pageCount) => {
    const rows = Array.from({ length: 100 }, (_, at) => at);
    const seen = new Set<number>();
    let walk = startWalk();
    let steps = 0;
    while (walk.state === 'walking' && steps < 200) {
      const asked = planPage(walk);
      const items = rows.slice(0, asked.limit);
      const known = items.map((item) => seen.has(item));
      walk = takeSlice(walk, { asked, ...asked, pageCount, known, first: items[0] }).walk;
      for (const item of items) seen.add(item);
      steps += 1;
    }
    expect(walk.state).not.toBe('walking');
    expect(steps).toBeLessThan(30);
  });
});

describe('planPage', () => {
  it('begins at the top with the limit that was asked for', () => {
    expect(planPage(startWalk({ firstLimit: 25 }))).toEqual({ page: 1, limit: 25 });
    expect(planPage(startWalk())).toEqual({ page: 1, limit: 100 });
  });

  it.each([100, 190, 450, 1_000, 7_777, 150_000])(
    'plans a page that begins inside the %i known items and reaches far beyond them (SYNC-3)',
    (position) => {
      const { page, limit } = planPage(startWalk({ position }));
      expect((page - 1) * limit).toBeLessThan(position);
      expect(page * limit - position).toBeGreaterThan(60);
      expect(limit).toBeLessThanOrEqual(100);
    },
  );

  it.each([10, 20, 33])('gets on from anywhere where the service gives at most %i at once (SYNC-4)', (maxLimit) => {
    for (let position = 1; position < 2_000; position += 1) {
      const { page, limit } = planPage({ ...startWalk({ position }), maxLimit });
      if (page === 1 && limit > position) continue;
      expect([position, (page - 1) * limit < position, page * limit > position]).toEqual([position, true, true]);
      expect(limit).toBeLessThanOrEqual(maxLimit);
    }
  });

  it('refuses to plan for a walk that is over', () => {
    expect(() => planPage({ ...startWalk(), state: 'ended' })).toThrow('over');
  });
});

describe('takeSlice', () => {
  it('goes on after a full page of news', () => {
    const { walk, isTouching } = takeSlice(startWalk(), sliceOf({ known: Array<boolean>(100).fill(false) }));
    expect(isTouching).toBe(true);
    expect(walk).toMatchObject({ state: 'walking', position: 100 });
  });

  it('steps back when a slice holds nothing known, since rows may have been skipped (SYNC-3)', () => {
    const { walk, isTouching } = takeSlice(
      startWalk({ position: 300 }),
      sliceOf({ page: 4, limit: 99, asked: { page: 4, limit: 99 }, known: [false, false] }),
    );
    expect(isTouching).toBe(false);
    expect(walk.position).toBe(297);
    const again = planPage(walk);
    expect((again.page - 1) * again.limit).toBeLessThan(290);
  });

  it('ends at the last page that the service counts', () => {
    const { walk } = takeSlice(startWalk(), sliceOf({ pageCount: 1, known: [false] }));
    expect(walk.state).toBe('ended');
  });

  it('does not end at a short page where the service counts more', () => {
    const { walk } = takeSlice(startWalk(), sliceOf({ pageCount: 9, known: [false] }));
    expect(walk.state).toBe('walking');
  });

  it('ends an empty collection', () => {
    expect(takeSlice(startWalk(), sliceOf({ known: [] })).walk.state).toBe('ended');
  });

  it('learns the largest limit that the service honours', () => {
    const { walk } = takeSlice(startWalk(), sliceOf({ limit: 40, known: Array<boolean>(40).fill(false) }));
    expect(walk.maxLimit).toBe(40);
    expect(planPage(walk).limit).toBeLessThanOrEqual(40);
  });

  it('takes what it asked for where the service echoes nothing', () => {
    const known = Array<boolean>(100).fill(false);
    expect(takeSlice(startWalk(), sliceOf({ page: 0, limit: 0, known })).walk).toMatchObject({ position: 100 });
  });

  it('never ends on an empty slice below the top: all above may have been deleted meanwhile (SYNC-3)', () => {
    const { walk } = takeSlice(startWalk({ position: 300 }), sliceOf({ page: 4, limit: 99, known: [] }));
    expect(walk.state).toBe('walking');
  });
});

describe('a whole walk', () => {
  it.each([0, 1, 99, 100, 101, 1_000])('reads all of %i quiet rows', (count) => {
    const rows = Array.from({ length: count }, (_, index) => index);
    const { seen, walk } = readAll(rows);
    expect(walk.state).toBe('ended');
    expect(seen.size).toBe(count);
  });

  it('spends about one request per ninety rows', () => {
    const { steps } = readAll(Array.from({ length: 30_000 }, (_, index) => index));
    expect(steps).toBeLessThan(30_000 / 85);
  });

  it('says that it is stuck where the service pays no heed to the limit (SYNC-4)', () => {
    const rows = Array.from({ length: 500 }, (_, index) => index);
    const { walk } = readAll(rows, undefined, () => 10);
    expect(walk.state).toBe('stuck');
  });

  it.each([100, 400, 2_000])(
    'goes on below %i known rows after a start that does not know yet how few rows the service gives (SYNC-4)',
    (knownBefore) => {
      const rows = Array.from({ length: knownBefore + 57 }, (_, at) => at);
      const { seen, walk } = readAll(rows, undefined, ({ limit }) => Math.min(limit, 10), knownBefore);
      expect([walk.state, seen.size]).toEqual(['ended', rows.length]);
    },
  );

  it('finds every row that stays, whatever comes and goes meanwhile (SYNC-3, SYNC-4)', () => {
    const change = fc.record({
      step: fc.nat(12),
      kind: fc.constantFrom('add-top', 'add-end', 'delete'),
      at: fc.nat(900),
      count: fc.integer({ min: 1, max: 130 }),
    });
    fc.assert(
      fc.property(fc.nat(900), fc.array(change, { maxLength: 12 }), (count, changes) => {
        const rows = Array.from({ length: count }, (_, index) => index);
        let fresh = 1_000_000;
        const { seen, walk } = readAll(rows, (step) => {
          for (const { kind, at, count: many } of changes.filter((one) => one.step === step)) {
            const added = Array.from({ length: many }, () => (fresh += 1));
            if (kind === 'add-top') rows.unshift(...added);
            else if (kind === 'add-end') rows.push(...added);
            else rows.splice(at, many);
          }
        });
        expect(walk.state).toBe('ended');
        const missing = rows.filter((row) => row < 1_000_000 && !seen.has(row));
        expect(missing).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
