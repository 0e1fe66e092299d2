import { tick } from 'svelte';

interface Ports {
  readonly findBox: () => HTMLElement | undefined;
  /** After a row was held: it is scrolled to somewhere else than before. */
  readonly onHeld: () => void;
}

/** Rows as they are laid out, and the stretch they are of: of another one, none stands where it stood. */
interface Layout {
  readonly rows: readonly { readonly key: string }[];
  readonly stretch: number;
}

/** The most frames that rows above take to be measured, and how many without a move are the end of it. */
const MOST_FRAMES = 30;
const QUIET_FRAMES = 3;

/**
 * Keeps what is read where it is on screen while rows come or go above it, between others. Held is the row that somebody
 * works with, else the first in view; by its lower edge, since a line above it goes or comes.
 */
export class HeldRow {
  #key = $state<string | null>(null);
  #wanted: string | null = null;
  #layout: Layout = { rows: [], stretch: -1 };
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** The row that is held, which has to be there wherever one scrolls. */
  get key(): string | null {
    return this.#key;
  }

  /** Somebody works with that row: where it is in view, it is the one that stays. Null: nobody does any more. */
  want(key: string | null): void {
    this.#wanted = key;
  }

  /** Call before other rows are on screen. `isFree`: something else decides where the thread is scrolled to. */
  keep(layout: Layout, isFree: boolean): void {
    const { rows: before, stretch } = this.#layout;
    this.#layout = layout;
    if (isFree || stretch !== layout.stretch) return;
    const held = findInView(this.#ports.findBox(), this.#wanted);
    const from = before.findIndex(({ key }) => key === held?.key);
    const to = layout.rows.findIndex(({ key }) => key === held?.key);
    if (held !== null && from !== -1 && to !== -1 && from !== to) void this.#hold(held, stretch);
  }

  /** Over the frames in which the rows around it are measured. */
  async #hold({ key, bottom }: { readonly key: string; readonly bottom: number }, stretch: number): Promise<void> {
    this.#key = key;
    const isOver = (): boolean => this.#key !== key || this.#layout.stretch !== stretch;
    await tick();
    for (let frames = 0, quiet = 0; frames < MOST_FRAMES && quiet < QUIET_FRAMES && !isOver(); frames += 1) {
      const box = this.#ports.findBox();
      const row = findRow(box, key);
      if (box === undefined || row === null) break;
      const moved = toBottom(row, box) - bottom;
      quiet = Math.abs(moved) < 1 ? quiet + 1 : 0;
      if (quiet === 0) box.scrollTop += moved;
      await new Promise(requestAnimationFrame);
    }
    if (this.#key === key) this.#key = null;
    this.#ports.onHeld();
  }
}

/** The row of a message, where it is on screen or near it. */
export function findRow(box: HTMLElement | undefined, key: string): HTMLElement | null {
  return box?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null;
}

/** Whether there are rows, and none of them waits to be measured, which the list hides until then. */
export function hasOnlyMeasured(box: HTMLElement | undefined): boolean {
  const rows = [...(box?.querySelectorAll<HTMLElement>('[data-key]') ?? [])];
  return rows.length > 0 && rows.every(({ style }) => style.visibility !== 'hidden');
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
