/** Finds chats of a list beyond those that are loaded, by asking main. */
import type { ChatSort, ChatView } from '#shared/contract/index.ts';
import { PAGE_ROWS } from './chat-window.ts';
import type { ChatList } from './chat-list.svelte.ts';

type List = Pick<ChatList, 'window' | 'total' | 'scope' | 'sort' | 'askPage'>;

/** Where the search for the next one begins. */
interface Start {
  /** The first place that is looked at. */
  readonly index: number;
  /** The chat that is left. */
  readonly openId: number | null;
}

/**
 * The next chat of the list with unread messages, from the top again after the end; null where there is none. What is
 * loaded is looked through; beyond it main names the unread ones, however many read ones lie between.
 */
export async function findNextUnread(list: List, { index, openId }: Start): Promise<ChatView | null> {
  const { rows } = list.window;
  const isNext = (chat: ChatView): boolean => chat.unreadCount > 0 && chat.id !== openId;
  let last: ChatView | null = rows[index - 1] ?? null;
  for (let step = 0; step < rows.length; step += 1) {
    const at = (index + step) % rows.length;
    if (at === 0) last = null;
    const chat = rows[at] ?? null;
    if (chat === null) return findUnloaded(list, { isNext, last });
    if (isNext(chat)) return chat;
    last = chat;
  }
  return null;
}

/** The first of the unread ones that stands behind the last one that was looked at, else the very first. */
async function findUnloaded(
  list: List,
  { isNext, last }: { readonly isNext: (chat: ChatView) => boolean; readonly last: ChatView | null },
): Promise<ChatView | null> {
  const { scope, sort } = list;
  const unread = { scope: { ...scope, marks: [...scope.marks, 'unread' as const] }, sort };
  let first: ChatView | null = null;
  for (let offset = 0; ; offset += PAGE_ROWS) {
    const reply = await list.askPage(unread, offset);
    if (!reply.ok) return first;
    const page = reply.value;
    first ??= page.rows.find(isNext) ?? null;
    const next = page.rows.find((chat) => isNext(chat) && (last === null || isBehind(chat, last, sort)));
    if (next !== undefined) return next;
    if (offset + PAGE_ROWS >= page.total) return first;
  }
}

/**
 * The place of a chat in a list of any length, by halves: a handful of questions, whatever arrives meanwhile. -1 where it is
 * not in the list, or main does not answer.
 */
export async function findPlace(
  list: Pick<List, 'total' | 'scope' | 'sort' | 'askPage'>,
  chat: ChatView,
): Promise<number> {
  const { scope, sort } = list;
  let [from, to] = [0, list.total];
  // A chat with a new text is at the top.
  for (let at = 0; from < to; at = Math.floor((from + to) / 2)) {
    const reply = await list.askPage({ scope, sort }, at);
    const rows = reply.ok ? reply.value.rows : [];
    const found = rows.findIndex(({ id }) => id === chat.id);
    if (found !== -1) return at + found;
    const [first] = rows;
    if (first === undefined) return -1;
    if (isBehind(chat, first, sort)) from = at + rows.length;
    else to = at;
  }
  return -1;
}

/** Whether a chat stands below another one in a list, as far as their rows tell. Pure. */
export function isBehind(chat: ChatView, other: ChatView, sort: ChatSort): boolean {
  const [mine, others] = [toSortKey(chat, sort), toSortKey(other, sort)];
  const at = mine.findIndex((part, index) => part !== others[index]);
  return at !== -1 && (mine[at] ?? 0) > (others[at] ?? 0);
}

/** Whether what a list is ordered by is the same of two views of a chat. Pure. */
export function isSamePlace(one: ChatView, other: ChatView, sort: ChatSort): boolean {
  return !isBehind(one, other, sort) && !isBehind(other, one, sort);
}

/** Smaller stands higher, part by part; the same order as `main/store/queries/chat-list-order.ts`. */
function toSortKey(chat: ChatView, sort: ChatSort): readonly number[] {
  const newest = -Math.max(chat.lastAt ?? 0, chat.returnedAt ?? 0);
  if (sort === 'newest') return [Number(!chat.isPinned), newest, chat.id];
  return chat.waitingSince === null ? [1, newest, chat.id] : [0, chat.waitingSince, chat.id];
}
