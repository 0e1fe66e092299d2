import { toChatId } from '#shared/domain/ids.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import { SHELF_HIDDEN } from '../rows/chat-row.ts';
import type { Query } from './query.ts';

/** A deleted chat keeps its mark, and is read should it come back. */
const CHATS_TO_READ = `
  SELECT mark, chats.id, chats.phone FROM chats_to_read CROSS JOIN chats ON chats.id = chat_id
  WHERE chats.shelf < ${SHELF_HIDDEN} ORDER BY mark LIMIT ?`;

export const listChatsToRead: Query<'listChatsToRead'> = (db, { limit }) =>
  db
    .all<{ mark: number; id: number; phone: PhoneKey }>(CHATS_TO_READ, [limit])
    .map(({ mark, id, phone }) => ({ mark, chatId: toChatId(id), phone }));

export const getNewestChatMark: Query<'getNewestChatMark'> = (db) =>
  db.get<{ mark: number | null }>('SELECT max(mark) AS mark FROM chats_to_read')?.mark ?? 0;
