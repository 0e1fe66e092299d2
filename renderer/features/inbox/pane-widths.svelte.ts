import { innerWidth } from 'svelte/reactivity/window';
import { fitWidth, parseWidth, toDefaultWidth, type PaneName } from '#renderer/lib/pane-sizes.ts';

/** How wide the panes are: as chosen on this display, else as the design has it. */
export class PaneWidths {
  readonly #storage: Storage;
  readonly #display: string;
  readonly #chosen: Record<PaneName, number | null>;

  constructor(storage: Storage, display: Pick<Screen, 'width' | 'height'>) {
    this.#storage = storage;
    this.#display = `${String(display.width)}x${String(display.height)}`;
    this.#chosen = $state({ list: this.#read('list'), panel: this.#read('panel') });
  }

  /** CSS pixels. */
  get(pane: PaneName): number {
    const window = innerWidth.current ?? 1_280;
    return fitWidth(pane, this.#chosen[pane] ?? toDefaultWidth(pane, window), window);
  }

  set(pane: PaneName, width: number): void {
    this.#chosen[pane] = width;
    this.#storage.setItem(this.#key(pane), String(width));
  }

  reset(pane: PaneName): void {
    this.#chosen[pane] = null;
    this.#storage.removeItem(this.#key(pane));
  }

  #read(pane: PaneName): number | null {
    return parseWidth(this.#storage.getItem(this.#key(pane)));
  }

  #key(pane: PaneName): string {
    return `switchboard.inbox.${pane}.${this.#display}`;
  }
}
