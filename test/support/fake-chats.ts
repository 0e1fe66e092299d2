/** Lists of chats, their counts and saved views for the main in memory, by the words of the contract. */
import type {
  ChatView,
  RequestInput,
  ContactView,
  MessageView,
  OutboxView,
  OwnFileView,
  PersonView,
  ChatCounts,
  ChatMark,
  ChatPage,
  ChatPlace,
  ChatScope,
  ChatSection,
  ChatSort,
  ContractError,
  SavedView,
} from '#shared/contract/index.ts';
import { HELD_MARKS } from '#shared/domain/chat-actions.ts';

type Act = Omit<RequestInput<'chats.applyAction'>, 'requestId'>;

const HOUR_MS = 3_600_000;

export class FakeActs {
  readonly #data: FakeData;
  readonly #lists: FakeLists;
  readonly #undo = new Map<string, ReadonlyMap<number, ChatView>>();

  constructor(data: FakeData, lists: FakeLists) {
    this.#data = data;
    this.#lists = lists;
  }

  /** Of `all-read`, how many stay as they are. */
  countKept({ target }: Act): number {
    if (target.kind !== 'all-read') return 0;
    return this.#data.chats.filter((chat) => this.#isRead(chat) && this.#isHeld(chat)).length;
  }

  /** The chats that are different now. */
  act({ target, action }: Act): { readonly chats: readonly ChatView[]; readonly undoId: string | null } {
    const isMeant = (chat: ChatView): boolean =>
      target.kind === 'chats'
        ? target.chatIds.includes(chat.id)
        : target.kind === 'all-read'
          ? this.#isRead(chat) && !this.#isHeld(chat)
          : isInScope(chat, target.scope, this.#lists) && !target.except.includes(chat.id);
    const before = new Map<number, ChatView>();
    const after: ChatView[] = [];
    this.#data.chats = this.#data.chats.map((chat) => {
      const changed = isMeant(chat) ? { ...chat, ...toChanges(action) } : chat;
      if (JSON.stringify(changed) === JSON.stringify(chat)) return chat;
      before.set(chat.id, chat);
      after.push(changed);
      return changed;
    });
    if (after.length === 0) return { chats: [], undoId: null };
    const undoId = `undo-chats-${String(this.#undo.size + 1)}`;
    this.#undo.set(undoId, before);
    return { chats: after, undoId };
  }

  /** The chats that are as they were; null where that id is not one of an act on chats. */
  undo(undoId: string): readonly ChatView[] | null {
    const before = this.#undo.get(undoId);
    if (before === undefined) return null;
    this.#undo.delete(undoId);
    this.#data.chats = this.#data.chats.map((chat) => before.get(chat.id) ?? chat);
    return [...before.values()];
  }

  #isRead(chat: ChatView): boolean {
    return isInScope(chat, { shelf: 'open', marks: ['read'], listId: null }, this.#lists);
  }

  #isHeld(chat: ChatView): boolean {
    return HELD_MARKS.some((mark) => isInScope(chat, { shelf: 'any', marks: [mark], listId: null }, this.#lists));
  }
}

function toChanges(action: Act['action']): Partial<ChatView> {
  switch (action.kind) {
    case 'read':
      return { unreadCount: action.isRead ? 0 : 1 };
    case 'status':
      return { status: action.status, snoozedUntil: null };
    case 'pin':
      return { isPinned: action.isPinned };
    case 'mute': {
      const { isMuted, hours } = action;
      return { isMuted, mutedUntil: isMuted && hours !== null ? Date.now() + hours * HOUR_MS : null };
    }
    case 'block':
      return { isBlocked: action.isBlocked };
    case 'snooze':
      return { snoozedUntil: action.until };
    case 'reply':
      return { waitingSince: action.isNeeded ? Date.now() : null };
  }
}

export interface FakeData {
  chats: ChatView[];
  /** Oldest first, by chat. */
  readonly messages: Map<number, MessageView[]>;
  /** What only the service has, older than the above. */
  readonly service: Map<number, MessageView[]>;
  /** What only the service has, between the messages. */
  readonly missing: Map<number, MessageView[]>;
  readonly contacts: ContactView[];
  readonly people: (Omit<PersonView, 'optOut'> & Partial<PersonView>)[];
  readonly drafts: Map<string, string>;
  /** Of drafts, by phone. */
  readonly files: Map<string, OwnFileView[]>;
  /** What waits besides the sends among `messages`. */
  actions: OutboxView['actions'];
}

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
function isInScope(chat: ChatView, scope: ChatScope, { lists }: FakeLists): boolean {
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
  const rows = sortChats(chats, { scope, sort }, lists).map((chat) => ({ chat, section: toSection(chat, input) }));
  const names: ChatSection[] =
    sort === 'waiting' ? ['waiting', 'answered'] : ['pinned', 'today', 'yesterday', 'earlier'];
  const sections = names
    .map((section) => ({ section, count: rows.filter((row) => row.section === section).length }))
    .filter(({ count }) => count > 0);
  return { total: rows.length, sections, offset, rows: rows.slice(offset, offset + limit).map(({ chat }) => chat) };
}

interface FakeList {
  readonly scope: ChatScope;
  readonly sort: ChatSort;
}

function sortChats(chats: readonly ChatView[], { scope, sort }: FakeList, lists: FakeLists): ChatView[] {
  return chats
    .filter((chat) => isInScope(chat, scope, lists))
    .sort((one, other) => toPlace(other, sort) - toPlace(one, sort));
}

export function findChatPlace({ chats }: FakeData, { of, ...list }: RequestInput<'chats.findPlace'>, lists: FakeLists) {
  const rows = sortChats(chats, list, lists);
  const toFound = (index: number): ChatPlace | null => {
    const chat = rows[index];
    return chat === undefined ? null : { chat, index };
  };
  if (of.kind === 'chat') return toFound(rows.findIndex(({ id }) => id === of.chatId));
  const below = rows.findIndex(({ id }) => id === of.belowId);
  const isNext = ({ id, unreadCount }: ChatView): boolean => unreadCount > 0 && id !== of.exceptId;
  const next = rows.findIndex((chat, index) => index > below && isNext(chat));
  return toFound(next === -1 ? rows.findIndex(isNext) : next);
}

function toPlace(chat: ChatView, sort: ChatSort): number {
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
