import { flushSync } from 'svelte';

/** What one frame spends on work that waits; the browser's layout of it comes on top. */
const BUDGET_MS = 6;

/**
 * Changes of the page that are spread over frames, so that no task becomes long: rows that come into view all at once, say.
 * First come, first served; each frame does at least one.
 */
export class FrameQueue {
  readonly #waiting = new Set<() => void>();
  #frame: number | null = null;

  /** Returns its own undo. */
  add(work: () => void): () => void {
    this.#waiting.add(work);
    this.#frame ??= requestAnimationFrame(() => this.#run());
    return () => this.#waiting.delete(work);
  }

  #run(): void {
    const until = performance.now() + BUDGET_MS;
    for (const work of this.#waiting) {
      this.#waiting.delete(work);
      flushSync(work);
      if (performance.now() >= until) break;
    }
    this.#frame = this.#waiting.size === 0 ? null : requestAnimationFrame(() => this.#run());
  }
}
