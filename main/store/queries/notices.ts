import { SHELF_OPEN } from '../rows/chat-row.ts';
import type { Query } from './query.ts';

const MUTE_ENDED = `
  FROM chats INDEXED BY chats_muted_for_a_while
  WHERE shelf = @shelf AND is_muted = 1 AND muted_until IS NOT NULL AND muted_until <= @now AND unread_count > 0`;
/** Of a shelf: how many chats have unread messages, how many of those are not muted now, and their messages. */
export const COUNT_UNREAD = `
  SELECT coalesce(sum(unread_chats), 0) AS unread,
    coalesce(sum(loud_chats), 0) + (SELECT count(*) ${MUTE_ENDED}) AS chats,
    coalesce(sum(loud_messages), 0) + (SELECT coalesce(sum(unread_count), 0) ${MUTE_ENDED}) AS messages
  FROM chat_counts WHERE shelf = @shelf AND days = 30`;

export interface UnreadRow {
  readonly unread: number;
  readonly chats: number;
  readonly messages: number;
}

export const countUnread: Query<'countUnread'> = (db, _input, now) => {
  const { chats = 0, messages = 0 } = db.get<UnreadRow>(COUNT_UNREAD, { now, shelf: SHELF_OPEN }) ?? {};
  return { messages, chats };
};
