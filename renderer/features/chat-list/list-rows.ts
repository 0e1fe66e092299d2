/**
 * How the chats of a list stand on screen: rows by their places, the titles of sections between them. A list may have tens
 * of thousands of chats, so a row is made where it is looked at, and none for those that are not.
 */
import type { ChatSection, ChatView } from '#shared/contract/index.ts';
import type { ChatWindow } from '#renderer/data/chat-window.ts';

/** One row on screen: the title of a section, or a chat (null: not loaded yet). */
export type ListRow =
  | { readonly kind: 'section'; readonly key: string; readonly section: Exclude<ChatSection, 'pinned'> }
  | { readonly kind: 'chat'; readonly key: string; readonly index: number; readonly chat: ChatView | null };

/** A section, where its first row stands, and where its first chat does among the chats. */
interface Placed {
  /** Null: pinned has none, nor has an empty section. */
  readonly title: Exclude<ChatSection, 'pinned'> | null;
  readonly place: number;
  readonly index: number;
  readonly count: number;
}

export function countRows(window: ChatWindow): number {
  const last = placeSections(window).at(-1);
  return last === undefined ? 0 : last.place + Number(last.title !== null) + last.count;
}

/** The row at a place. `before`: the row that stood there, which is told again where it says the same. */
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
export function findPlace(window: ChatWindow, chatId: number): number {
  const index = window.rows.findIndex((chat) => chat?.id === chatId);
  return index === -1 ? -1 : toPlace(window, index);
}

/** Chats beyond all sections stand below the last of them, without a title. */
function placeSections({ sections, rows }: ChatWindow): Placed[] {
  const placed: Placed[] = [];
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
