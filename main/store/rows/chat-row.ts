/** A chat between its row and its entity. */
import type { Chat } from '#shared/domain/entities.ts';
import { toChatId, toContactId } from '#shared/domain/ids.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';

/** What the service says, column by column, and the shelf that follows from it. */
export type ChatColumns = {
  readonly id: number;
  readonly phone: string;
  readonly contact_id: number | null;
  readonly first_name: string;
  readonly last_name: string;
  readonly company: string;
  readonly avatar_href: string | null;
  readonly is_blocked: number;
  readonly is_unsubscribed: number;
  readonly unread_count: number;
  readonly updated_at: number | null;
  readonly status: Chat['status'];
  readonly is_muted: number;
  readonly muted_until: number | null;
  readonly is_pinned: number;
  readonly service_text: string;
  readonly service_direction: Chat['lastDirection'];
  readonly sender: string | null;
  readonly country: string | null;
  readonly shelf: number;
};

/** The last item of a chat, worked out here. */
export type LastColumns = {
  readonly last_at: number | null;
  readonly last_text: string;
  readonly last_direction: Chat['lastDirection'];
  readonly last_letter: string | null;
  readonly last_key: string | null;
  readonly sort_at: number;
};

export interface ChatRow extends ChatColumns, LastColumns {
  readonly is_complete: number;
}

export const SHELF_OPEN = 0;
export const SHELF_CLOSED = 1;
/** Deleted at the service: in no list. */
export const SHELF_HIDDEN = 2;

/** A status nobody knows stands with the open chats: better seen than lost. */
export function toShelf(status: Chat['status']): number {
  if (status === 'closed') return SHELF_CLOSED;
  return status === 'deleted' ? SHELF_HIDDEN : SHELF_OPEN;
}

export function toChatColumns(chat: Chat): ChatColumns {
  return {
    id: chat.id,
    phone: chat.phone,
    contact_id: chat.contactId,
    first_name: chat.firstName,
    last_name: chat.lastName,
    company: chat.company,
    avatar_href: chat.avatarHref,
    is_blocked: Number(chat.isBlocked),
    is_unsubscribed: Number(chat.isUnsubscribed),
    unread_count: chat.unreadCount,
    updated_at: chat.updatedAt,
    status: chat.status,
    is_muted: Number(chat.isMuted),
    muted_until: chat.mutedUntil,
    is_pinned: Number(chat.isPinned),
    service_text: chat.lastText,
    service_direction: chat.lastDirection,
    sender: chat.from,
    country: chat.country,
    shelf: toShelf(chat.status),
  };
}

export function toChat(row: ChatColumns): Chat {
  return {
    id: toChatId(row.id),
    phone: row.phone as PhoneKey,
    contactId: row.contact_id === null ? null : toContactId(row.contact_id),
    firstName: row.first_name,
    lastName: row.last_name,
    company: row.company,
    avatarHref: row.avatar_href,
    isBlocked: row.is_blocked === 1,
    isUnsubscribed: row.is_unsubscribed === 1,
    unreadCount: row.unread_count,
    updatedAt: row.updated_at,
    status: row.status,
    isMuted: row.is_muted === 1,
    mutedUntil: row.muted_until,
    isPinned: row.is_pinned === 1,
    lastText: row.service_text,
    lastDirection: row.service_direction,
    from: row.sender,
    country: row.country,
  };
}
