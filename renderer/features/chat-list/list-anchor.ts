/** Which row of the chat list stays where it is on screen when others come, go or move. */
import type { ChatWindow } from '#renderer/data/chat-window.ts';
import { toPlace } from './list-rows.ts';

export interface ListAnchor {
  readonly chatId: number;
  /** Below the top of the box, CSS pixels. */
  readonly top: number;
  readonly height: number;
  /** By how many rows it goes down. */
  readonly shift: number;
}

/** The list as it is on screen, and as it will be. */
export interface ListChange {
  readonly before: ChatWindow;
  readonly after: ChatWindow;
}

const ROW_ID = 'chat-';

/** The first row in view that goes where most of those in view go: the others are what moves among them. */
export function findListAnchor(box: HTMLElement, { before, after }: ListChange): ListAnchor | null {
  const shown = [...box.querySelectorAll<HTMLElement>('[role=option]')]
    .map((row) => ({ chatId: toChatId(row), top: toTop(row, box), height: row.offsetHeight }))
    .filter(({ top, height }) => top + height > 0 && top < box.clientHeight)
    .sort((one, other) => one.top - other.top);
  const ids = new Set(shown.map(({ chatId }) => chatId));
  const [from, to] = [findPlaces(before, ids), findPlaces(after, ids)];
  const anchors = shown.flatMap((row) => {
    const [was, is] = [from.get(row.chatId), to.get(row.chatId)];
    return was === undefined || is === undefined ? [] : [{ ...row, shift: is - was }];
  });
  const groups = [...Map.groupBy(anchors, ({ shift }) => shift).values()];
  const [most = []] = groups.sort((one, other) => other.length - one.length);
  return most[0] ?? null;
}

function findPlaces(window: ChatWindow, ids: ReadonlySet<number>): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  for (const [index, chat] of window.rows.entries()) {
    if (chat !== null && ids.has(chat.id)) places.set(chat.id, toPlace(window, index));
  }
  return places;
}

/** Of the row of a chat in the document. */
export function toRowId(chatId: number): string {
  return `${ROW_ID}${String(chatId)}`;
}

function toChatId(row: HTMLElement): number {
  return Number(row.id.slice(ROW_ID.length));
}

/** How far below the top of the box an element begins, CSS pixels. */
export function toTop(row: Element, box: HTMLElement): number {
  return row.getBoundingClientRect().top - box.getBoundingClientRect().top;
}
