/**
 * Chats that are gone at the service. Messages that the feeds list stay, each of them is asked about by itself; what only
 * a chat lists (calls, notes, lines of the log, other channels) goes with the last chat of its number, and so does what
 * was known about that one. What a person wrote and did not send keeps a provisional chat.
 */
import type { ChatId, PhoneKey } from '#shared/domain/ids.ts';
import { toProvisionalChatId } from '../core/provisional.ts';
import type { MessageRow } from '../rows/message-row.ts';
import { createProvisional } from './actions.ts';
import type { CacheCommand, WriteContext } from './command.ts';
import { refreshLast } from './last.ts';
import { forgetPeople, refreshPeople } from './people.ts';
import { takeOut } from './remove-messages.ts';
import { refreshUnread } from './unread.ts';

const OTHER_CHAT = 'SELECT 1 AS found FROM chats WHERE phone = ?';
const IS_ONLY_IN_CHAT = `phone = ? AND (sequence IN ('call', 'note') OR kind <> 'text' OR channel IS NOT NULL)`;
const ONLY_IN_CHAT = `SELECT * FROM messages WHERE ${IS_ONLY_IN_CHAT}`;
const HIDDEN_IN_CHAT = `DELETE FROM hidden_messages WHERE ${IS_ONLY_IN_CHAT}`;
const DRAFT = `SELECT updated_at AS at FROM drafts WHERE phone = ? AND trim(text, char(32, 9, 10, 13)) <> ''`;
const DRAFT_FILES = 'SELECT max(created_at) AS at FROM files WHERE phone = ?';
const UNSENT = `SELECT max(placed_at) AS at FROM sends WHERE phone = ? AND state <> 'accepted'`;

export const removeChats: CacheCommand<'removeChats'> = {
  file: 'cache',
  run: (context, { chatIds }) => {
    for (const chatId of chatIds) {
      const chat = context.cache.get<{ phone: PhoneKey }>('SELECT phone FROM chats WHERE id = ?', [chatId]);
      // A provisional chat is nothing that the service could know of.
      if (chat !== undefined && chatId > 0) removeOne(context, chatId, chat.phone);
    }
  },
};

function removeOne(context: WriteContext, chatId: ChatId, phone: PhoneKey): void {
  const { cache, changes } = context;
  cache.run('DELETE FROM chats WHERE id = ?', [chatId]);
  cache.run('DELETE FROM chats_to_read WHERE chat_id = ?', [chatId]);
  changes.addChat(chatId);
  changes.addMessagesOf(chatId);
  if (cache.get(OTHER_CHAT, [phone]) === undefined) {
    takeOut(context, cache.all<MessageRow>(ONLY_IN_CHAT, [phone]));
    cache.run(HIDDEN_IN_CHAT, [phone]);
    cache.run('DELETE FROM chat_spans WHERE phone = ?', [phone]);
    const at = findUnsentAt(context, phone);
    if (at !== undefined && toProvisionalChatId(phone) !== undefined) createProvisional(context, phone, at);
  }
  refreshLast(context, [phone]);
  refreshUnread(context, [phone]);
  refreshPeople(context, [phone]);
  forgetPeople(context, [phone]);
}

/** When something was last written to the number that has not left. */
function findUnsentAt({ owned }: WriteContext, phone: string): number | undefined {
  const found = [DRAFT, DRAFT_FILES, UNSENT].map((sql) => owned.get<{ at: number | null }>(sql, [phone])?.at ?? 0);
  const at = Math.max(...found);
  return at > 0 ? at : undefined;
}
