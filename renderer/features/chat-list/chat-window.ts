/**
 * A list of chats as far as it is loaded: how long it is, how it is divided, which chat stands where, and the rows that
 * this makes on screen. A list may have tens of thousands of chats, so a row is made when it is looked at. Pure: main
 * decides the order.
 */
import type { ChatPage, ChatSection, ChatView } from '#shared/contract/index.ts';

/** Which chats stand where. A place that was not asked for is null and stands as a shape until its chat is here. */
export interface ChatOrder {
  readonly total: number;
  readonly sections: ChatPage['sections'];
  /** As long as `total`. */
  readonly ids: readonly (number | null)[];
}

/** The same with the chats as they are shown. */
export interface ChatWindow {
  readonly total: number;
  readonly sections: ChatPage['sections'];
  /** As long as `total`. */
  readonly rows: readonly (ChatView | null)[];
}

/** Rows that are asked for at once. */
export const PAGE_ROWS = 100;

export const EMPTY_ORDER: ChatOrder = { total: 0, sections: [], ids: [] };
export const EMPTY_WINDOW: ChatWindow = { total: 0, sections: [], rows: [] };

/** The order of these pages alone, all of one answer's time. The newest total and sections count. */
export function toOrder(pages: readonly ChatPage[]): ChatOrder {
  return pages.reduce(mergePage, EMPTY_ORDER);
}

/** Where the page begins that holds a place of the list. */
export function toPageStart(index: number): number {
  return Math.floor(Math.max(0, index) / PAGE_ROWS) * PAGE_ROWS;
}

/** Where the pages begin that hold these places, each page once. */
export function toPageStarts(places: readonly number[]): number[] {
  return [...new Set(places.map(toPageStart))];
}

/**
 * Puts a page into the order. A chat stands once: where an older answer had it, there is a gap now. Runs for every page
 * over a list of tens of thousands, hence the plain loops.
 */
export function mergePage(order: ChatOrder, page: ChatPage): ChatOrder {
  const fresh = new Set(page.rows.map(({ id }) => id));
  const ids = new Array<number | null>(page.total).fill(null);
  for (let index = Math.min(page.total, order.ids.length) - 1; index >= 0; index -= 1) {
    const known = order.ids[index] ?? null;
    if (known !== null && !fresh.has(known)) ids[index] = known;
  }
  for (const [index, row] of page.rows.slice(0, Math.max(0, page.total - page.offset)).entries()) {
    ids[page.offset + index] = row.id;
  }
  return { total: page.total, sections: page.sections, ids };
}

/** Without the chats that leave the list. `withUnknown`: what is not loaded goes with them. */
export function withoutLeaving(order: ChatOrder, leaves: (chatId: number) => boolean, withUnknown: boolean): ChatOrder {
  const isLeaving = order.ids.map((id) => id !== null && leaves(id));
  if (!isLeaving.includes(true)) return order;
  const stays = order.ids.map((id, index) => (id === null ? !withUnknown : isLeaving[index] === false));
  let start = 0;
  const sections = order.sections.map(({ section, count }) => {
    const left = stays.slice(start, start + count).filter(Boolean).length;
    start += count;
    return { section, count: left };
  });
  const ids = order.ids.filter((_, index) => stays[index]);
  return { total: ids.length, sections, ids };
}

/** Whether nothing would move: the chats that both know stand in the same places and as many follow. */
export function hasSameOrder(order: ChatOrder, next: ChatOrder): boolean {
  if (order.total !== next.total) return false;
  return next.ids.every((id, index) => id === null || id === (order.ids[index] ?? id));
}

/** How many chats would come in or move up if `next` took the place of `window`; not those with a text of our own. */
export function countRisen(window: ChatWindow, next: ChatWindow): number {
  const places = new Map(window.rows.flatMap((row, index) => (row === null ? [] : [[row.id, index] as const])));
  const shown = next.rows.filter((row) => row !== null);
  const highest = { place: Number.POSITIVE_INFINITY };
  // From the bottom up, a chat has risen when one that stood above it stands below it now.
  return shown.reduceRight((count, { id, lastDirection }) => {
    const place = places.get(id) ?? Number.POSITIVE_INFINITY;
    if (place > highest.place) return lastDirection === 'out' ? count : count + 1;
    highest.place = place;
    return count;
  }, 0);
}

/** One row on screen: the title of a section, or a chat (null: not loaded yet). */
export type ListRow =
  | { readonly kind: 'section'; readonly key: string; readonly section: Exclude<ChatSection, 'pinned'> }
  | { readonly kind: 'chat'; readonly key: string; readonly index: number; readonly chat: ChatView | null };

export function countRows(window: ChatWindow): number {
  const last = placeSections(window).at(-1);
  return last === undefined ? 0 : last.place + Number(last.title !== null) + last.count;
}

/** The row at a place. `before`: the row that stood there, which is returned again where it says the same. */
export function toRow(window: ChatWindow, place: number, before?: ListRow): ListRow {
  const sections = placeSections(window);
  const { title, ...section } = sections.findLast((each) => each.place <= place) ?? { title: null, place: 0, index: 0 };
  if (title !== null && place === section.place) return { kind: 'section', key: `section:${title}`, section: title };
  const index = section.index + place - section.place - Number(title !== null);
  const chat = window.rows[index] ?? null;
  if (before?.kind === 'chat' && before.index === index && before.chat === chat) return before;
  return { kind: 'chat', key: chat === null ? `gap:${String(index)}` : `chat:${String(chat.id)}`, index, chat };
}

/** Where the row of a chat stands, by its place among the chats. */
export function toPlace(window: ChatWindow, index: number): number {
  const section = placeSections(window).findLast((each) => each.index <= index && each.count > 0);
  return section === undefined ? index : section.place + Number(section.title !== null) + index - section.index;
}

/** The same by its id; -1 where it is not loaded. */
export function findRowPlace(window: ChatWindow, chatId: number): number {
  const index = window.rows.findIndex((chat) => chat?.id === chatId);
  return index === -1 ? -1 : toPlace(window, index);
}

/** A section, where its first row stands, and where its first chat does among the chats. */
interface PlacedSection {
  /** Null: pinned has none, nor has an empty section. */
  readonly title: Exclude<ChatSection, 'pinned'> | null;
  readonly place: number;
  readonly index: number;
  readonly count: number;
}

/** Chats beyond all sections stand below the last of them, without a title. */
function placeSections({ sections, rows }: ChatWindow): PlacedSection[] {
  const placed: PlacedSection[] = [];
  let [place, index] = [0, 0];
  for (const { section, count } of [...sections, { section: 'pinned' as const, count: Number.POSITIVE_INFINITY }]) {
    const title = section === 'pinned' || count === 0 ? null : section;
    const some = Number.isFinite(count) ? count : Math.max(0, rows.length - index);
    placed.push({ title, place, index, count: some });
    place += some + Number(title !== null);
    index += some;
  }
  return placed;
}
