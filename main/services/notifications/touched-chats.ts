/** Chats that changed since their notifications were last compared with them. */
import type { EventPayload } from '#shared/contract/index.ts';

export class TouchedChats {
  #ids = new Set<number>();
  #everything = false;

  add({ chatIds, everything }: EventPayload<'chats.changed'>): void {
    for (const id of chatIds) this.#ids.add(id);
    this.#everything ||= everything;
  }

  /** Another account: nothing was compared. */
  reset(): void {
    this.#ids = new Set();
    this.#everything = true;
  }

  /** Whether a chat is among them; one that is not known may be. Begins anew. */
  take(): (chatId: number | null) => boolean {
    const ids = this.#ids;
    const everything = this.#everything;
    this.#ids = new Set();
    this.#everything = false;
    return (chatId) => everything || chatId === null || ids.has(chatId);
  }
}
