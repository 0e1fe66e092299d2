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
  readonly service_unread: number;
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

/** What is shown as unread, worked out here, and what it is worked out from. See `core/unread.ts`. */
export type UnreadColumns = {
  readonly unread_count: number;
  readonly counted_to: number | null;
  readonly act_is_read: number | null;
  readonly act_up_to: number | null;
  /** A number that a person restored, also once the service has heard of the act (`act_is_read` null); null: none. */
  readonly act_unread: number | null;
};

/** What a person put out of the way: the rows of `snoozes` say it. */
export type SnoozeColumns = {
  readonly shelf: number;
  readonly snoozed_until: number | null;
};

/** The last item of a chat and what follows from it and from those above, worked out here. */
export type LastColumns = {
  readonly last_at: number | null;
  readonly last_text: string;
  readonly last_direction: Chat['lastDirection'];
  readonly last_letter: string | null;
  readonly last_key: string | null;
  readonly sort_at: number;
  /** Our last text or send that counts; null: there is none. */
  readonly answered_at: number | null;
  /** That is a send which no message stands for. */
  readonly is_answered_by_send: number;
  /** Their first text after that. */
  readonly waiting_since: number | null;
  /** Whether there is one: what lists ask about, and what changes less often. */
  readonly is_waiting: number;
  readonly has_failed: number;
  /** When it came back from being snoozed, while nothing was said since. */
  readonly returned_at: number | null;
};

export interface ChatRow extends ChatColumns, SnoozeColumns, UnreadColumns, LastColumns {
  readonly is_complete: number;
}

/** Open, and out of the way for a while. Before the open ones: the chat of a number is looked for in this order. */
export const SHELF_SNOOZED = -1;
export const SHELF_OPEN = 0;
export const SHELF_CLOSED = 1;
/** Deleted at the service: in no list. */
export const SHELF_HIDDEN = 2;

/** A status nobody knows stands with the open chats: better seen than lost. */
export function toShelf(status: Chat['status']): number {
  if (status === 'closed') return SHELF_CLOSED;
  return status === 'deleted' ? SHELF_HIDDEN : SHELF_OPEN;
}

/** Only an open chat is out of the way. `snoozedUntil` null: its number is not snoozed. */
export function toSnoozeColumns(status: Chat['status'], snoozedUntil: number | null): SnoozeColumns {
  const shelf = toShelf(status);
  if (shelf !== SHELF_OPEN || snoozedUntil === null) return { shelf, snoozed_until: null };
  return { shelf: SHELF_SNOOZED, snoozed_until: snoozedUntil };
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
    service_unread: chat.unreadCount,
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

/** The chat as the service has it and an action may change it; its unread count is the service's own. */
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
    unreadCount: row.service_unread,
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
