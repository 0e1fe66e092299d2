/** Lists of chats, their counts and saved views for the main in memory, by the words of the contract. */
import type {
  ChatCounts,
  ChatMark,
  ChatPage,
  ChatScope,
  ChatSection,
  ChatView,
  ContractError,
  RequestInput,
  SavedView,
} from '#shared/contract/index.ts';
import type { FakeData } from './fake-data.ts';

/** Members of contact lists, by the id of the list. */
export interface FakeLists {
  views: SavedView[];
  readonly lists: { readonly id: number; readonly name: string; readonly phones: readonly string[] }[];
}

const OPEN: ChatScope = { shelf: 'open', marks: [], listId: null };

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

/** Whether a chat is one of a scope. */
export function isInScope(chat: ChatView, scope: ChatScope, { lists }: FakeLists): boolean {
  const list = scope.listId === null ? null : lists.find(({ id }) => id === scope.listId);
  if (list !== null && list?.phones.includes(chat.phone) !== true) return false;
  return isOnShelf(chat, scope.shelf) && scope.marks.every((mark) => MARKS[mark](chat));
}

function isOnShelf({ status, snoozedUntil }: ChatView, shelf: ChatScope['shelf']): boolean {
  const isSnoozed = status === 'active' && snoozedUntil !== null;
  switch (shelf) {
    case 'open':
      return status === 'active' && !isSnoozed;
    case 'snoozed':
      return isSnoozed;
    case 'closed':
      return status === 'closed';
    case 'deleted':
      return status === 'deleted';
    case 'any':
      return status !== 'deleted';
  }
}

export function listChats({ chats }: FakeData, input: RequestInput<'chats.list'>, lists: FakeLists): ChatPage {
  const { sort, scope, offset, limit } = input;
  const rows = chats
    .filter((chat) => isInScope(chat, scope, lists))
    .map((chat) => ({ chat, section: toSection(chat, input) }))
    .sort((one, other) => toPlace(other.chat, sort) - toPlace(one.chat, sort));
  const names: ChatSection[] =
    sort === 'waiting' ? ['waiting', 'answered'] : ['pinned', 'today', 'yesterday', 'earlier'];
  const sections = names
    .map((section) => ({ section, count: rows.filter((row) => row.section === section).length }))
    .filter(({ count }) => count > 0);
  return { total: rows.length, sections, offset, rows: rows.slice(offset, offset + limit).map(({ chat }) => chat) };
}

function toPlace(chat: ChatView, sort: 'newest' | 'waiting'): number {
  const newest = Math.max(chat.lastAt ?? 0, chat.returnedAt ?? 0);
  if (sort === 'newest') return chat.isPinned ? 1e15 + newest : newest;
  return chat.waitingSince === null ? newest : 1e15 - chat.waitingSince + 1e15;
}

function toSection(chat: ChatView, { sort, todayAt, yesterdayAt }: RequestInput<'chats.list'>): ChatSection {
  if (sort === 'waiting') return chat.waitingSince === null ? 'answered' : 'waiting';
  const newest = Math.max(chat.lastAt ?? 0, chat.returnedAt ?? 0);
  if (chat.isPinned) return 'pinned';
  if (newest >= todayAt) return 'today';
  return newest >= yesterdayAt ? 'yesterday' : 'earlier';
}

export function countChats({ chats }: FakeData, lists: FakeLists): ChatCounts {
  const count = (shelf: ChatScope['shelf'], ...marks: ChatMark[]): number =>
    chats.filter((chat) => isInScope(chat, { ...OPEN, shelf, marks }, lists)).length;
  return {
    open: count('open'),
    unread: count('open', 'unread'),
    closed: count('closed'),
    deleted: count('deleted'),
    snoozed: count('snoozed'),
    pinned: count('open', 'pinned'),
    muted: count('open', 'muted'),
    waiting: count('open', 'waiting'),
    drafts: count('any', 'draft'),
    failed: count('any', 'failed'),
    scheduled: count('any', 'scheduled'),
    lamp: count('open', 'unread', 'not-muted'),
    views: lists.views.map(({ id, scope }) => ({
      id,
      count: chats.filter((chat) => isInScope(chat, scope, lists)).length,
    })),
  };
}

/** As main does: a chord has one view. */
export function saveView(lists: FakeLists, { view }: RequestInput<'views.save'>): SavedView[] {
  const id = view.id ?? `view${String(lists.views.length + 1)}`;
  const others = lists.views.map((other) =>
    other.id !== id && view.keys !== null && other.keys === view.keys ? { ...other, keys: null } : other,
  );
  lists.views = others.some((other) => other.id === id)
    ? others.map((other) => (other.id === id ? { ...view, id } : other))
    : [...others, { ...view, id }];
  return lists.views;
}

export function orderViews(lists: FakeLists, ids: readonly string[]): SavedView[] | ContractError {
  const ordered = ids.flatMap((id) => lists.views.filter((view) => view.id === id));
  if (ordered.length !== lists.views.length)
    return { code: 'validation', detail: null, fields: {}, retryAfterMs: null };
  lists.views = ordered;
  return ordered;
}
