/** Which texts of a thread are part of something larger, and who of the team wrote them: from the sends of the service. */
import type { MessageView } from '#shared/contract/index.ts';
import type { ReadDb } from '../open.ts';
import type { MessageRow } from '../rows/message-row.ts';

export type Origin = Pick<MessageView, 'origin' | 'author'>;

/** Somebody typed it for this one person, and nobody knows who; or it was the owner of the key. */
export const PLAIN: Origin = { origin: null, author: null };

/** Name of a user (`initiator_id` in the statement) who is not the account's own: known from the notes of contacts. */
const AUTHOR = `
  (SELECT author_name FROM contact_notes INDEXED BY contact_notes_by_author
   WHERE author_id = initiator_id AND author_name <> '' AND author_id NOT IN (SELECT user_id FROM account) LIMIT 1)`;

/** One statement for a page; for the query-plan test too. */
export const ORIGINS = `
  SELECT service_sends.id, title, recipients_count, ${AUTHOR} AS author
  FROM json_each(?) AS wanted CROSS JOIN service_sends ON service_sends.id = wanted.value`;

interface OriginRow {
  readonly id: number;
  readonly title: string | null;
  readonly recipients_count: number | null;
  readonly author: string | null;
}

/** By id of the send; without those that the cache does not have. */
export function findOrigins(db: ReadDb, rows: readonly Pick<MessageRow, 'session_id'>[]): ReadonlyMap<number, Origin> {
  const ids = new Set(rows.flatMap(({ session_id: id }) => (id === null ? [] : [id])));
  if (ids.size === 0) return new Map();
  return new Map(db.all<OriginRow>(ORIGINS, [JSON.stringify([...ids])]).map((row) => [row.id, toOrigin(row)]));
}

/** Name of whoever made a send of the service; null where nobody knows, and of the account's own user. */
export function findAuthor(db: ReadDb, sessionId: number): string | null {
  return findOrigins(db, [{ session_id: sessionId }]).get(sessionId)?.author ?? null;
}

function toOrigin({ id, title, recipients_count: count, author }: OriginRow): Origin {
  if (count === null || count < 2) return { origin: null, author };
  const name = title?.trim() ?? '';
  return { origin: { sessionId: id, name: name === '' ? null : name, recipientsCount: count }, author };
}
