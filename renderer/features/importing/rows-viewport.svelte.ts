import { tick } from 'svelte';
import type { VirtualizerHandle } from 'virtua/svelte';

/** What of a long table is on screen. */
export class RowsViewport {
  box = $state<HTMLElement | null>(null);
  virtualizer = $state<VirtualizerHandle>();
  headHeight = $state(0);
  #visibleCount = $state(12);
  readonly #setVisible: (first: number, last: number) => void;

  constructor(setVisible: (first: number, last: number) => void) {
    this.#setVisible = setVisible;
  }

  /** Rows that a page of keys goes on: those at the edges stay in view. */
  get pageRows(): number {
    return Math.max(1, this.#visibleCount - 3);
  }
  /** The first row that is on screen. */
  get first(): number {
    const rows = this.virtualizer;
    return rows === undefined ? 0 : rows.findItemIndex(rows.getScrollOffset());
  }

  readonly read = (): void => {
    const rows = this.virtualizer;
    if (rows === undefined) return;
    const first = rows.findItemIndex(rows.getScrollOffset());
    const last = rows.findItemIndex(rows.getScrollOffset() + rows.getViewportSize());
    this.#visibleCount = last - first + 1;
    this.#setVisible(first, last);
  };

  scrollToTop(): void {
    if (this.box !== null) this.box.scrollTop = 0;
  }

  /** Shows the row under the keys, which is there once it is kept mounted; the head does not cover it (`scroll-margin`). */
  async reveal(): Promise<void> {
    await tick();
    this.box?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  }

  focus(): void {
    this.box?.focus({ preventScroll: true });
  }
}
