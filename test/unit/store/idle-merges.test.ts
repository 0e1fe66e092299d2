import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IdleMerges } from '#main/store/idle-merges.ts';
import { StoreInOneThread } from './store-in-one-thread.ts';
import { buildMessage } from './builders.ts';

/** Each number is a piece of the index that a search has to look into. */
const PIECES = 'SELECT count(DISTINCT segid) AS n FROM message_search_idx';

describe('the index of texts, when nobody wants anything', () => {
  let store: StoreInOneThread;
  let merges: IdleMerges;
  beforeEach(() => {
    vi.useFakeTimers();
    store = new StoreInOneThread();
    merges = new IdleMerges(store.cache);
  });
  afterEach(() => {
    merges.stop();
    store.close();
    vi.useRealTimers();
  });

  const countPieces = (): number => store.cache.get<{ n: number }>(PIECES)?.n ?? 0;

  /** So that more is left to merge than one command merges. */
  function pileUp(): void {
    store.cache.run(`INSERT INTO message_search (message_search, rank) VALUES ('usermerge', 16)`);
    for (let id = 1; id <= 12; id += 1)
      store.run('commitMessages', { messages: [buildMessage(`in:${id}`)], source: 'page' });
    store.cache.run(`INSERT INTO message_search (message_search, rank) VALUES ('usermerge', 4)`);
  }

  it('is put together until nothing is left to do, and then left alone', () => {
    pileUp();
    const before = countPieces();
    expect(before).toBeGreaterThan(8);
    merges.wait();
    vi.advanceTimersByTime(999);
    expect(countPieces()).toBe(before);
    vi.runAllTimers();
    expect(countPieces()).toBeLessThan(4);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits anew whenever something is wanted, and ends with the store', () => {
    pileUp();
    const before = countPieces();
    merges.wait();
    vi.advanceTimersByTime(900);
    merges.wait();
    vi.advanceTimersByTime(900);
    expect(countPieces()).toBe(before);
    merges.stop();
    vi.runAllTimers();
    expect(countPieces()).toBe(before);
  });

  it('leaves what goes wrong to the next command, which tells of it', () => {
    pileUp();
    store.cache.exec('PRAGMA query_only = ON');
    merges.wait();
    vi.runAllTimers();
    expect(vi.getTimerCount()).toBe(0);
  });
});
