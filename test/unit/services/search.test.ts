import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SearchResult } from '#shared/contract/index.ts';
import { AppError } from '#shared/domain/app-error.ts';
import { Search } from '#main/services/search/search.ts';
import type { SearchQuery } from '#main/services/search/search.ts';
import { createFakeSession, FakeAccountParts, SIGN_IN } from './fakes.ts';

describe('search', () => {
  let folder: string;
  let search: Search;
  let asked: { readonly query: string; readonly answer: PromiseWithResolvers<SearchResult> }[];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-search-'));
    const fakes = new FakeAccountParts();
    asked = [];
    fakes.store = {
      search: ({ query }) => {
        const answer = Promise.withResolvers<SearchResult>();
        asked.push({ query, answer });
        return answer.promise;
      },
    };
    const { session } = createFakeSession(folder, { fakes });
    await session.signIn(SIGN_IN);
    search = new Search({ session });
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const toResult = (lookedBackTo: number): SearchResult => ({
    ...{ people: [], messages: [], hasMorePeople: false, hasMoreMessages: false, lookedBackTo },
  });
  /** What becomes of a search: its number, or the code of its error. */
  const find = (query: string, said: Partial<SearchQuery> = {}): Promise<unknown> =>
    search.find({ query, scope: 'all', chatId: null, limit: 5, ...said }).then(
      (result) => result.lookedBackTo,
      (error: unknown) => (error instanceof AppError ? error.code : error),
    );
  const listAsked = (): string[] => asked.map(({ query }) => query);

  it('asks at once where nothing runs', async () => {
    const first = find('a');
    expect(listAsked()).toEqual(['a']);
    asked[0]?.answer.resolve(toResult(1));
    expect(await first).toBe(1);
  });

  it('lets only the newest of those follow that wait, and ends the others as cancelled', async () => {
    const found = [find('a'), find('ab'), find('abc'), find('abcd')];
    expect(await Promise.all(found.slice(1, 3))).toEqual(['cancelled', 'cancelled']);
    expect(listAsked()).toEqual(['a']);
    asked[0]?.answer.resolve(toResult(1));
    expect(await found[0]).toBe(1);
    await expect.poll(listAsked).toEqual(['a', 'abcd']);
    asked[1]?.answer.resolve(toResult(2));
    expect(await found[3]).toBe(2);
  });

  it('lets a search of another scope or chat wait for its turn', async () => {
    const found = [find('a'), find('b'), find('c', { chatId: 4 }), find('d', { scope: 'people' })];
    for (const turn of [0, 1, 2, 3]) {
      await expect.poll(() => asked.length).toBe(turn + 1);
      asked[turn]?.answer.resolve(toResult(turn));
    }
    expect(await Promise.all(found)).toEqual([0, 1, 2, 3]);
  });

  it('goes on after a search that failed', async () => {
    const found = [find('a'), find('b')];
    asked[0]?.answer.reject(new AppError({ code: 'disk', message: 'gone' }));
    expect(await found[0]).toBe('disk');
    await expect.poll(listAsked).toEqual(['a', 'b']);
    asked[1]?.answer.resolve(toResult(2));
    expect(await found[1]).toBe(2);
  });
});
