import type { Component } from 'svelte';
import type { ScreenId } from '#renderer/app/routes.ts';
import type { Screen } from '#renderer/app/screens.ts';

/** The views of the screens: each is loaded once, when its screen is first shown. */
export class ScreenViews {
  #views = $state.raw<Readonly<Partial<Record<ScreenId, Component | 'failed'>>>>({});
  readonly #screens: readonly Screen[];

  constructor(screens: readonly Screen[]) {
    this.#screens = screens;
    for (const { id, view } of screens) if (typeof view === 'function') this.#keep(id, view);
  }

  /** Null until it is loaded. */
  get(id: ScreenId): Component | null {
    const view = this.#views[id];
    return view === undefined || view === 'failed' ? null : view;
  }

  hasFailed(id: ScreenId): boolean {
    return this.#views[id] === 'failed';
  }

  /** Loads it where it is not there yet, also where that failed before. Whether it is there then. */
  async load(id: ScreenId): Promise<boolean> {
    const view = this.#screens.find((screen) => screen.id === id)?.view;
    if (view === undefined || typeof view === 'function' || this.get(id) !== null) return this.get(id) !== null;
    try {
      this.#keep(id, await view.load());
    } catch {
      // Main is gone, or the files of the page changed under it. Another load that ran beside this one may have succeeded.
      if (this.get(id) === null) this.#keep(id, 'failed');
    }
    return this.get(id) !== null;
  }

  #keep(id: ScreenId, view: Component | 'failed'): void {
    this.#views = { ...this.#views, [id]: view };
  }
}
