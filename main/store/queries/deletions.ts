/** Messages that a person deleted, by their keys: waiting for the service, or deleted there a short while ago. */
import { toChatId, toMessageKey } from '#shared/domain/ids.ts';
import type { MessageKey } from '#shared/domain/ids.ts';
import type { PendingDeletion } from '../api/chats.ts';
import type { ReadDb } from '../open.ts';
import { findChatId } from './find-chat-id.ts';
import type { Query } from './query.ts';

export type DeletionState = 'waiting' | 'done';

export interface DeletionRow {
  readonly sequence: 'in' | 'out' | 'call';
  readonly id: number;
  readonly chat_id: number;
  readonly created_at: number;
  readonly due_at: number;
  readonly deleted_at: number | null;
}

const ANY = 'SELECT 1 AS found FROM message_deletions LIMIT 1';
/** For the query-plan test too. */
export const DELETIONS_OF = `
  SELECT deletions.* FROM json_each(?) AS wanted CROSS JOIN message_deletions AS deletions
  ON deletions.sequence = substr(wanted.value, 1, instr(wanted.value, ':') - 1)
    AND deletions.id = CAST(substr(wanted.value, instr(wanted.value, ':') + 1) AS INTEGER)`;
const WAITING = 'SELECT * FROM message_deletions WHERE deleted_at IS NULL ORDER BY seq';

/** For so long after the service deleted a message, a page that has it is taken for an outdated one. */
export const OUTDATED_MS = 15 * 60_000;

/** Of these messages those that are deleted; hardly ever any. */
export function listDeleted(
  owned: ReadDb,
  { keys, now }: { readonly keys: readonly MessageKey[]; readonly now: number },
): ReadonlyMap<MessageKey, DeletionState> {
  if (keys.length === 0 || owned.get(ANY) === undefined) return new Map();
  const rows = owned.all<DeletionRow>(DELETIONS_OF, [JSON.stringify(keys)]);
  const valid = rows.filter(({ deleted_at: at }) => at === null || at > now - OUTDATED_MS);
  return new Map(valid.map((row) => [toKey(row), row.deleted_at === null ? 'waiting' : 'done']));
}

/** The key that it is known by. */
export const toKey = ({ sequence, id }: Pick<DeletionRow, 'sequence' | 'id'>): MessageKey => toMessageKey(sequence, id);

/** What the service has not confirmed, in the order made. */
export const listWaitingDeletions = (owned: ReadDb): DeletionRow[] => owned.all<DeletionRow>(WAITING);

/** What the service is to be told: of a provisional chat once there is a real one. */
export const listMessageDeletions: Query<'listMessageDeletions'> = (db) =>
  listWaitingDeletions(db).flatMap((row): PendingDeletion[] => {
    const chatId = row.chat_id > 0 ? row.chat_id : findChatId(db, { chatId: row.chat_id, phone: null });
    if (chatId === undefined || chatId < 0) return [];
    return [{ chatId: toChatId(chatId), key: toKey(row), createdAt: row.created_at, dueAt: row.due_at }];
  });

/** The service's count of a chat, and the time up to which it covers incoming texts. */
export interface CountedChat {
  readonly phone: string;
  readonly service_unread: number;
  readonly counted_to: number | null;
}

const ANY_HIDDEN = `
  SELECT 1 AS found FROM hidden_messages WHERE phone = ? AND sequence = 'in' AND kind = 'text' LIMIT 1`;
/** The newest ones are those that are not read. */
const HIDDEN_UNREAD = `
  SELECT coalesce(sum(is_hidden), 0) AS n FROM (
    SELECT at, id, 0 AS is_hidden FROM messages
    WHERE phone = @phone AND at <= @upTo AND sequence = 'in' AND kind = 'text'
    UNION ALL
    SELECT at, id, @keys IS NULL OR 'in:' || id IN (SELECT value FROM json_each(@keys)) FROM hidden_messages
    WHERE phone = @phone AND at <= @upTo AND sequence = 'in' AND kind = 'text'
    ORDER BY at DESC, id DESC LIMIT @most)`;

/** How many of the messages that the service counts as unread are out of sight; where keys are named, of those alone. */
export function countHiddenUnread(cache: ReadDb, chat: CountedChat, only: readonly MessageKey[] | null = null): number {
  const { phone, service_unread: most, counted_to: upTo } = chat;
  if (most === 0 || upTo === null || cache.get(ANY_HIDDEN, [phone]) === undefined) return 0;
  const keys = only === null ? null : JSON.stringify(only);
  return cache.get<{ n: number }>(HIDDEN_UNREAD, { phone, upTo, most, keys })?.n ?? 0;
}
