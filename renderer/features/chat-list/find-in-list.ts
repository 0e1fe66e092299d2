/** Finds chats of a list beyond those that are loaded, by asking main. */
import type { ChatPage, ChatSort, ChatView, Reply } from '#shared/contract/index.ts';
import type { ChatList } from './chat-list.svelte.ts';

type List = Pick<ChatList, 'window' | 'total' | 'scope' | 'sort' | 'askPage'>;

/** A place is looked for by so many rows at a time: each takes main and the page some time. */
const STEP_ROWS = 20;
/** Rows from the first look to the second; each further one is so many times as far. */
const FIRST_STRIDE = 100;
const STRIDE_GROWTH = 4;

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
  const ask = (offset: number): Promise<Reply<ChatPage>> => list.askPage(unread, offset, STEP_ROWS);
  const top = await ask(0);
  if (!top.ok) return null;
  const { rows, total } = top.value;
  const first = rows.find(isNext) ?? null;
  const isBefore = (chat: ChatView): boolean => !isNext(chat) || (last !== null && !isBehind(chat, last, sort));
  const next = rows.find((chat) => !isBefore(chat));
  if (next !== undefined) return next;
  const reached = await findFirst(ask, { from: rows.length, to: total, isBefore });
  return reached?.chat ?? first;
}

/**
 * The place of a chat in a list of any length, by a handful of questions, whatever arrives meanwhile: near the rows that
 * are loaded, then in the whole list. -1 where it is not in the list, or main does not answer.
 */
export async function findPlace(
  list: Pick<List, 'window' | 'total' | 'scope' | 'sort' | 'askPage'>,
  chat: ChatView,
): Promise<number> {
  const { scope, sort, total } = list;
  const ask = (offset: number): Promise<Reply<ChatPage>> => list.askPage({ scope, sort }, offset, STEP_ROWS);
  const seek = async (from: number): Promise<number> => {
    const isIt = ({ id }: ChatView): boolean => id === chat.id;
    const isBefore = (row: ChatView): boolean => !isIt(row) && isBehind(chat, row, sort);
    const reached = await findFirst(ask, { from, to: total, isBefore, isIt });
    return reached !== null && isIt(reached.chat) ? reached.index : -1;
  };
  const above = list.window.rows.findLastIndex((row) => row !== null && isBehind(chat, row, sort));
  const near = await seek(above + 1);
  return near !== -1 || above === -1 ? near : await seek(0);
}

interface Part {
  /** All rows above are before. */
  readonly from: number;
  readonly to: number;
  readonly isBefore: (row: ChatView) => boolean;
  /** That row is the first one, whatever is above it. */
  readonly isIt?: (row: ChatView) => boolean;
}

/** The first row of a part of a list that is not before: where the part begins, in growing strides from there, by halves. */
async function findFirst(
  ask: (offset: number) => Promise<Reply<ChatPage>>,
  { from, to, isBefore, isIt = () => false }: Part,
): Promise<{ readonly index: number; readonly chat: ChatView } | null> {
  let reached: { readonly index: number; readonly chat: ChatView } | null = null;
  for (let [low, high, stride] = [from, to, 0]; low < high;) {
    const at = Math.min(low + stride, Math.floor((low + high) / 2));
    const reply = await ask(at);
    const rows = reply.ok ? reply.value.rows : [];
    if (rows.length === 0) return null;
    const index = rows.findIndex((row) => !isBefore(row));
    const chat = rows[index];
    if (chat === undefined) {
      low = at + rows.length;
      stride = Math.max(FIRST_STRIDE, stride * STRIDE_GROWTH);
      continue;
    }
    reached = { index: at + index, chat };
    if (index > 0 || isIt(chat)) return reached;
    high = at;
  }
  return reached;
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
