import type { MessageView } from '#shared/contract/index.ts';
import { findChanged } from './thread-rows.ts';

/**
 * What is asked of all messages on screen whenever some came: tens of thousands are not gone through for it, only those
 * that are others than the last time.
 */
export class ThreadIndex {
  #messages: readonly MessageView[] = [];
  readonly #keys = new Set<string>();
  readonly #held = new Set<string>();

  /** Keys of what is on screen. */
  listKeys(messages: readonly MessageView[]): ReadonlySet<string> {
    this.#follow(messages);
    return this.#keys;
  }

  /** Whether any of them can still be taken back. */
  hasHeld(messages: readonly MessageView[]): boolean {
    this.#follow(messages);
    return this.#held.size > 0;
  }

  #follow(messages: readonly MessageView[]): void {
    const before = this.#messages;
    if (before === messages) return;
    this.#messages = messages;
    const { from, to } = findChanged(before, messages);
    for (const { key } of before.slice(from, before.length - (messages.length - to))) {
      this.#keys.delete(key);
      this.#held.delete(key);
    }
    for (const { key, send } of messages.slice(from, to)) {
      this.#keys.add(key);
      if (send?.state === 'held') this.#held.add(key);
    }
  }
}
