/** Chats of the service: only rows that differ are written and reported. */
import type { Chat } from '#shared/domain/entities.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { ChatId, PhoneKey } from '#shared/domain/ids.ts';
import type { PendingAction } from '#shared/domain/sync.ts';
import { toOverlaidChat } from '../core/overlay.ts';
import { toProvisionalChatId } from '../core/provisional.ts';
import { listActions } from '../queries/actions.ts';
import { SHELF_HIDDEN, toChatColumns, toShelf } from '../rows/chat-row.ts';
import type { ChatRow } from '../rows/chat-row.ts';
import { isSame, toInsert, toUpdate } from '../rows/sql.ts';
import type { CacheCommand, WriteContext } from './command.ts';
import { refreshLast } from './last.ts';
import { rememberMedia } from './media.ts';
import { refreshPeople } from './people.ts';

export const commitChats: CacheCommand<'commitChats'> = {
  file: 'cache',
  /** Actions on a provisional chat become actions on the chat that takes its place. */
  prepare: ({ owned }, { chats }) => {
    const waiting = owned.all<{ chat_id: number }>('SELECT DISTINCT chat_id FROM pending_actions WHERE chat_id < 0');
    if (waiting.length === 0) return;
    const ids = new Set(waiting.map((row) => row.chat_id));
    for (const chat of chats) {
      const provisionalId = toProvisionalChatId(chat.phone);
      if (provisionalId === undefined || !ids.has(provisionalId) || !isTaker(chat)) continue;
      owned.run('UPDATE pending_actions SET chat_id = ? WHERE chat_id = ?', [chat.id, provisionalId]);
    }
  },
  run: (context, { chats }) => {
    const actions = Map.groupBy(listActions(context.owned), (action) => action.chatId);
    const changed = new Set<ChatId>();
    const phones = new Set<PhoneKey>();
    for (const chat of chats) {
      const ids = commitOne(context, chat, actions.get(chat.id) ?? []);
      if (ids.length > 0) phones.add(chat.phone);
      for (const id of ids) changed.add(id);
    }
    for (const id of changed) context.changes.addChat(id);
    refreshLast(context, phones);
    refreshPeople(context, phones);
    return { changedIds: [...changed] };
  },
};

/** Whether this chat of the service may take the place of a provisional one. */
function isTaker(chat: Chat): boolean {
  return toShelf(chat.status) !== SHELF_HIDDEN;
}

/** The ids that changed: the chat's own, and that of a provisional chat whose place it takes. */
function commitOne(context: WriteContext, chat: Chat, actions: readonly PendingAction[]): ChatId[] {
  const gone = isTaker(chat) ? dropProvisional(context, chat.phone) : [];
  if (gone.length > 0) context.changes.addMessagesOf(chat.id);
  return writeChat(context, toOverlaidChat(chat, actions)) || gone.length > 0 ? [chat.id, ...gone] : [];
}

/** Inserts or updates the row; false when it said so already. `last_…` and people are the caller's to refresh. */
export function writeChat({ cache }: WriteContext, chat: Chat): boolean {
  const wanted = toChatColumns(chat);
  const stored = cache.get<ChatRow>('SELECT * FROM chats WHERE id = ?', [chat.id]);
  if (stored !== undefined && isSame(stored, wanted)) return false;
  if (stored === undefined) cache.run(toInsert('chats', Object.keys(wanted)), wanted);
  else cache.run(toUpdate('chats', Object.keys(wanted), 'id = @id'), wanted);
  rememberMedia(cache, chat.avatarHref);
  return true;
}

function dropProvisional({ cache, changes }: WriteContext, phone: PhoneKey): ChatId[] {
  const rows = cache.all<{ id: number }>('SELECT id FROM chats WHERE phone = ? AND id < 0', [phone]);
  for (const { id } of rows) {
    cache.run('DELETE FROM chats WHERE id = ?', [id]);
    changes.addMessagesOf(id);
  }
  return rows.map(({ id }) => toChatId(id));
}
