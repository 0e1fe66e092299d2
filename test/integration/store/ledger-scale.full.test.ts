import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROWS_PER_PART } from '#main/store/split.ts';
import type { StoreQueries } from '#main/store/api.ts';
import type { LedgerFilter } from '#shared/contract/index.ts';
import { fillLedger, toLedgerId } from '#test/bench/query-fills.ts';
import { StoreInOneThread } from '#test/unit/store/store-in-one-thread.ts';
import { buildMessage, phoneOf } from '#test/unit/store/builders.ts';

type Cursor = StoreQueries['listLedger']['input']['before'];
type Page = StoreQueries['listLedger']['output'];

const ROWS = 100_000;
const FILL_TIMEOUT_MS = 300_000;

/** What it takes is in `npm run bench -- --only queries`. */
describe('a ledger of 100,000 texts', { timeout: 120_000 }, () => {
  let store: StoreInOneThread;

  beforeAll(() => {
    store = new StoreInOneThread();
    fillLedger(store, { rows: ROWS, people: 3_000 });
  }, FILL_TIMEOUT_MS);
  afterAll(() => store.close());

  const toFilter = (query: string, said: Partial<LedgerFilter> = {}): LedgerFilter => {
    return { query, outcome: null, fromAt: null, toAt: null, ...said };
  };
  /** The ids of all texts that the filter leaves, page by page. */
  function walk(filter: LedgerFilter): readonly string[] {
    const ids: string[] = [];
    let before: Cursor = null;
    do {
      const page: Page = store.ask('listLedger', { filter, before, limit: 500 });
      ids.push(...page.rows.map(({ sendId }) => sendId));
      before = page.older;
    } while (before !== null);
    return ids;
  }

  it('is listed page by page, every text once and the newest first (STORE-25)', () => {
    const ids = walk(toFilter(''));
    expect(ids.length).toBe(ROWS);
    expect(ids).toEqual(Array.from({ length: ROWS }, (_, index) => toLedgerId(ROWS - 1 - index)));
  });

  it('is listed by outcome: the refused ones are those that were stopped', () => {
    expect(walk(toFilter('', { outcome: 'stopped' }))).toHaveLength(ROWS / 50);
    expect(walk(toFilter('', { outcome: 'discarded' }))).toEqual([]);
  });

  it('finds the oldest text of all', () => {
    expect(walk(toFilter('xylo'))).toEqual([toLedgerId(5)]);
    expect(walk(toFilter('thanks nowhere'))).toEqual([]);
  });

  it.each(['', 'parcel', 'nowhere', 'thanks please', '44770', 'ccson'])(
    'is added up for %j to as many as are listed',
    (query) => {
      const { count } = store.ask('countLedger', { filter: toFilter(query) });
      expect(count).toBe(walk(toFilter(query)).length);
      expect(count > 0).toBe(query !== 'nowhere');
    },
  );

  it('is not changed by a page of messages that it has already (STORE-24)', () => {
    const messages = Array.from({ length: ROWS_PER_PART }, (_, n) =>
      buildMessage(`out:${1_000 + n}`, { phone: phoneOf(1), price: 0.04 }),
    );
    for (const _ of [1, 2]) store.run('commitMessages', { messages, source: 'page' });
    expect(store.changes).toBeNull();
  });
});

/** As many rows as one page of a search walks through, and some more; written by SQL, since nothing else is asked of them. */
const FILL_SQL = `
  WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
  INSERT INTO ledger (send_id, phone, text, files_count, state, outcome, created_at, attempts, parts_predicted, haystack)
  SELECT 's' || n, '44', '', 0, 'accepted', 'sent', n / 3, 0, 1, iif(n IN (1, 2, 40), 'rare', 'frequent') FROM numbers`;

describe('a search in more texts than one page walks through', () => {
  it(
    'goes on page by page to the oldest of all, without leaving out or repeating one (STORE-17)',
    () => {
      const store = new StoreInOneThread();
      store.owned.run(FILL_SQL, [200_050]);
      const filter = { query: 'rare', outcome: null, fromAt: null, toAt: null };
      const first = store.ask('listLedger', { filter, before: null, limit: 50 });
      expect(first.rows).toEqual([]);
      const second = store.ask('listLedger', { filter, before: first.older, limit: 50 });
      expect([second.rows.map(({ sendId }) => sendId), second.older]).toEqual([['s40', 's2', 's1'], null]);
      // Every row of the moment in which the page ends is on one side of it.
      const frequent = { ...filter, query: 'frequent' };
      const walked = new Set<string>();
      for (let before = first.older; before !== null;) {
        const page = store.ask('listLedger', { filter: frequent, before, limit: 20 });
        for (const { sendId } of page.rows) {
          expect(walked.has(sendId)).toBe(false);
          walked.add(sendId);
        }
        before = page.older;
      }
      expect(walked.size).toBe(49 - 3);
      store.close();
    },
    FILL_TIMEOUT_MS,
  );
});
