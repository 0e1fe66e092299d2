import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { walkPages } from '#main/api/walk.ts';
import type { ReadPage } from '#main/api/walk.ts';
import { AppError } from '#shared/domain/app-error.ts';

interface Row {
  readonly id: number;
}

interface Habits {
  /** The largest limit that it honours; a larger one becomes this. */
  readonly cap: number;
  /** Pages of that size always, whatever is asked. */
  readonly isRigid: boolean;
  /** A bare array: neither limit nor number of pages is told. */
  readonly isBare: boolean;
  readonly has404: boolean;
}

const PLAIN: Habits = { cap: 100, isRigid: false, isBare: false, has404: false };

/** A service with rows in a fixed order, which change between any two pages. */
class Shifting {
  rows: Row[];
  asked: { readonly page: number; readonly limit: number }[] = [];
  readonly #habits: Habits;
  readonly #change: (service: Shifting) => void;
  #nextId = 1_000_000;

  constructor(count: number, habits: Partial<Habits>, change: (service: Shifting) => void = () => undefined) {
    this.rows = Array.from({ length: count }, (_, id) => ({ id }));
    this.#habits = { ...PLAIN, ...habits };
    this.#change = change;
  }

  readonly read: ReadPage<Row> = (query) => {
    this.asked.push(query);
    const { cap, isRigid, isBare, has404 } = this.#habits;
    const limit = isRigid ? cap : Math.min(query.limit, cap);
    const pageCount = Math.ceil(this.rows.length / limit);
    const items = this.rows.slice((query.page - 1) * limit, query.page * limit);
    if (has404 && items.length === 0 && query.page > 1) {
      return Promise.reject(new AppError({ code: 'not-found', message: 'No such page', outcome: 'refused' }));
    }
    this.#change(this);
    return Promise.resolve(
      isBare ? { ...query, pageCount: null, items } : { page: query.page, limit, pageCount, items },
    );
  };

  insert(place: number, count: number): void {
    const added = Array.from({ length: count }, () => ({ id: (this.#nextId += 1) }));
    this.rows.splice(place % (this.rows.length + 1), 0, ...added);
  }

  remove(place: number, count: number): void {
    if (this.rows.length > 0) this.rows.splice(place % this.rows.length, count);
  }
}

async function walk(service: { readonly read: ReadPage<Row> }, limit = 100): Promise<readonly number[]> {
  const ids: number[] = [];
  for await (const { id } of walkPages(service.read, { limit, keyOf: (row) => row.id })) ids.push(id);
  return ids;
}

const count = (most: number): readonly number[] => Array.from({ length: most }, (_, index) => index);

interface Step {
  readonly kind: 'insert' | 'remove';
  readonly place: number;
  readonly count: number;
}

const STEP: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom<Step['kind']>('insert', 'remove', 'remove'),
  // Most of what happens to collections happens at their beginning.
  place: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20 }), fc.nat(1_000)),
  count: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 60 })),
});

/** Makes one step between any two pages, until there are no more. */
function makeSteps(steps: readonly Step[]): (service: Shifting) => void {
  const left = [...steps];
  return (service) => {
    const step = left.shift();
    if (step?.kind === 'insert') service.insert(step.place, step.count);
    else if (step?.kind === 'remove') service.remove(step.place, step.count);
  };
}

describe('walkPages, a collection that holds still', () => {
  it.each([0, 1, 99, 100, 101, 250, 2_520, 2_531])('gives each of %i rows once, in order', async (size) => {
    for (const habits of [
      {},
      { isBare: true },
      { cap: 10 },
      { cap: 7, has404: true },
      { isBare: true, has404: true },
    ]) {
      const cap = 'isBare' in habits ? { ...habits, cap: 100 } : habits;
      expect(await walk(new Shifting(size, cap))).toEqual(count(size));
    }
  });

  it.each([1, 2, 3, 4, 10])('gives each row once from pages of %i', async (cap) => {
    expect(await walk(new Shifting(61, { cap }))).toEqual(count(61));
    expect(await walk(new Shifting(60, { cap, isBare: true }), cap)).toEqual(count(60));
  });

  it('keeps to the limit that the service echoes, not to the one that it asked for', async () => {
    const service = new Shifting(45, { cap: 10 });
    await walk(service);
    expect(service.asked[0]).toEqual({ page: 1, limit: 100 });
    expect(service.asked.slice(1).every(({ limit }) => limit <= 10)).toBe(true);
  });

  it('asks hardly more often than there are pages', async () => {
    const service = new Shifting(5_000, {});
    await walk(service);
    expect(service.asked.length).toBeLessThanOrEqual(58);
  });

  it('asks once where one page holds everything', async () => {
    for (const habits of [{}, { isBare: true }]) {
      const service = new Shifting(99, habits);
      await walk(service);
      expect(service.asked).toHaveLength(1);
    }
  });

  it('does not take a page of which rows could not be read for the last one', async () => {
    const service = new Shifting(250, { isBare: true });
    const read: ReadPage<Row> = async (query) => {
      const page = await service.read(query);
      return { ...page, items: page.items.filter(({ id }) => id % 10 !== 3), leftOut: 10 };
    };
    expect((await walk({ read })).at(-1)).toBe(249);
  });
});

describe('walkPages, rows that come and go between the pages', () => {
  it('gives every row that was there all the time exactly once', async () => {
    const habits = fc.record({ cap: fc.constantFrom(100, 25, 10), isBare: fc.constant(false), has404: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.nat(400), habits, fc.array(STEP, { maxLength: 40 }), async (size, habit, steps) => {
        const service = new Shifting(size, habit, makeSteps(steps));
        const before = service.rows.map(({ id }) => id);
        const ids = await walk(service);
        const after = new Set(service.rows.map(({ id }) => id));
        expect(new Set(ids).size).toBe(ids.length);
        const missing = before.filter((id) => after.has(id) && !ids.includes(id));
        expect(missing).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('holds for bare arrays as well', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(400), fc.array(STEP, { maxLength: 40 }), async (size, steps) => {
        const service = new Shifting(size, { isBare: true }, makeSteps(steps));
        const before = service.rows.map(({ id }) => id);
        const ids = await walk(service);
        const after = new Set(service.rows.map(({ id }) => id));
        expect(new Set(ids).size).toBe(ids.length);
        expect(before.filter((id) => after.has(id) && !ids.includes(id))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('reads pages of one size again until nothing new comes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 11, max: 200 }), fc.array(STEP, { maxLength: 2 }), async (size, steps) => {
        const service = new Shifting(size, { cap: 10, isRigid: true }, makeSteps(steps));
        const before = service.rows.map(({ id }) => id);
        const ids = await walk(service);
        const after = new Set(service.rows.map(({ id }) => id));
        expect(new Set(ids).size).toBe(ids.length);
        expect(before.filter((id) => after.has(id) && !ids.includes(id))).toEqual([]);
        expect(service.asked.length).toBeLessThanOrEqual(3 * 40);
      }),
      { numRuns: 200 },
    );
  });
});

describe('walkPages, services whose pages lead nowhere', () => {
  it.each([null, 7])('ends at one that gives the same page for ever (number of pages: %s)', async (pageCount) => {
    let asked = 0;
    const read: ReadPage<Row> = (query) => {
      asked += 1;
      return Promise.resolve({ ...query, pageCount, items: count(100).map((id) => ({ id })) });
    };
    expect(await walk({ read })).toEqual(count(100));
    expect(asked).toBeLessThan(10);
  });

  it('ends at one that always says that it is the first page', async () => {
    const read: ReadPage<Row> = () =>
      Promise.resolve({ page: 1, limit: 10, pageCount: 99, items: count(10).map((id) => ({ id })) });
    await expect(walk({ read })).rejects.toMatchObject({ code: 'bad-response' });
  });

  it('ends at one that gives nothing but knows of more', async () => {
    const read: ReadPage<Row> = (query) => Promise.resolve({ ...query, pageCount: 99, items: [] });
    expect(await walk({ read })).toEqual([]);
  });

  it('ends at one that never runs out of rows', async () => {
    let id = 0;
    const read: ReadPage<Row> = (query) => {
      const old = id === 0 ? [] : [{ id }];
      const items = [...old, ...count(query.limit - old.length).map(() => ({ id: (id += 1) }))];
      return Promise.resolve({ ...query, pageCount: null, items });
    };
    await expect(walk({ read }, 5)).rejects.toMatchObject({ code: 'bad-response' });
  });

  it('hands on what a page says, and stops when the caller gives up', async () => {
    const failing: ReadPage<Row> = () =>
      Promise.reject(new AppError({ code: 'forbidden', message: 'No', outcome: 'refused' }));
    await expect(walk({ read: failing })).rejects.toMatchObject({ code: 'forbidden' });
    const controller = new AbortController();
    const service = new Shifting(500, {}, () => controller.abort());
    const options = { limit: 100, keyOf: ({ id }: Row) => id, signal: controller.signal };
    const reading = (async () => {
      for await (const row of walkPages(service.read, options)) expect(row.id).toBeLessThan(100);
    })();
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
    expect(service.asked).toHaveLength(1);
  });
});
