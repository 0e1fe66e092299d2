import type { Query } from './query.ts';

/** What the service counts as unread: of chats that are open there, snoozed and muted ones included. */
export const getUnreadTotal: Query<'getUnreadTotal'> = (db) =>
  db.get<{ total: number }>(
    `SELECT coalesce(sum(unread_count), 0) AS total FROM chats WHERE id > 0 AND status = 'active' AND unread_count > 0`,
  )?.total ?? 0;
