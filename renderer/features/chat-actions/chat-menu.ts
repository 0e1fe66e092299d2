import type { ChatView } from '#shared/contract/index.ts';
import type { CommandId } from '#shared/domain/commands.ts';

/** The keyLabels of a command's key, for menus and tooltips. */
export type KeysOf = (id: CommandId) => readonly string[];

/** What a chat's menu offers, or that of several. */
export type ChatMenuAct =
  | { readonly kind: 'close' | 'reopen' | 'delete' | 'wake' | 'unmute' }
  /** One way or the other, as they are. */
  | { readonly kind: 'pin' | 'read' | 'block' }
  /** What they open asks for more. */
  | { readonly kind: 'snooze' | 'export' | 'print' }
  /** What the header of the thread has no room for. */
  | { readonly kind: 'find' | 'panel' }
  /** `hours`: null mutes without end. */
  | { readonly kind: 'mute'; readonly hours: number | null };

/** `mute`: only how long to mute. */
export type ChatMenuKind = 'all' | 'mute';

/** How things stand with the chats, so that the menu offers the other way round. */
export interface ChatMenuModel {
  /** Whose menu it is: a name, or how many. */
  readonly title: string;
  readonly isOne: boolean;
  /** Closed, or deleted: it can be opened again. */
  readonly shelf: 'open' | 'snoozed' | 'closed' | 'deleted';
  /** Whether the service can pin chats. */
  readonly canPin: boolean;
  readonly isPinned: boolean;
  readonly isMuted: boolean;
  /** Epoch ms; null: without end, or of several. */
  readonly mutedUntil: number | null;
  readonly snoozedUntil: number | null;
  readonly isBlocked: boolean;
  readonly isUnread: boolean;
}

export const MUTE_HOURS = [1, 8, 24] as const;

interface MenuOptions {
  readonly title: string;
  readonly count: number;
  readonly canPin: boolean;
}

/** Of several, what all of them are: so that the first press makes them alike. */
export function toMenuModel(chats: readonly ChatView[], { title, count, canPin }: MenuOptions): ChatMenuModel {
  const isEvery = (is: (chat: ChatView) => boolean): boolean => chats.length > 0 && chats.every(is);
  const only = count === 1 ? (chats[0] ?? null) : null;
  return {
    title,
    isOne: count === 1,
    shelf: toShelf(isEvery),
    canPin,
    isPinned: isEvery(({ isPinned }) => isPinned),
    isMuted: isEvery(({ isMuted }) => isMuted),
    mutedUntil: only?.mutedUntil ?? null,
    snoozedUntil: only?.snoozedUntil ?? null,
    isBlocked: isEvery(({ isBlocked }) => isBlocked),
    isUnread: chats.some(({ unreadCount }) => unreadCount > 0),
  };
}

function toShelf(isEvery: (is: (chat: ChatView) => boolean) => boolean): ChatMenuModel['shelf'] {
  if (isEvery(({ status }) => status === 'deleted')) return 'deleted';
  if (isEvery(({ status }) => status === 'closed' || status === 'deleted')) return 'closed';
  return isEvery(({ snoozedUntil }) => snoozedUntil !== null) ? 'snoozed' : 'open';
}
