/**
 * The chat list as the window knows it: how long it is, how it is divided, and the rows that were asked for.
 * Rows that were not are null and stand as shapes until they are here. Pure: main decides the order.
 */
import type { ChatPage, ChatView } from '#shared/contract/index.ts';

export interface ChatWindow {
  readonly total: number;
  readonly sections: ChatPage['sections'];
  /** As long as `total`. */
  readonly rows: readonly (ChatView | null)[];
}

/** Rows that are asked for at once. */
export const PAGE_ROWS = 100;

export const EMPTY_WINDOW: ChatWindow = {
  total: 0,
  sections: [],
  rows: [],
};

/** A window of nothing but these pages, all of one answer's time. The newest total and sections count. */
export function toWindow(pages: readonly ChatPage[]): ChatWindow {
  return pages.reduce(mergePage, EMPTY_WINDOW);
}

/** Where the page begins that holds a place of the list. */
export function toPageStart(index: number): number {
  return Math.floor(Math.max(0, index) / PAGE_ROWS) * PAGE_ROWS;
}

/** Where the pages begin that hold these places: one or two of them. */
export function toPageStarts(first: number, last: number): number[] {
  return [...new Set([toPageStart(first), toPageStart(last)])];
}

/**
 * Puts a page into the window. A chat stands once: where an older answer had it, there is a gap now. Runs for every page
 * over a list of tens of thousands, hence the plain loops.
 */
export function mergePage(window: ChatWindow, page: ChatPage): ChatWindow {
  const fresh = new Set(page.rows.map(({ id }) => id));
  const rows = new Array<ChatView | null>(page.total).fill(null);
  for (let index = Math.min(page.total, window.rows.length) - 1; index >= 0; index -= 1) {
    const known = window.rows[index] ?? null;
    if (known !== null && !fresh.has(known.id)) rows[index] = known;
  }
  for (const [index, row] of page.rows.slice(0, Math.max(0, page.total - page.offset)).entries()) {
    rows[page.offset + index] = row;
  }
  return { total: page.total, sections: page.sections, rows };
}

/** The same rows in the same places with what `fresh` knows of them: for a list that must not move right now. */
export function updateInPlace(window: ChatWindow, fresh: readonly ChatView[]): ChatWindow {
  const byId = new Map(fresh.map((chat) => [chat.id, chat]));
  return { ...window, rows: window.rows.map((row) => (row === null ? null : (byId.get(row.id) ?? row))) };
}

/** Whether nothing would move: the chats that both know stand in the same places and as many follow. */
export function hasSameOrder(window: ChatWindow, next: ChatWindow): boolean {
  if (window.total !== next.total) return false;
  return next.rows.every((row, index) => row === null || row.id === (window.rows[index]?.id ?? row.id));
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
