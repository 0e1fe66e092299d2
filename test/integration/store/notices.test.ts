/** Notices on real files and threads: over closing, and over the loss of the cache. */
import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Store } from '#main/store/api.ts';
import { toFilePaths } from '#main/store/paths.ts';
import { MINUTE_MS, NOON, buildMessage } from '#test/unit/store/builders.ts';
import { createStoreHarness } from './store-harness.ts';

describe('notices of a store', () => {
  const harness = createStoreHarness();
  const arrive = (store: Store, ...ids: number[]) =>
    store.commitMessages({
      messages: ids.map((id) => buildMessage(`in:${id}`, { at: NOON + id * MINUTE_MS })),
      source: 'page',
    });
  const take = async (store: Store, limit = 50) => (await store.takeNotices({ limit })).map(({ key }) => key);

  it('are given out once, whatever opens and closes in between (NOTICES-1)', async () => {
    const { store, folder } = await harness.open();
    await store.openNotices({});
    await arrive(store, 1, 2, 3);
    expect(await take(store, 1)).toEqual(['in:1']);
    await store.dispose();
    const { store: second } = await harness.open(folder);
    await arrive(second, 1, 2, 3, 4);
    expect(await take(second)).toEqual(['in:2', 'in:3', 'in:4']);
    await second.dispose();
    const { store: third } = await harness.open(folder);
    expect(await take(third)).toEqual([]);
  });

  it('are given out to one of those who ask at the same time', async () => {
    const { store } = await harness.open();
    await store.openNotices({});
    await arrive(store, 1, 2, 3, 4, 5);
    const taken = await Promise.all([take(store, 2), take(store, 2), take(store, 2), take(store, 2)]);
    expect(taken.flat()).toEqual(['in:1', 'in:2', 'in:3', 'in:4', 'in:5']);
  });

  it('tell nothing old after the cache was deleted, and what came since (NOTICES-3)', async () => {
    const { store, folder } = await harness.open();
    await arrive(store, 1);
    await store.openNotices({});
    await arrive(store, 2, 3);
    expect(await take(store, 1)).toEqual(['in:2']);
    await store.dispose();
    const { cache } = toFilePaths(folder);
    for (const end of ['', '-wal', '-shm']) rmSync(`${cache}${end}`, { force: true });
    const { store: anew } = await harness.open(folder);
    await arrive(anew, 1, 2, 3, 4);
    expect(await take(anew)).toEqual([]);
    await anew.openNotices({});
    expect(await take(anew)).toEqual(['in:3', 'in:4']);
  });
});
