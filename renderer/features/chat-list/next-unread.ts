import type { ChatPage, ChatView } from '#shared/contract/index.ts';
import { PAGE_ROWS } from '#renderer/data/chat-window.ts';
import { isBehind } from './list-order.ts';
import type { ChatList } from './chat-list.svelte.ts';

type List = Pick<ChatList, 'window' | 'total' | 'scope' | 'sort' | 'pages'>;

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
  { pages, scope, sort }: List,
  { isNext, last }: { readonly isNext: (chat: ChatView) => boolean; readonly last: ChatView | null },
): Promise<ChatView | null> {
  const unread = { scope: { ...scope, marks: [...scope.marks, 'unread' as const] }, sort };
  let first: ChatView | null = null;
  for (let offset = 0; ; offset += PAGE_ROWS) {
    const reply = await pages.ask(unread, offset);
    if (!reply.ok) return first;
    const page: ChatPage = reply.value;
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
  list: Pick<List, 'total' | 'scope' | 'sort' | 'pages'>,
  chat: ChatView,
): Promise<number> {
  const { scope, sort } = list;
  let [from, to] = [0, list.total];
  // Whoever just wrote is at the top.
  for (let at = 0; from < to; at = Math.floor((from + to) / 2)) {
    const reply = await list.pages.ask({ scope, sort }, at);
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
