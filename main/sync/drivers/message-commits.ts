import type { Message } from '#shared/domain/entities.ts';
import type { MessageKey } from '#shared/domain/ids.ts';
import type { CommitMessagesInput, CommitMessagesOutput, SyncStore } from '../ports.ts';

/** So many removed messages are remembered: answers that were asked for before are under way for a minute at most. */
const MOST_REMEMBERED = 10_000;

/**
 * Messages into the cache and out of it.
 *
 * SYNC-15  An answer that was asked for before a message was taken out of the cache does not bring it back.
 */
export class MessageCommits {
  readonly #store: SyncStore;
  #removals = 0;
  readonly #removedAt = new Map<MessageKey, number>();
  /** Messages that a list still shows although the service says of each that it is gone: the list is believed. */
  readonly #listed = new Set<MessageKey>();

  constructor(store: SyncStore) {
    this.#store = store;
  }

  /** To be taken before a question is asked: answers are measured by it. */
  get moment(): number {
    return this.#removals;
  }

  /** Commits an answer to a question that was asked at that moment. */
  async commit(input: CommitMessagesInput, askedAt: number): Promise<CommitMessagesOutput> {
    const isPage = input.source === 'page';
    const messages = input.messages.filter((message) => this.#isCurrent(message, askedAt, isPage));
    return this.#store.commitMessages({ ...input, messages });
  }

  /** Takes messages out that the service says are gone. */
  async remove(keys: readonly MessageKey[]): Promise<void> {
    const gone = keys.filter((key) => !this.#listed.has(key));
    if (gone.length === 0) return;
    this.noteRemoved(gone);
    await this.#store.removeMessages({ keys: gone });
  }

  /** The service deleted them because we asked for it; the store takes them out by itself. */
  noteRemoved(keys: readonly MessageKey[]): void {
    this.#removals += 1;
    for (const key of keys) {
      this.#removedAt.set(key, this.#removals);
      this.#listed.delete(key);
    }
    for (const key of this.#removedAt.keys()) {
      if (this.#removedAt.size <= MOST_REMEMBERED) break;
      this.#removedAt.delete(key);
    }
  }

  #isCurrent({ key, isDeleted }: Message, askedAt: number, isPage: boolean): boolean {
    if (isDeleted === true) return false;
    const removedAt = this.#removedAt.get(key);
    if (removedAt === undefined) return true;
    if (removedAt > askedAt) return false;
    this.#removedAt.delete(key);
    if (isPage) this.#listed.add(key);
    return true;
  }
}
