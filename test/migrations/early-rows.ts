/** Rows as earlier schemas had them. */
import { toChatColumns } from '#main/store/rows/chat-row.ts';
import type { ChatColumns } from '#main/store/rows/chat-row.ts';
import type { Chat } from '#shared/domain/entities.ts';

/** A row of `chats` as it was before 0009: one unread count, the shown one. */
export function toEarlyChatColumns(
  chat: Chat,
): Omit<ChatColumns, 'service_unread'> & { readonly unread_count: number } {
  const { service_unread: unread_count, ...early } = toChatColumns(chat);
  return { ...early, unread_count };
}
