import { describe, expect, it } from 'vitest';
import { toNetworkError, ExchangeEnded } from '#main/api/network/network-failure.ts';
import { SmallerPages } from '#main/api/smaller-pages.ts';
import type { TooLarge } from '#main/api/smaller-pages.ts';
import { walkPages } from '#main/api/walk.ts';
import type { AskedPage } from '#main/api/wire/page.ts';
import { readCollection } from '#main/sync/drivers/collection.ts';
import type { Page } from '#shared/domain/entities.ts';
import { Random, throwDice } from '#test/support/random.ts';

interface Row {
  readonly id: number;
  readonly size: number;
}

const MOST_SIZE = 100;

/** A collection whose answers may not be larger than a hundred. */
class Collection {
  rows: readonly Row[];
  asked: AskedPage[] = [];
  tooLarge: TooLarge[] = [];
  isBare = false;
  beforeAnswer: () => void = () => undefined;
  readonly pages = new SmallerPages((what) => this.tooLarge.push(what));

  constructor(sizes: readonly number[]) {
    this.rows = sizes.map((size, index) => ({ id: index + 1, size }));
  }

  readonly answer = async (asked: AskedPage): Promise<Page<unknown>> => {
    await Promise.resolve();
    this.asked.push(asked);
    this.beforeAnswer();
    const items = this.rows.slice((asked.page - 1) * asked.limit, asked.page * asked.limit);
    if (items.reduce((sum, { size }) => sum + size, 0) > MOST_SIZE) {
      throw toNetworkError({ row: 'GET /rows', error: new ExchangeEnded('too-large', 'too large'), hasStarted: true });
    }
    return { ...asked, pageCount: this.isBare ? null : Math.max(1, Math.ceil(this.rows.length / asked.limit)), items };
  };

  /** As the client reads a page: whole where that can be, else in pieces. */
  readonly read = async (asked: AskedPage): Promise<Page<Row>> => {
    const large = { row: 'GET /rows', path: '/rows', asked };
    try {
      return (await this.answer(asked)) as Page<Row>;
    } catch {
      const { page, leftOut } = await this.pages.read(large, this.answer);
      return { ...(page as Page<Row>), ...(leftOut > 0 ? { leftOut } : {}) };
    }
  };
}

const idsOf = ({ items }: Page<Row>): readonly number[] => items.map(({ id }) => id);
const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

async function walkAll({ read }: Collection): Promise<readonly number[]> {
  const ids: number[] = [];
  for await (const { id } of walkPages(read, { limit: 100, keyOf: (row) => row.id })) ids.push(id);
  return ids.sort((a, b) => a - b);
}

async function collectAll({ read }: Collection): Promise<readonly number[]> {
  const { seen, state } = await readCollection<Row>({ readPage: read, keyOf: ({ id }) => id });
  expect(state).toBe('ended');
  return [...seen].sort((a, b) => a - b);
}

describe('a page that is too large', () => {
  it('is put together from smaller ones, with the numbers of the page that was asked for', async () => {
    const collection = new Collection(range(1, 300).map(() => 3));
    const page = await collection.read({ page: 2, limit: 100 });
    expect(idsOf(page)).toEqual(range(101, 200));
    expect(page).toMatchObject({ page: 2, limit: 100, pageCount: 3 });
    expect(collection.tooLarge[0]).toMatchObject({ row: 'GET /rows', limit: 50 });
  });

  it('leaves out the one row that is too large alone, and says which', async () => {
    const collection = new Collection(range(1, 60).map((id) => (id === 23 ? 101 : 3)));
    const page = await collection.read({ page: 1, limit: 60 });
    expect(idsOf(page)).toEqual(range(1, 60).filter((id) => id !== 23));
    expect(page.leftOut).toBe(1);
    expect(collection.tooLarge.filter(({ limit }) => limit === 1)).toEqual([{ row: 'GET /rows', page: 23, limit: 1 }]);
  });

  it('misses none where rows above go away meanwhile', async () => {
    const collection = new Collection(range(1, 100).map(() => 3));
    let answers = 0;
    collection.beforeAnswer = () => {
      answers += 1;
      if (answers === 4) collection.rows = collection.rows.filter(({ id }) => id > 6);
    };
    const page = await collection.read({ page: 1, limit: 100 });
    expect(idsOf(page)).toEqual(expect.arrayContaining([...range(7, 100)]));
  });

  it('begins with a size that fits where a piece failed the time before', async () => {
    const collection = new Collection(range(1, 100).map(() => 7));
    collection.beforeAnswer = () => {
      if (collection.asked.at(-1)?.limit === 12) throw new Error('the service is away');
    };
    const asked = { page: 1, limit: 100 };
    await expect(collection.read(asked)).rejects.toThrow('away');
    expect(collection.pages.isKnown({ row: 'GET /rows', path: '/rows', asked })).toBe(true);
    collection.beforeAnswer = () => undefined;
    collection.tooLarge = [];
    expect(idsOf(await collection.read(asked))).toEqual(range(1, 100));
    expect(collection.tooLarge).toEqual([]);
  });

  it('ends where the collection ends, also where pages are not counted', async () => {
    const collection = new Collection(range(1, 70).map(() => 3));
    collection.isBare = true;
    expect(idsOf(await collection.read({ page: 1, limit: 100 }))).toEqual(range(1, 70));
  });
});

describe('a walk over pages of any sizes', () => {
  it.each(range(1, 60))('misses no row that fits into an answer while others come and go (%i)', async () => {
    const seed = throwDice().between(1, 1_000_000_000);
    const random = new Random(seed);
    const sizes = range(1, random.between(1, 320)).map(() =>
      random.happens(2) ? 101 : random.between(0, random.pick([2, 8, 60])),
    );
    const walk = random.pick([walkAll, collectAll]);
    const collection = new Collection(sizes);
    const all = collection.rows;
    // Nothing shows both sides of a row that is left out: what goes away in that moment may take a neighbour along.
    const isQuiet = all.some(({ size }) => size > MOST_SIZE);
    const gone = new Set<number>();
    collection.beforeAnswer = () => {
      if (isQuiet || !random.happens(4)) return;
      const id = random.between(1, sizes.length);
      gone.add(id);
      collection.rows = collection.rows.filter((row) => row.id !== id);
    };
    const ids = new Set(await walk(collection));
    const missing = all.filter(({ id, size }) => size <= MOST_SIZE && !gone.has(id) && !ids.has(id));
    expect({ seed, missing }).toEqual({ seed, missing: [] });
  });
});
