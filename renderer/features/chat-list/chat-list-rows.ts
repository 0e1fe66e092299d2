import type { ChatWindow } from '#renderer/data/chat-window.ts';
import { countRows, toRow, type ListRow } from './list-rows.ts';

/** The rows of a list on screen, as they are looked at: one that says the same as before is the same object. */
export class ChatListRows {
  readonly #findWindow: () => ChatWindow;
  /** As they were looked at last, by place. */
  readonly #looked = new Map<number, ListRow>();
  readonly #places: number[] = [];

  constructor(findWindow: () => ChatWindow) {
    this.#findWindow = findWindow;
  }

  get count(): number {
    return countRows(this.#findWindow());
  }

  /** From 0 up to the last place: what a list of rows is told of them. */
  listPlaces(count: number): readonly number[] {
    while (this.#places.length < count) this.#places.push(this.#places.length);
    return this.#places.slice(0, count);
  }

  at(place: number): ListRow {
    const row = toRow(this.#findWindow(), place, this.#looked.get(place));
    this.#looked.set(place, row);
    return row;
  }
}
