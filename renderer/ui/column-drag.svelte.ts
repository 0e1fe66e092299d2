import type { ColumnPlace } from './data-table.svelte.ts';

/** How far the pointer goes before a press is a drag, in CSS pixels. */
const THRESHOLD = 6;

interface HeadCell {
  readonly id: string;
  readonly element: HTMLElement;
}

interface ColumnDragOptions {
  /** Head cells of the columns that can be moved, in their order. */
  readonly listCells: () => readonly HeadCell[];
  readonly onmove: (column: string, place: ColumnPlace) => void;
}

interface Press {
  readonly column: string;
  readonly x: number;
}

/** A column that is dragged by its head. Touch scrolls instead, and a press without a drag does what it does. */
export class ColumnDrag {
  #press: Press | null = null;
  #column = $state<string | null>(null);
  #place = $state.raw<ColumnPlace | null>(null);
  readonly #options: ColumnDragOptions;

  constructor(options: ColumnDragOptions) {
    this.#options = options;
  }

  /** The column that is dragged; null: none is. */
  get column(): string | null {
    return this.#column;
  }
  /** Where it would be put; null: where it is. */
  get place(): ColumnPlace | null {
    return this.#place;
  }

  press(event: PointerEvent, column: string): void {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    this.#press = { column, x: event.clientX };
  }

  move(event: PointerEvent & { currentTarget: HTMLElement }): void {
    const press = this.#press;
    if (press === null) return;
    if (this.#column === null) {
      if (Math.abs(event.clientX - press.x) < THRESHOLD) return;
      // From here on its click is that of the cell, which sorts nothing.
      event.currentTarget.setPointerCapture(event.pointerId);
      this.#column = press.column;
    }
    const isReversed = getComputedStyle(event.currentTarget).direction === 'rtl';
    this.#place = this.#findPlace(event.clientX, press.column, isReversed);
  }

  drop(): void {
    const [column, place] = [this.#column, this.#place];
    this.cancel();
    if (column !== null && place !== null) this.#options.onmove(column, place);
  }

  /** False: nothing was dragged. */
  cancel(): boolean {
    const wasDragged = this.#column !== null;
    this.#press = null;
    this.#column = null;
    this.#place = null;
    return wasDragged;
  }

  #findPlace(x: number, column: string, isReversed: boolean): ColumnPlace | null {
    const cells = this.#options.listCells();
    const from = cells.findIndex(({ id }) => id === column);
    const to = cells.filter(({ element }) => isPast(element, x, isReversed)).length;
    if (to === from || to === from + 1) return null;
    const next = cells[to];
    if (next !== undefined) return { beside: next.id, isAfter: false };
    const last = cells.at(-1);
    return last === undefined ? null : { beside: last.id, isAfter: true };
  }
}

/** Whether the pointer is beyond the middle of a cell. */
function isPast(element: HTMLElement, x: number, isReversed: boolean): boolean {
  const { left, width } = element.getBoundingClientRect();
  const middle = left + width / 2;
  return isReversed ? x < middle : x > middle;
}
