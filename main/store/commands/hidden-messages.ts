/**
 * Messages out of sight while their deletion waits: in a table of their own, which nothing that shows, counts or finds
 * messages reads. What the service says of one meanwhile is kept there too.
 */
import type { Message } from '#shared/domain/entities.ts';
import { toMessageKey } from '#shared/domain/ids.ts';
import type { MessageKey } from '#shared/domain/ids.ts';
import { findMessagePlace } from '../core/line-key.ts';
import { mergeMessage } from '../core/merge-message.ts';
import type { MessageSource } from '../core/merge-message.ts';
import type { WriteDb } from '../open.ts';
import { countHiddenUnread, listDeleted } from '../queries/deletions.ts';
import type { CountedChat } from '../queries/deletions.ts';
import { MESSAGE_COLUMNS, toMessage, toMessageColumns } from '../rows/message-row.ts';
import type { MessageColumns } from '../rows/message-row.ts';
import { isSame, toInsert } from '../rows/sql.ts';
import type { WriteContext } from './command.ts';

const KEEP = toInsert('hidden_messages', MESSAGE_COLUMNS).replace('INSERT', 'INSERT OR REPLACE');
const DROP = 'DELETE FROM hidden_messages WHERE sequence = ? AND id = ?';
const DROP_LETTERS = 'DELETE FROM message_letters WHERE message_id = ?';

type Table = 'messages' | 'hidden_messages';

/** The rows of these messages, as far as that table has them; each once. */
export function findRows<Row extends MessageColumns>(cache: WriteDb, table: Table, keys: Iterable<string>): Row[] {
  return [...new Set(keys)].flatMap((key) => {
    const place = findMessagePlace(key);
    if (place === undefined) return [];
    return cache.get<Row>(`SELECT * FROM ${table} WHERE sequence = ? AND id = ?`, [place.sequence, place.id]) ?? [];
  });
}

/** What there is of a message while it is out of sight. */
export function keepHidden(cache: WriteDb, columns: MessageColumns): void {
  cache.run(KEEP, columns);
}

/** Takes these out of hiding; what they said. The caller puts them where they belong. */
export function takeHidden({ cache }: WriteContext, keys: readonly MessageKey[]): Message[] {
  const rows = findRows<MessageColumns>(cache, 'hidden_messages', keys);
  for (const { sequence, id } of rows) cache.run(DROP, [sequence, id]);
  return rows.map(toMessage);
}

const COUNTED_CHATS = 'SELECT id, phone, service_unread, counted_to FROM chats WHERE phone = ? AND id > 0';
const LOWER_UNREAD = 'UPDATE chats SET service_unread = max(0, service_unread - ?) WHERE id = ?';
const CLEAR_SUMMARY = `
  UPDATE chats SET service_text = '', service_direction = NULL, updated_at = coalesce((
    SELECT at FROM messages WHERE phone = @phone AND kind IN ('text', 'call')
    ORDER BY at DESC, sequence DESC, id DESC LIMIT 1), updated_at)
  WHERE phone = @phone AND id > 0 AND updated_at <= @at`;

/**
 * They are gone at the service. What its rows of their chats said of them, as unread or as the last line, goes with them:
 * the next row says it anew.
 */
export function forgetHidden(context: WriteContext, keys: readonly MessageKey[]): void {
  const { cache } = context;
  const rows = findRows<MessageColumns>(cache, 'hidden_messages', keys);
  for (const [phone, group] of Map.groupBy(rows, (row) => row.phone)) {
    for (const chat of cache.all<CountedChat & { readonly id: number }>(COUNTED_CHATS, [phone])) {
      const unread = countHiddenUnread(cache, chat, keys);
      if (unread > 0) cache.run(LOWER_UNREAD, [unread, chat.id]);
    }
    for (const { sequence, id } of group) {
      cache.run(DROP, [sequence, id]);
      if (sequence === 'out') cache.run(DROP_LETTERS, [id]);
    }
    cache.run(CLEAR_SUMMARY, { phone, at: Math.max(...group.map(({ at }) => at)) });
  }
}

/**
 * Of messages that came, those to show. The others stay out of sight: a person deleted them and the service has not, or has
 * so lately that a page may not know it; what is told of one that waits is kept.
 */
export function withoutDeleted(
  context: WriteContext,
  messages: readonly Message[],
  source: MessageSource,
): readonly Message[] {
  const { owned, now } = context;
  const deleted = listDeleted(owned, { keys: messages.map(({ key }) => key), now });
  if (deleted.size === 0) return messages;
  return messages.filter((message) => {
    const state = deleted.get(message.key);
    if (state === undefined || (state === 'done' && source === 'single')) return true;
    if (state === 'waiting') keepTold(context, message, source);
    return false;
  });
}

const LETTER_CHANGE = `
  INSERT INTO message_letters (message_id, at, before_letter, after_letter, source) VALUES (?, ?, ?, ?, ?)`;

function keepTold({ cache, now }: WriteContext, message: Message, source: MessageSource): void {
  const [known] = findRows<MessageColumns>(cache, 'hidden_messages', [message.key]);
  const merged = known === undefined ? message : mergeMessage(toMessage(known), message, source);
  const columns = toMessageColumns(merged);
  if (known !== undefined && isSame(known, columns)) return;
  keepHidden(cache, columns);
  if (known === undefined || known.letter === merged.letter) return;
  cache.run(LETTER_CHANGE, [known.id, now, known.letter, merged.letter, source]);
}

const BELIEVE = `
  DELETE FROM message_deletions
  WHERE deleted_at IS NOT NULL AND sequence || ':' || id IN (SELECT value FROM json_each(?))`;

/** A newer read of these very messages says that they are there after all. */
export function believeSingle({ owned }: WriteContext, messages: readonly Message[]): void {
  const keys = messages.map(({ key }) => key);
  if (listDeleted(owned, { keys, now: 0 }).size > 0) owned.run(BELIEVE, [JSON.stringify(keys)]);
}

/** What a person deleted and the service still lists is no news. */
export function listNews({ owned, now }: WriteContext, messages: readonly Message[]): readonly Message[] {
  const deleted = listDeleted(owned, { keys: messages.map(({ key }) => key), now });
  return deleted.size === 0 ? messages : messages.filter(({ key }) => !deleted.has(key));
}

/** All keys that are out of sight. */
export function listHidden(cache: WriteDb): MessageKey[] {
  const rows = cache.all<Pick<MessageColumns, 'sequence' | 'id'>>('SELECT sequence, id FROM hidden_messages');
  return rows.map(({ sequence, id }) => toMessageKey(sequence, id));
}
