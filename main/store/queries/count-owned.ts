import type { Query } from './query.ts';

const COUNTS = `
  SELECT (SELECT count(*) FROM (
      SELECT phone FROM drafts WHERE text <> '' UNION SELECT phone FROM files WHERE phone IS NOT NULL)) AS drafts,
    (SELECT count(*) FROM sends WHERE state <> 'accepted') AS unsent,
    (SELECT count(*) FROM pending_actions WHERE chat_id > 0)
      + (SELECT count(*) FROM message_deletions WHERE deleted_at IS NULL)
      + (SELECT count(*) FROM people_changes WHERE state <> 'done') AS actions,
    (SELECT count(*) FROM ledger) AS ledger`;

interface CountsRow {
  readonly drafts: number;
  readonly unsent: number;
  readonly actions: number;
  readonly ledger: number;
}

/** What goes for good with this account's folder. */
export const countOwned: Query<'countOwned'> = (db) =>
  db.get<CountsRow>(COUNTS) ?? { drafts: 0, unsent: 0, actions: 0, ledger: 0 };
