/** What a person does to chats, and how a chat looks once it is done: for showing it before main has answered. Pure. */
import type { ChatMark, ChatScope, ChatView, RequestInput } from '#shared/contract/index.ts';

export type PlainDeed =
  'close' | 'reopen' | 'delete' | 'read' | 'unread' | 'pin' | 'unpin' | 'unmute' | 'block' | 'unblock' | 'wake';

export type ChatDeed =
  | { readonly kind: PlainDeed }
  /** `hours`: null mutes without end. */
  | { readonly kind: 'mute'; readonly hours: number | null }
  /** `until`: epoch ms. */
  | { readonly kind: 'snooze'; readonly until: number };

/** The chats of a deed: these, or those that are checked. */
export type ActTarget = { readonly kind: 'chats'; readonly chats: readonly ChatView[] } | { readonly kind: 'checked' };

type ChatAction = RequestInput<'chats.applyAction'>['action'];

const HOUR_MS = 3_600_000;

const ACTIONS: Readonly<Record<PlainDeed, ChatAction>> = {
  close: { kind: 'status', status: 'closed' },
  reopen: { kind: 'status', status: 'active' },
  delete: { kind: 'status', status: 'deleted' },
  read: { kind: 'read', isRead: true },
  unread: { kind: 'read', isRead: false },
  pin: { kind: 'pin', isPinned: true },
  unpin: { kind: 'pin', isPinned: false },
  unmute: { kind: 'mute', isMuted: false, hours: null },
  block: { kind: 'block', isBlocked: true },
  unblock: { kind: 'block', isBlocked: false },
  wake: { kind: 'snooze', until: null },
};

/** As main is asked for it. */
export function toAction(deed: ChatDeed): ChatAction {
  if (deed.kind === 'mute') return { kind: 'mute', isMuted: true, hours: deed.hours };
  if (deed.kind === 'snooze') return { kind: 'snooze', until: deed.until };
  return ACTIONS[deed.kind];
}

/** Whether the chats are out of the way afterwards: where the open one was among them, the next opens. */
export function isPutAway({ kind }: ChatDeed): boolean {
  return kind === 'close' || kind === 'delete' || kind === 'snooze';
}

/** The chat as it is once that is done. */
export function toDone(chat: ChatView, deed: ChatDeed, now: number): ChatView {
  const action = toAction(deed);
  switch (action.kind) {
    case 'status':
      return { ...chat, status: action.status, snoozedUntil: null, returnedAt: null };
    case 'read':
      return { ...chat, unreadCount: action.isRead ? 0 : Math.max(1, chat.unreadCount) };
    case 'pin':
      return { ...chat, isPinned: action.isPinned };
    case 'mute':
      return { ...chat, isMuted: action.isMuted, mutedUntil: toMuteEnd(action.hours, now) };
    case 'block':
      return { ...chat, isBlocked: action.isBlocked };
    case 'snooze':
      return { ...chat, snoozedUntil: action.until, returnedAt: action.until === null ? now : null };
  }
}

function toMuteEnd(hours: number | null, now: number): number | null {
  return hours === null ? null : now + hours * HOUR_MS;
}

const MARKS: Readonly<Record<ChatMark, (chat: ChatView) => boolean>> = {
  unread: ({ unreadCount }) => unreadCount > 0,
  read: ({ unreadCount }) => unreadCount === 0,
  pinned: ({ isPinned }) => isPinned,
  muted: ({ isMuted }) => isMuted,
  'not-muted': ({ isMuted }) => !isMuted,
  waiting: ({ waitingSince }) => waitingSince !== null,
  draft: ({ draft, draftFilesCount }) => draft !== null || draftFilesCount > 0,
  failed: ({ hasFailed }) => hasFailed,
  scheduled: ({ scheduledAt }) => scheduledAt !== null,
};

/** Whether a chat stands in a list, as far as its own row tells: who is on a list of contacts it does not. */
export function isInScope(chat: ChatView, { shelf, marks }: ChatScope): boolean {
  return isOnShelf(chat, shelf) && marks.every((mark) => MARKS[mark](chat));
}

function isOnShelf({ status, snoozedUntil }: ChatView, shelf: ChatScope['shelf']): boolean {
  if (shelf === 'any') return status !== 'deleted';
  if (status === 'closed' || status === 'deleted') return shelf === status;
  return shelf === (snoozedUntil === null ? 'open' : 'snoozed');
}
