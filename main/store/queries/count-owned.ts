import type { OwnedCounts } from '../api/collections.ts';
import type { ReadDb } from '../open.ts';
import type { Query } from './query.ts';

/** Each with the table that it counts in: an account that was not opened since an update has none of the newer ones. */
const COUNTS: Readonly<Record<keyof OwnedCounts, readonly (readonly [table: string, sql: string])[]>> = {
  drafts: [
    [
      'files',
      `SELECT count(*) AS n FROM (
        SELECT phone FROM drafts WHERE text <> '' UNION SELECT phone FROM files WHERE phone IS NOT NULL)`,
    ],
  ],
  unsent: [['sends', `SELECT count(*) AS n FROM sends WHERE state <> 'accepted'`]],
  actions: [
    ['pending_actions', 'SELECT count(*) AS n FROM pending_actions WHERE chat_id > 0'],
    ['message_deletions', 'SELECT count(*) AS n FROM message_deletions WHERE deleted_at IS NULL'],
    ['people_changes', `SELECT count(*) AS n FROM people_changes WHERE state <> 'done'`],
  ],
  ledger: [['ledger', 'SELECT count(*) AS n FROM ledger']],
  imports: [['imports', 'SELECT count(*) AS n FROM imports WHERE is_dropped = 0']],
  // What waits at the service goes out from there all the same.
  schedules: [
    [
      'own_schedules',
      `SELECT count(*) AS n FROM own_schedules WHERE over_at IS NULL AND NOT (keeper = 'service' AND state = 'coming')`,
    ],
  ],
};

/** What goes for good with this account's folder. */
export const countOwned: Query<'countOwned'> = (db) => {
  const tables = new Set(db.all<{ name: string }>('SELECT name FROM pragma_table_list').map(({ name }) => name));
  const count = (kind: keyof OwnedCounts): number =>
    COUNTS[kind].reduce((sum, [table, sql]) => sum + (tables.has(table) ? countRows(db, sql) : 0), 0);
  return {
    ...{ drafts: count('drafts'), unsent: count('unsent'), actions: count('actions'), ledger: count('ledger') },
    ...{ imports: count('imports'), schedules: count('schedules') },
  };
};

const countRows = (db: ReadDb, sql: string): number => db.get<{ n: number }>(sql)?.n ?? 0;
