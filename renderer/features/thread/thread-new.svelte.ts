import type { ChatView, MessageView } from '#shared/contract/index.ts';
import { findFirstNewKey } from './thread-rows.ts';

/** The time that the service gives a chat may be this much later than that of its newest message. */
const SLACK_MS = 60_000;

export type OpenedChat = Pick<ChatView, 'unreadCount' | 'lastAt'>;

/** Where the new ones begin: decided once, and it stays until the chat is left (THREAD-3). */
export class ThreadNew {
  #firstKey = $state<string | null>(null);
  /** Unread ones that are not here yet. */
  #toCome = 0;

  /** Above which message the line "New" stands. */
  get firstKey(): string | null {
    return this.#firstKey;
  }

  /** Where the newest message (`lastAt`, epoch ms) is not here yet, it waits: the unread ones are not among those that are. */
  open(newest: readonly MessageView[], { unreadCount, lastAt }: OpenedChat): void {
    const newestAt = newest.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
    if (lastAt !== null && newestAt + SLACK_MS < lastAt) this.#toCome = unreadCount;
    else this.#firstKey = findFirstNewKey(newest, unreadCount);
  }

  /** Some came. */
  arrive(newest: readonly MessageView[]): void {
    this.#firstKey ??= findFirstNewKey(newest, this.#toCome);
    this.#toCome = 0;
  }

  markFrom(key: string): void {
    this.#firstKey ??= key;
  }
}
