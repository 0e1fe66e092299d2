import { untrack } from 'svelte';

/**
 * A value that follows another one once that has rested for a while, for what takes long to draw and is not what the user
 * waits for. Begins with the value of that moment. Made while a component begins.
 */
export class Rested<T> {
  #current = $state.raw() as T;

  /** `read` reads runes; `restMs`: without another change of it. */
  constructor(read: () => T, restMs: number) {
    this.#current = untrack(read);
    $effect(() => {
      const next = read();
      if (next === untrack(() => this.#current)) return;
      const timer = setTimeout(() => (this.#current = next), restMs);
      return () => clearTimeout(timer);
    });
  }

  get current(): T {
    return this.#current;
  }
}
