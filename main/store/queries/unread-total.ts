import type { Query } from './query.ts';

/** A number that a person restored is known here alone: the service counts at least one, and what came since. */
const TOTAL = `
  SELECT coalesce(sum(CASE WHEN act_unread IS NULL THEN unread_count ELSE max(1, service_unread + (
    SELECT count(*) FROM messages
    WHERE messages.phone = chats.phone AND at > counted_to AND sequence = 'in' AND kind = 'text')) END), 0) AS total
  FROM chats WHERE id > 0 AND status = 'active' AND unread_count > 0`;

/** What the service counts as unread: of chats that are open there, snoozed and muted ones included. */
export const getUnreadTotal: Query<'getUnreadTotal'> = (db) => db.get<{ total: number }>(TOTAL)?.total ?? 0;
