import { tick, untrack } from 'svelte';
import type { VirtualizerHandle } from 'virtua/svelte';
import type { LedgerList } from './ledger-list.svelte.ts';

const STEPS: Readonly<Record<string, (place: number, page: number, last: number) => number>> = {
  ArrowDown: (place) => place + 1,
  ArrowUp: (place) => place - 1,
  j: (place) => place + 1,
  k: (place) => place - 1,
  PageDown: (place, page) => place + page,
  PageUp: (place, page) => place - page,
  Home: () => 0,
  End: (_place, _page, last) => last,
};

/** The table on screen: which row is under the keys, and which ones are seen. */
export class LedgerTableView {
  box = $state<HTMLElement | null>(null);
  rows = $state<VirtualizerHandle>();
  headHeight = $state(0);
  #active = $state<string | null>(null);
  #pageRows = 10;
  readonly #list: LedgerList;
  readonly place: number = $derived.by(() => this.#list.rows.findIndex(({ sendId }) => sendId === this.#active));

  constructor(list: LedgerList) {
    this.#list = list;
  }

  /** The row under the keys; null where none is. */
  get active(): string | null {
    return this.place === -1 ? null : this.#active;
  }
  /** Rows that stay while they are out of sight. */
  get kept(): number[] {
    return this.place === -1 ? [] : [this.place];
  }

  toDomId(sendId: string): string {
    return `ledger-${sendId}`;
  }

  point(sendId: string): void {
    this.#active = sendId;
  }

  /** Keys have something to begin with. */
  readonly enter = (): void => {
    if (this.place !== -1) return;
    this.#active = this.#list.rows[this.#first]?.sendId ?? null;
  };

  readonly readVisibleRange = (): void => {
    const { rows } = this;
    if (rows === undefined) return;
    const last = rows.findItemIndex(rows.getScrollOffset() + rows.getViewportSize());
    this.#list.setVisibleRange(this.#first, last);
    this.#pageRows = Math.max(1, last - this.#first - 2);
  };

  /** Whether the key moved among the rows. */
  move(key: string): boolean {
    const step = STEPS[key];
    if (step === undefined) return false;
    const last = this.#list.rows.length - 1;
    const goal = Math.max(0, Math.min(last, step(this.place, this.#pageRows, last)));
    const row = this.#list.rows[goal];
    if (row === undefined) return true;
    this.#active = row.sendId;
    void this.#reveal(row.sendId);
    return true;
  }

  /** Something else was asked for: from its top. */
  begin(): void {
    untrack(() => {
      if (this.box !== null) this.box.scrollTop = 0;
    });
  }

  get #first(): number {
    const { rows } = this;
    return rows === undefined ? 0 : rows.findItemIndex(rows.getScrollOffset() + this.headHeight);
  }

  /** The row is there once it is kept; the head does not cover it (`scroll-margin`). */
  async #reveal(sendId: string): Promise<void> {
    await tick();
    document.getElementById(this.toDomId(sendId))?.scrollIntoView({ block: 'nearest' });
  }
}
