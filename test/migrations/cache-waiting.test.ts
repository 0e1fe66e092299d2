import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SqlValue } from '#main/store/open.ts';
import { toScheduleColumns } from '#main/store/rows/schedule-row.ts';
import { toContactId } from '#shared/domain/ids.ts';
import { createRandom } from '#test/bench/words.ts';
import { StoreInOneThread } from '#test/unit/store/store-in-one-thread.ts';
import {
  DAY_MS,
  MINUTE_MS,
  NOON,
  buildCall,
  buildChat,
  buildMessage,
  phoneOf,
  buildSchedule,
} from '#test/unit/store/builders.ts';
import { useCacheAtStep } from './cache-at-step.ts';

/** As they were before schedules had a reference. */
function toColumns(id: number, said: Parameters<typeof buildSchedule>[1]) {
  const { reference_id: _, ...columns } = toScheduleColumns(buildSchedule(id, said));
  return columns;
}

const CHATS = 100;
const FILLED = 'id, answered_at, waiting_since, has_failed, snoozed_until, returned_at, shelf';

describe('0012 of cache.db', () => {
  const cache = useCacheAtStep();
  const { goTo, insert } = cache;
  let store: StoreInOneThread;
  beforeEach(() => (store = new StoreInOneThread()));
  afterEach(() => store.close());

  /** Rows of the newest schema, as far as the one of before had their columns. */
  function copyBack(table: string): void {
    const columns = cache.db.all<{ name: string }>('SELECT name FROM pragma_table_info(?)', [table]);
    for (const row of store.cache.all<Record<string, SqlValue>>(`SELECT * FROM ${table}`)) {
      insert(table, Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null])));
    }
  }

  it('fills in who waits and what failed as it would have been worked out from the beginning', () => {
    const random = createRandom(3);
    const below = (count: number): number => Math.floor(random() * count);
    const chats = Array.from({ length: CHATS }, (_, index) =>
      buildChat(index + 1, {
        updatedAt: below(3) > 0 ? null : NOON + below(40) * MINUTE_MS,
        lastDirection: below(2) === 0 ? 'in' : 'out',
        status: below(5) === 0 ? 'closed' : 'active',
      }),
    );
    store.run('commitChats', { chats });
    for (let id = 1; id <= 300; id += 1) {
      const said = { phone: phoneOf(1 + below(CHATS)), at: NOON + below(40) * MINUTE_MS };
      const letter = below(3) === 0 ? 'f' : 'd';
      const ways = [
        () => buildMessage(`in:${id}`, said),
        () => buildMessage(`out:${id}`, { ...said, letter }),
        () => buildCall(id, said),
      ];
      const message = ways[below(3)]?.();
      if (message !== undefined) store.run('commitMessages', { messages: [message], source: 'page' });
    }
    store.run('ensureChat', { phone: phoneOf(99), at: NOON });
    goTo(11);
    copyBack('messages');
    copyBack('chats');
    goTo(12);
    const expected = store.cache.all<{ waiting_since: number | null; has_failed: number }>(
      `SELECT ${FILLED} FROM chats ORDER BY id`,
    );
    expect(cache.db.all(`SELECT ${FILLED} FROM chats ORDER BY id`)).toEqual(expected);
    const [waiting, failed] = [
      expected.filter((row) => row.waiting_since !== null),
      expected.filter((row) => row.has_failed),
    ];
    expect(Math.min(waiting.length, failed.length)).toBeGreaterThan(3);
  });

  it('knows whom the schedules name that are there, and follows them from then on', () => {
    const targets = (): unknown[] =>
      cache.db.all('SELECT schedule_id, phone, contact_id, at FROM schedule_targets ORDER BY schedule_id, contact_id');
    const add = (id: number, said: Parameters<typeof buildSchedule>[1]): unknown =>
      insert('schedules', toColumns(id, said));
    const phoneRow = { schedule_id: 1, phone: phoneOf(1), contact_id: null, at: NOON };
    goTo(11);
    add(1, { phones: [phoneOf(1)], contactIds: [toContactId(7)] });
    add(2, { phones: [phoneOf(2)], isCompleted: true });
    add(3, { phones: [phoneOf(3)], nextAt: null });
    goTo(12);
    expect(targets()).toEqual([phoneRow, { schedule_id: 1, phone: null, contact_id: 7, at: NOON }]);
    cache.db.run('UPDATE schedules SET next_at = ?, contact_ids = ? WHERE id = 1', [NOON + DAY_MS, '[]']);
    add(4, { contactIds: [toContactId(8)] });
    expect(targets()).toEqual([
      { ...phoneRow, at: NOON + DAY_MS },
      { schedule_id: 4, phone: null, contact_id: 8, at: NOON },
    ]);
    cache.db.run('UPDATE schedules SET is_completed = 1 WHERE id = 1');
    cache.db.run('DELETE FROM schedules WHERE id = 4');
    expect(targets()).toEqual([]);
  });
});
