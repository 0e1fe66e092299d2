import { SvelteSet } from 'svelte/reactivity';
import type { MessageView } from '#shared/contract/index.ts';

/** Messages that are checked, to do something to all of them. Those that are not on screen any more are not among them. */
export class CheckedMessages {
  readonly #keys = new SvelteSet<string>();
  readonly #list: () => readonly MessageView[];
  /** In the order of the thread. */
  readonly messages: readonly MessageView[] = $derived.by(() =>
    this.#keys.size === 0 ? [] : this.#list().filter(({ key }) => this.#keys.has(key)),
  );

  /** `list`: what the thread shows. */
  constructor(list: () => readonly MessageView[]) {
    this.#list = list;
  }

  get count(): number {
    return this.messages.length;
  }
  get isAny(): boolean {
    return this.messages.length > 0;
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  toggle(key: string): void {
    if (!this.#keys.delete(key)) this.#keys.add(key);
  }

  check(key: string): void {
    this.#keys.add(key);
  }

  clear(): void {
    this.#keys.clear();
  }
}
