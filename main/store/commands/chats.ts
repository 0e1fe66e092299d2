/** Chats of the service: only rows that differ are written and reported. */
import type { Chat } from '#shared/domain/entities.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { ChatId, PhoneKey } from '#shared/domain/ids.ts';
import { toOverlaidChat } from '../core/overlay.ts';
import { toProvisionalChatId } from '../core/provisional.ts';
import type { ReadAct } from '../core/unread.ts';
import { listActionsOf } from '../queries/actions.ts';
import { findSnooze, listSnoozes } from '../queries/snoozes.ts';
import type { SnoozeRow } from '../queries/snoozes.ts';
import type { KeptAction } from '../rows/action-row.ts';
import { SHELF_HIDDEN, toChatColumns, toShelf, toSnoozeColumns } from '../rows/chat-row.ts';
import type { ChatRow } from '../rows/chat-row.ts';
import { isSame, toInsert, toUpdate } from '../rows/sql.ts';
import { replayBlocks } from './blocks.ts';
import { markNews } from './chat-marks.ts';
import type { CacheCommand, WriteContext } from './command.ts';
import { refreshLast } from './last.ts';
import { rememberMedia } from './media.ts';
import { rememberOwnNumber } from './notice-rules.ts';
import { refreshPeople } from './people.ts';
import { endByRows } from './snoozes.ts';
import { refreshUnread, toUnreadParts } from './unread.ts';
import { rememberTags } from './users-and-tags.ts';

export const commitChats: CacheCommand<'commitChats'> = {
  file: 'cache',
  /** Actions on a provisional chat become actions on the chat that takes its place. What was answered is not snoozed. */
  prepare: (context, { chats }) => {
    endByRows(context, chats);
    const { owned } = context;
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
    const waiting = listActionsOf(
      context.owned,
      chats.map(({ id }) => id),
    );
    const actions = Map.groupBy(waiting, (action) => action.chatId);
    const changed = new Set<ChatId>();
    const phones = new Set<PhoneKey>();
    // One look at `owned.db` for all of them: each by itself would lock that file anew.
    context.owned.transaction(() => {
      const snoozes = new Map(listSnoozes(context.owned).map((snooze) => [snooze.phone, snooze]));
      for (const chat of chats) {
        const ids = commitOne(context, chat, { actions: actions.get(chat.id) ?? [], snooze: snoozes.get(chat.phone) });
        if (ids.length > 0) phones.add(chat.phone);
        for (const id of ids) changed.add(id);
      }
    });
    for (const id of changed) context.changes.addChat(id);
    rememberTags(
      context.cache,
      chats.flatMap(({ tags }) => tags ?? []),
    );
    refreshLast(context, phones);
    refreshUnread(context, phones);
    refreshPeople(context, phones);
    replayBlocks(context, phones);
    return { changedIds: [...changed] };
  },
};

/** Whether this chat of the service may take the place of a provisional one. */
function isTaker(chat: Chat): boolean {
  return toShelf(chat.status) !== SHELF_HIDDEN;
}

/** The ids that changed: the chat's own, and that of a provisional chat whose place it takes. */
function commitOne(
  context: WriteContext,
  chat: Chat,
  { actions, snooze }: { readonly actions: readonly KeptAction[]; readonly snooze: SnoozeRow | undefined },
): ChatId[] {
  const gone = isTaker(chat) ? dropProvisional(context, chat.phone) : [];
  if (gone.length > 0) context.changes.addMessagesOf(chat.id);
  const act = actions.findLast(({ read }) => read !== null)?.read ?? null;
  const isWritten = writeSnoozedChat(context, toOverlaidChat(chat, actions), { act, snooze });
  return isWritten || gone.length > 0 ? [chat.id, ...gone] : [];
}

/**
 * Inserts or updates the row; false when it said so already. `last_…`, what is unread, and people are the caller's to
 * refresh. `act`: what a person did about reading it and the service does not say yet. Snoozed chats stay so.
 */
export function writeChat(context: WriteContext, chat: Chat, act: ReadAct | null): boolean {
  return writeSnoozedChat(context, chat, { act, snooze: findSnooze(context.owned, chat.phone) });
}

/** What `owned.db` says of a chat beside its waiting actions. */
interface OwnedWord {
  readonly act: ReadAct | null;
  readonly snooze: SnoozeRow | undefined;
}

function writeSnoozedChat({ cache }: WriteContext, chat: Chat, { act, snooze }: OwnedWord): boolean {
  const until = snooze?.returned_at === null ? snooze.until_at : null;
  const said = { ...toChatColumns(chat), ...toSnoozeColumns(chat.status, until) };
  const stored = cache.get<ChatRow>('SELECT * FROM chats WHERE id = ?', [chat.id]);
  const wanted = { ...said, ...toUnreadParts(said, act, stored) };
  if (stored !== undefined && isSame(stored, wanted)) return false;
  const inserted = { ...wanted, unread_count: said.service_unread };
  if (stored === undefined) cache.run(toInsert('chats', Object.keys(inserted)), inserted);
  else cache.run(toUpdate('chats', Object.keys(wanted), 'id = @id'), wanted);
  markNews(cache, said, stored);
  rememberMedia(cache, chat.avatarHref);
  rememberOwnNumber(cache, chat.from);
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
