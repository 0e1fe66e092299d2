/** Up to which incoming id nothing is news any more: as the cache goes by it, and as `owned.db` keeps it beyond the cache. */
import type { WriteDb } from '../open.ts';

const MARK = 'notices.floor';

/** Null before the first reading is over. */
export function findFloor(cache: WriteDb): number | null {
  return cache.get<{ value: number }>('SELECT value FROM sync_marks WHERE key = ?', [MARK])?.value ?? null;
}

/** Never goes down. */
export function raiseFloor(cache: WriteDb, id: number): void {
  const sql = `
    INSERT INTO sync_marks (key, value) VALUES (?, ?)
    ON CONFLICT (key) DO UPDATE SET value = max(value, excluded.value)`;
  cache.run(sql, [MARK, id]);
}

/** The highest id that was decided about, told or not; before the first time the highest that there is. */
export function findHighestDecided(cache: WriteDb): number {
  const floor = findFloor(cache);
  const [sql, none] =
    floor === null
      ? [`SELECT max(id) AS id FROM messages WHERE sequence = 'in' AND kind = 'text'`, 0]
      : ['SELECT max(inbound_id) AS id FROM notices', floor];
  return Math.max(cache.get<{ id: number | null }>(sql)?.id ?? none, none);
}

/** What outlives the cache; null: nothing was ever told. */
export function findKeptFloor(owned: WriteDb): number | null {
  const value = owned.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', [MARK])?.value;
  return value === undefined ? null : Number(value);
}

export function keepFloor(owned: WriteDb, id: number): void {
  const sql = 'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value';
  owned.run(sql, [MARK, String(id)]);
}
