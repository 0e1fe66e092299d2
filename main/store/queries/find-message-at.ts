import { findChatId } from './find-chat-id.ts';
import type { MessageRow } from '../rows/message-row.ts';
import { findSendOf, toViewKey } from './message-view.ts';
import type { Query } from './query.ts';

/** For the query-plan test too. */
export const FIRST_SINCE = `
  SELECT messages.sequence, messages.id FROM chats CROSS JOIN messages ON messages.phone = chats.phone
  WHERE chats.id = ? AND messages.at >= ? AND messages.kind IN ('text', 'call')
  ORDER BY messages.at, messages.sequence, messages.id LIMIT 1`;

/** By the key that its line has in the thread. */
export const findMessageAt: Query<'findMessageAt'> = (db, { chatId, at }) => {
  const id = findChatId(db, { chatId, phone: null });
  const row = db.get<Pick<MessageRow, 'sequence' | 'id'>>(FIRST_SINCE, [id ?? null, at]);
  return row === undefined ? null : toViewKey(row, findSendOf(db, row));
};
