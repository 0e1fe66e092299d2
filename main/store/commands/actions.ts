/** What people do to chats: an owned row first, then the chat as it will be. */
import { AppError } from '#shared/domain/app-error.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { Chat } from '#shared/domain/entities.ts';
import type { PendingAction } from '#shared/domain/sync.ts';
import { toOverlaidChat } from '../core/overlay.ts';
import { toProvisionalChatId } from '../core/provisional.ts';
import { findChatId } from '../queries/find-chat-id.ts';
import { SHELF_HIDDEN, toChat } from '../rows/chat-row.ts';
import type { ChatRow } from '../rows/chat-row.ts';
import type { CacheCommand, OwnedCommand, WriteContext } from './command.ts';
import { writeChat } from './chats.ts';
import { announceMessages, refreshLast } from './last.ts';
import { refreshPeople } from './people.ts';

export const applyAction: OwnedCommand<'applyAction'> = {
  file: 'owned',
  own: (context, { chatId, action, at }) => {
    const id = findChatId(context.cache, { chatId, phone: null });
    if (id === undefined) return { output: null, follow: () => undefined };
    const { owned } = context;
    owned.run('DELETE FROM pending_actions WHERE chat_id = ? AND kind = ?', [id, action.kind]);
    const { lastId } = owned.run(
      'INSERT INTO pending_actions (chat_id, kind, action, created_at) VALUES (?, ?, ?, ?)',
      [id, action.kind, JSON.stringify(action), at],
    );
    context.changes.addOutbox();
    const pending: PendingAction = { id: lastId, chatId: toChatId(id), action, createdAt: at, attempts: 0 };
    return { output: pending, follow: () => overlayAction(context, pending) };
  },
};

/** Shows an unconfirmed action on the chat of the cache; nothing when the chat is not there or looks like it already. */
export function overlayAction(context: WriteContext, pending: PendingAction): void {
  const row = context.cache.get<ChatRow>('SELECT * FROM chats WHERE id = ?', [pending.chatId]);
  if (row === undefined) return;
  if (writeChat(context, toOverlaidChat(toChat(row), [pending]))) context.changes.addChat(row.id);
}

/** The cache keeps what the action showed: the next row from the service confirms it or puts it right. */
export const finishAction: OwnedCommand<'finishAction'> = {
  file: 'owned',
  own: ({ owned, changes }, { actionId }) => {
    if (owned.run('DELETE FROM pending_actions WHERE id = ?', [actionId]).changes > 0) changes.addOutbox();
    return { output: undefined, follow: () => undefined };
  },
};

export const ensureChat: CacheCommand<'ensureChat'> = {
  file: 'cache',
  run: (context, { phone, at }) => {
    const known = context.cache.get<{ id: number }>(
      'SELECT id FROM chats WHERE phone = ? AND shelf < ? ORDER BY shelf, id < 0, sort_at DESC, id LIMIT 1',
      [phone, SHELF_HIDDEN],
    );
    if (known !== undefined) return toChatId(known.id);
    return createProvisional(context, phone, at);
  },
};

/** A chat that only this computer knows, until the service has one for the number. */
export function createProvisional(context: WriteContext, phone: Chat['phone'], at: number): Chat['id'] {
  const id = toProvisionalChatId(phone);
  if (id === undefined) throw new AppError({ code: 'validation', message: 'Nobody can write to this sender' });
  writeChat(context, {
    ...{ id, phone, contactId: null, firstName: '', lastName: '', company: '', avatarHref: null },
    ...{ isBlocked: false, isUnsubscribed: false, unreadCount: 0, updatedAt: at, status: 'active' },
    ...{ isMuted: false, mutedUntil: null, isPinned: false, lastText: '', lastDirection: null },
    ...{ from: null, country: null },
  });
  context.changes.addChat(id);
  refreshLast(context, [phone]);
  refreshPeople(context, [phone]);
  announceMessages(context, [phone]);
  return id;
}
