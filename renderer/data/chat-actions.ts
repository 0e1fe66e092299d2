/** What the user does to chats, and how chats and counts look once it is done. Pure. */
import type { ChatCounts, ChatScope, ChatView, RequestInput } from '#shared/contract/index.ts';
import { isInScope, SCOPES } from './scopes.ts';

export type PlainAction =
  | 'close'
  | 'reopen'
  | 'delete'
  | 'read'
  | 'unread'
  | 'pin'
  | 'unpin'
  | 'unmute'
  | 'block'
  | 'unblock'
  | 'wake'
  /** No reply needed, or needed. */
  | 'settle'
  | 'unsettle';

export type ChatAction =
  | { readonly kind: PlainAction }
  /** `hours`: null mutes without end. */
  | { readonly kind: 'mute'; readonly hours: number | null }
  /** `until`: epoch ms. */
  | { readonly kind: 'snooze'; readonly until: number };

/** The chats of an action: these, or those that are checked. */
export type ActionTarget =
  { readonly kind: 'chats'; readonly chats: readonly ChatView[] } | { readonly kind: 'checked' };

type RequestedAction = RequestInput<'chats.applyAction'>['action'];

const HOUR_MS = 3_600_000;

const REQUESTED: Readonly<Record<PlainAction, RequestedAction>> = {
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
  settle: { kind: 'reply', isNeeded: false },
  unsettle: { kind: 'reply', isNeeded: true },
};

/** As main is asked for it. */
export function toRequestedAction(action: ChatAction): RequestedAction {
  if (action.kind === 'mute') return { kind: 'mute', isMuted: true, hours: action.hours };
  if (action.kind === 'snooze') return { kind: 'snooze', until: action.until };
  return REQUESTED[action.kind];
}

/** Whether the chats are out of the way afterwards, in a list of that scope: where the open one was among them, the next opens. */
export function isPutAway({ kind }: ChatAction, { marks }: Pick<ChatScope, 'marks'>): boolean {
  if (kind === 'settle') return marks.includes('waiting');
  return kind === 'close' || kind === 'delete' || kind === 'snooze';
}

/** Whether the last line is their text, and counts as needing no reply. */
export function canNeedReply({ waitingSince, lastDirection }: ChatView): boolean {
  return waitingSince === null && lastDirection === 'in';
}

/** The chat as it is once that is done. */
export function withAction(chat: ChatView, action: ChatAction, now: number): ChatView {
  const requested = toRequestedAction(action);
  switch (requested.kind) {
    case 'status':
      return { ...chat, status: requested.status, snoozedUntil: null, returnedAt: null };
    case 'read':
      return { ...chat, unreadCount: requested.isRead ? 0 : Math.max(1, chat.unreadCount) };
    case 'pin':
      return { ...chat, isPinned: requested.isPinned };
    case 'mute':
      return { ...chat, isMuted: requested.isMuted, mutedUntil: toMuteEnd(requested.hours, now) };
    case 'block':
      return { ...chat, isBlocked: requested.isBlocked };
    case 'snooze':
      return { ...chat, snoozedUntil: requested.until, returnedAt: requested.until === null ? now : null };
    case 'reply':
      return { ...chat, waitingSince: requested.isNeeded ? toWaitingSince(chat) : null };
  }
}

const toWaitingSince = (chat: ChatView): number | null => (canNeedReply(chat) ? chat.lastAt : chat.waitingSince);

/** When a mute of so many hours ends, epoch ms; null: never. */
export function toMuteEnd(hours: number | null, now: number): number | null {
  return hours === null ? null : now + hours * HOUR_MS;
}

const COUNTED = {
  open: SCOPES.open,
  unread: SCOPES.unread,
  closed: SCOPES.closed,
  deleted: SCOPES.deleted,
  snoozed: SCOPES.snoozed,
  pinned: SCOPES.pinned,
  muted: SCOPES.muted,
  waiting: SCOPES.waiting,
  drafts: SCOPES.drafts,
  failed: SCOPES.failed,
  scheduled: SCOPES.scheduled,
  lamp: { shelf: 'open', marks: ['unread', 'not-muted'], listId: null },
} as const satisfies Record<Exclude<keyof ChatCounts, 'views'>, ChatScope>;

/** The counts once these chats have changed; those of saved views are left to main, which knows who is on which list. */
export function changeCounts(
  counts: ChatCounts,
  chats: readonly ChatView[],
  change: (chat: ChatView) => ChatView,
): ChatCounts {
  const changes = chats.map((before) => ({ before, after: change(before) }));
  const next = { ...counts };
  for (const name of Object.keys(COUNTED) as (keyof typeof COUNTED)[]) {
    const difference = changes.reduce(
      (sum, { before, after }) =>
        sum + Number(isInScope(after, COUNTED[name])) - Number(isInScope(before, COUNTED[name])),
      0,
    );
    next[name] = Math.max(0, counts[name] + difference);
  }
  return next;
}
