/** The lists of chats that everybody has, by name, which chats are in a list, and how two lists compare. */
import type { ChatMark, ChatScope, ChatSort, ChatView } from '#shared/contract/index.ts';

export type ScopeName =
  | 'open'
  | 'unread'
  | 'closed'
  | 'pinned'
  | 'muted'
  | 'snoozed'
  | 'waiting'
  | 'drafts'
  | 'failed'
  | 'scheduled'
  | 'deleted';

export const SCOPES: Readonly<Record<ScopeName, ChatScope>> = {
  open: { shelf: 'open', marks: [], listId: null },
  unread: { shelf: 'open', marks: ['unread'], listId: null },
  closed: { shelf: 'closed', marks: [], listId: null },
  pinned: { shelf: 'open', marks: ['pinned'], listId: null },
  muted: { shelf: 'open', marks: ['muted'], listId: null },
  snoozed: { shelf: 'snoozed', marks: [], listId: null },
  waiting: { shelf: 'open', marks: ['waiting'], listId: null },
  drafts: { shelf: 'any', marks: ['draft'], listId: null },
  failed: { shelf: 'any', marks: ['failed'], listId: null },
  scheduled: { shelf: 'any', marks: ['scheduled'], listId: null },
  deleted: { shelf: 'deleted', marks: [], listId: null },
};

/** In the order in which they are offered. */
export const SCOPE_NAMES = Object.keys(SCOPES) as ScopeName[];

/** Those that stand as tabs above the list. */
export const TAB_NAMES = ['open', 'unread', 'closed'] as const satisfies readonly ScopeName[];

/** Whether both mean the same chats, in whatever order their marks stand. */
export function sameScope(one: ChatScope, other: ChatScope): boolean {
  if (one.shelf !== other.shelf || one.listId !== other.listId) return false;
  const marks = new Set(one.marks);
  return marks.size === new Set(other.marks).size && other.marks.every((mark) => marks.has(mark));
}

/** Which of the usual lists a scope is; null for one that a person put together. */
export function findScopeName(scope: ChatScope): ScopeName | null {
  return SCOPE_NAMES.find((name) => sameScope(SCOPES[name], scope)) ?? null;
}

/** The order in which a list is shown first: who waits longest stands first where waiting is what it is about. */
export function toUsualSort(scope: ChatScope): ChatSort {
  return sameScope(scope, SCOPES.waiting) ? 'waiting' : 'newest';
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

/** Whether a chat is in a list, as far as its own row tells: the members of a contact list are not known here. */
export function isInScope(chat: ChatView, { shelf, marks }: ChatScope): boolean {
  return isOnShelf(chat, shelf) && marks.every((mark) => MARKS[mark](chat));
}

function isOnShelf({ status, snoozedUntil }: ChatView, shelf: ChatScope['shelf']): boolean {
  if (shelf === 'any') return status !== 'deleted';
  if (status === 'closed' || status === 'deleted') return shelf === status;
  return shelf === (snoozedUntil === null ? 'open' : 'snoozed');
}
