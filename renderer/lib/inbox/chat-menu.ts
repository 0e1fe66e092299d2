/** What a chat's menu offers. */
export type ChatMenuAct =
  | { readonly kind: 'close' | 'pin' | 'read' | 'unmute' }
  /** `hours`: null mutes without end. */
  | { readonly kind: 'mute'; readonly hours: number | null };

/** `mute`: only how long to mute. */
export type ChatMenuKind = 'all' | 'mute';

/** How things stand with the chat, so that the menu offers the other way round. */
export interface ChatMenuModel {
  readonly title: string;
  readonly isClosed: boolean;
  /** Whether the service can pin chats. */
  readonly canPin: boolean;
  readonly isPinned: boolean;
  readonly isMuted: boolean;
  readonly isUnread: boolean;
}

export const MUTE_HOURS = [1, 8, 24] as const;
