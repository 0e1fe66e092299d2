import { tick } from 'svelte';
import { SettlingLayout } from '#renderer/lib/settling-layout.ts';

interface Ports {
  readonly findBox: () => HTMLElement | undefined;
  /** After the rows were measured: the thread is scrolled to another place than before. */
  readonly onHeld: () => void;
}

/** Rows as they are laid out, and the segment they are of: in another one, none stands where it stood. */
interface Layout {
  readonly rows: readonly { readonly key: string }[];
  readonly segment: number;
}

/** While rows above are measured. */
const SETTLING = { quietFrames: 4, mostFrames: 30 };

/**
 * Keeps what is read where it is on screen while rows come or go above it, between others. The anchor is the row that the
 * user works with, else the first in view; by its lower edge, since a line above it goes or comes.
 */
export class ScrollAnchor {
  #key = $state<string | null>(null);
  #preferred: string | null = null;
  #layout: Layout = { rows: [], segment: -1 };
  readonly #settling = new SettlingLayout(SETTLING);
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** The anchor, which has to be drawn wherever the thread is scrolled to. */
  get key(): string | null {
    return this.#key;
  }

  /** The user works with that row: where it is in view, it is the anchor. Null: not any more. */
  prefer(key: string | null): void {
    this.#preferred = key;
  }

  /** Call before other rows are on screen. `isFree`: something else decides where the thread is scrolled to. */
  keep(layout: Layout, isFree: boolean): void {
    const { rows: before, segment } = this.#layout;
    this.#layout = layout;
    if (isFree || segment !== layout.segment) return;
    const held = findInView(this.#ports.findBox(), this.#preferred);
    const from = before.findIndex(({ key }) => key === held?.key);
    const to = layout.rows.findIndex(({ key }) => key === held?.key);
    if (held !== null && from !== -1 && to !== -1 && from !== to) void this.#hold(held, segment);
  }

  /** Over the frames in which the rows around it are measured. */
  async #hold({ key, bottom }: { readonly key: string; readonly bottom: number }, segment: number): Promise<void> {
    this.#key = key;
    await tick();
    const isOver = await this.#settling.run(() => {
      const box = this.#ports.findBox();
      const row = findRow(box, key);
      if (this.#key !== key || this.#layout.segment !== segment || box === undefined || row === null) return false;
      const moved = toBottom(row, box) - bottom;
      const hasMoved = Math.abs(moved) >= 1;
      if (hasMoved) box.scrollTop += moved;
      return hasMoved;
    });
    if (!isOver) return;
    if (this.#key === key) this.#key = null;
    this.#ports.onHeld();
  }
}

/** The row of a message, where it is on screen or near it. */
export function findRow(box: HTMLElement | undefined, key: string): HTMLElement | null {
  return box?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null;
}

/**
 * Whether there are rows, and none of them waits to be measured, which the list hides until then. `count`: and there are
 * so many.
 */
export function hasOnlyMeasured(box: HTMLElement | undefined, count?: number): boolean {
  const rows = [...(box?.querySelectorAll<HTMLElement>('[data-key]') ?? [])];
  if (rows.length === 0 || (count !== undefined && rows.length !== count)) return false;
  return rows.every(({ style }) => style.visibility !== 'hidden');
}

/** The row that something on screen is part of; null where it is of none. */
export function findRowAround(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null;
}

/** The message that has the focus, or something of which has it; null where none does. */
export function findFocusedKey(): string | null {
  return findRowAround(document.activeElement)?.dataset['key'] ?? null;
}

function toBottom(row: HTMLElement, box: HTMLElement): number {
  return row.getBoundingClientRect().bottom - box.getBoundingClientRect().top;
}

/** That row, where any of it is in view, however far down it ends; else the first whose lower edge is. */
function findInView(
  box: HTMLElement | undefined,
  wanted: string | null,
): { readonly key: string; readonly bottom: number } | null {
  if (box === undefined) return null;
  const rows = [...box.querySelectorAll<HTMLElement>('[data-key]')]
    .map((row) => {
      const bottom = toBottom(row, box);
      return { key: row.dataset['key'] ?? '', bottom, top: bottom - row.offsetHeight };
    })
    .filter(({ bottom }) => bottom > 0)
    .sort((one, other) => one.bottom - other.bottom);
  return rows.find(({ key, top }) => key === wanted && top < box.clientHeight) ?? rows[0] ?? null;
}
