/** "Needs reading": a mark on each chat whose row shows news, until the messages of the chat are here (SYNC-23). */
import type { ChatId } from '#shared/domain/ids.ts';
import type { Coverage } from '#shared/domain/sync.ts';
import type { WriteDb } from '../open.ts';
import { findFeedSpan, measureThread } from '../queries/known-spans.ts';
import type { ChatColumns, ChatRow } from '../rows/chat-row.ts';
import type { WriteContext } from './command.ts';

/** What was read, and the newest mark that there was when it was asked for. `chatId` null: all chats. */
export interface ReadMarks {
  readonly chatId: ChatId | null;
  readonly upTo: number;
}

/** Runs in the transaction that writes the row. */
export function markNews(cache: WriteDb, said: ChatColumns, stored: ChatRow | undefined): void {
  if (said.id > 0 && showsNews(said, stored)) cache.run('REPLACE INTO chats_to_read (chat_id) VALUES (?)', [said.id]);
}

function showsNews(said: ChatColumns, stored: ChatRow | undefined): boolean {
  if (stored === undefined) return said.updated_at !== null || said.service_text !== '' || said.service_unread > 0;
  return (
    (said.updated_at ?? 0) > (stored.updated_at ?? 0) ||
    said.service_unread > stored.service_unread ||
    said.service_text !== stored.service_text ||
    said.service_direction !== stored.service_direction
  );
}

/** Runs in the transaction that writes the messages, after what they cover was noted. */
export function clearMarks(context: WriteContext, { chatId, upTo }: ReadMarks, covers: Coverage | undefined): void {
  const { cache } = context;
  if (chatId === null) cache.run('DELETE FROM chats_to_read WHERE mark <= ?', [upTo]);
  else if (!isHoleLeft(context, chatId, covers)) {
    cache.run('DELETE FROM chats_to_read WHERE chat_id = ? AND mark <= ?', [chatId, upTo]);
  }
}

/** Whether the newest page does not reach down to what was known before: the chat is to be read on. */
function isHoleLeft({ cache, owned }: WriteContext, chatId: ChatId, covers: Coverage | undefined): boolean {
  const chat = cache.get<{ phone: string }>('SELECT phone FROM chats WHERE id = ?', [chatId]);
  if (chat === undefined || covers?.kind !== 'chat') return false;
  const lowestAt = covers.fromAt ?? -Infinity;
  const { gaps } = measureThread({ owned, cache }, chat.phone, findFeedSpan(cache));
  return gaps.some(({ fromAt, toAt }) => fromAt !== null && toAt >= lowestAt);
}
