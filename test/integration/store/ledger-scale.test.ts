import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toLedgerColumns } from '#main/store/rows/ledger-row.ts';
import { toInsert } from '#main/store/rows/sql.ts';
import { ROWS_PER_PART } from '#main/store/split.ts';
import type { LedgerFilter } from '#shared/contract/index.ts';
import { toSendId } from '#shared/domain/ids.ts';
import { Bench } from '#test/unit/store/bench.ts';
import {
  MINUTE_MS,
  NOON,
  buildChat,
  buildContact,
  buildMessage,
  buildSend,
  phoneOf,
} from '#test/unit/store/builders.ts';

const IS_FULL = process.env.SWITCHBOARD_TEST_SCALE === 'full';
const ROWS = IS_FULL ? 100_000 : 20_000;
const PEOPLE = 3_000;
const FILL_TIMEOUT_MS = 120_000;
/** CPU time of the thread that one page may take; one that walks through all hundred thousand rows; and all totals. */
const PAGE_MS = 10;
const WALK_MS = 80;
const COUNT_MS = 80;

const WORDS = 'parcel ready tomorrow appointment thanks please call invoice dental garden Zürich café number the'.split(
  ' ',
);
/** The same texts in every run: what is measured shall not change with chance. */
const toText = (n: number): string => {
  let state = n + 1;
  const words = Array.from({ length: 6 + (n % 20) }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return WORDS[(state >>> 8) % WORDS.length];
  });
  return words.join(' ');
};

describe(`a ledger of ${ROWS} texts`, () => {
  let bench: Bench;

  beforeAll(() => {
    bench = new Bench();
    for (let first = 1; first <= PEOPLE; first += ROWS_PER_PART) {
      const ids = Array.from({ length: ROWS_PER_PART }, (_, index) => first + index);
      const toName = (id: number): string => `${String.fromCharCode(97 + (id % 26)).repeat(3)}son`;
      bench.run('commitContacts', { contacts: ids.map((id) => buildContact(id, { firstName: toName(id) })) });
      bench.run('commitChats', { chats: ids.map((id) => buildChat(id)) });
    }
    bench.owned.transaction(() => {
      for (let n = 0; n < ROWS; n += 1) {
        const text = n === 5 ? 'An unmistakable xylophone' : toText(n);
        const phone = phoneOf(1 + (n % PEOPLE));
        const send = buildSend(String(n).padStart(20, 'q'), { phone, text, createdAt: NOON + n * MINUTE_MS });
        const state = n % 50 === 0 ? 'refused' : 'accepted';
        const columns = { ...toLedgerColumns({ ...send, state }), message_id: n + 1, price_charged: 0.04 };
        bench.owned.run(toInsert('ledger', Object.keys(columns)), columns);
      }
    });
  }, FILL_TIMEOUT_MS);
  afterAll(() => bench.close());

  const toFilter = (query: string, said: Partial<LedgerFilter> = {}): LedgerFilter => {
    return { query, outcome: null, fromAt: null, toAt: null, ...said };
  };
  const list = (query: string, said: Partial<LedgerFilter> = {}, before: number | null = null) =>
    bench.ask('listLedger', {
      filter: toFilter(query, said),
      before: before === null ? null : { createdAt: NOON + before * MINUTE_MS, sendId: '' },
      limit: 50,
    });

  /** Milliseconds of CPU of this thread; the best of some means, because machines are shared. */
  function measure(work: () => unknown): number {
    work();
    const means = Array.from({ length: 4 }, () => {
      const before = process.threadCpuUsage();
      for (let time = 0; time < 3; time += 1) work();
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1_000 / 3;
    });
    return Math.min(...means);
  }

  it('is listed page by page in little time, however deep and of whatever outcome (STORE-25)', () => {
    for (const before of [null, ROWS / 2, 60]) {
      expect(list('', {}, before).rows).toHaveLength(50);
      expect(measure(() => list('', {}, before))).toBeLessThan(PAGE_MS);
    }
    expect(list('', { outcome: 'stopped' }).rows).toHaveLength(50);
    expect(measure(() => list('', { outcome: 'stopped' }))).toBeLessThan(PAGE_MS);
    expect(measure(() => list('', { outcome: 'discarded' }))).toBeLessThan(PAGE_MS);
  });

  it.each(['parcel', 'the', 'thanks please', 'zurich café', 'ccson', '44770', 'e'])(
    'is searched for %j, which is frequent, in little time',
    (query) => {
      expect(list(query).rows).toHaveLength(50);
      expect(measure(() => list(query))).toBeLessThan(PAGE_MS);
    },
  );

  it.each(['xylophone', 'nowhere', 'thanks nowhere', '07700 9999999', 'cccson nowhere', 'a e i nowhere zz'])(
    'is searched for %j through all of it within its time',
    (query) => {
      expect(list(query).rows.length).toBeLessThan(2);
      expect(measure(() => list(query))).toBeLessThan(WALK_MS);
    },
  );

  it('finds the oldest text of all', () => {
    expect(list('xylo').rows.map(({ sendId }) => sendId)).toEqual(['5'.padStart(20, 'q')]);
  });

  it.each(['', 'parcel', 'nowhere', 'thanks please', '44770'])('is added up for %j within its time', (query) => {
    const count = () => bench.ask('countLedger', { filter: toFilter(query) });
    expect(count().count > 0).toBe(query !== 'nowhere');
    expect(measure(count)).toBeLessThan(COUNT_MS);
  });

  it('costs a page of messages next to nothing, ours or not (STORE-24)', () => {
    const page = (first: number) =>
      Array.from({ length: ROWS_PER_PART }, (_, n) =>
        buildMessage(`out:${first + n}`, { phone: phoneOf(1), price: 0.04 }),
      );
    const [ours, others] = [page(1_000), page(ROWS * 2)];
    for (const messages of [ours, others]) bench.run('commitMessages', { messages, source: 'page' });
    const again = (messages: typeof ours) => measure(() => bench.run('commitMessages', { messages, source: 'page' }));
    expect(again(ours) - again(others)).toBeLessThan(2);
    expect(bench.changes).toBeNull();
  });

  it('takes one more text in little time', () => {
    let n = 0;
    const write = (): void => {
      n += 1;
      const sendId = toSendId(`new${n}`);
      bench.run('createSend', { send: buildSend(sendId, { createdAt: NOON - n }) });
      bench.run('updateSend', { sendId, patch: { state: 'sending', attempts: 1 } });
    };
    expect(measure(write)).toBeLessThan(PAGE_MS);
  });
});

/** As many rows as one page of a search walks through, and some more; written by SQL, since nothing else is asked of them. */
const FILL_SQL = `
  WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
  INSERT INTO ledger (send_id, phone, text, files_count, state, outcome, created_at, attempts, parts_predicted, haystack)
  SELECT 's' || n, '44', '', 0, 'accepted', 'sent', n / 3, 0, 1, iif(n IN (1, 2, 40), 'rare', 'frequent') FROM numbers`;

describe.runIf(IS_FULL)('a search in more texts than one page walks through', () => {
  it(
    'goes on page by page to the oldest of all, without leaving out or repeating one (STORE-17)',
    () => {
      const bench = new Bench();
      bench.owned.run(FILL_SQL, [200_050]);
      const filter = { query: 'rare', outcome: null, fromAt: null, toAt: null };
      const first = bench.ask('listLedger', { filter, before: null, limit: 50 });
      expect(first.rows).toEqual([]);
      const second = bench.ask('listLedger', { filter, before: first.older, limit: 50 });
      expect([second.rows.map(({ sendId }) => sendId), second.older]).toEqual([['s40', 's2', 's1'], null]);
      // Every row of the moment in which the page ends is on one side of it.
      const frequent = { ...filter, query: 'frequent' };
      const walked = new Set<string>();
      for (let before = first.older; before !== null;) {
        const page = bench.ask('listLedger', { filter: frequent, before, limit: 20 });
        for (const { sendId } of page.rows) {
          expect(walked.has(sendId)).toBe(false);
          walked.add(sendId);
        }
        before = page.older;
      }
      expect(walked.size).toBe(49 - 3);
      bench.close();
    },
    FILL_TIMEOUT_MS,
  );
});
