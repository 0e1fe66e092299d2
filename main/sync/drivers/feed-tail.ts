import type { Message } from '#shared/domain/entities.ts';
import type { FeedName } from '#shared/domain/sync.ts';
import type { SyncStore } from '../ports.ts';
import type { History } from './history.ts';

/** How old the messages are at the end of what was read of a feed. A hint only, so it may be kept beside the cursor. */
export class FeedTail {
  readonly #store: SyncStore;
  readonly #history: History;
  readonly #markKey: string;
  #at: number | null | undefined;

  constructor(store: SyncStore, name: FeedName, history: History) {
    this.#store = store;
    this.#history = history;
    this.#markKey = `feed.${name}.tailAt`;
  }

  /** The oldest page so far. Kept over restarts once it lies deep enough, so that no run reads one more. */
  async note(messages: readonly Message[]): Promise<void> {
    if (messages.length === 0) return;
    const at = Math.max(...messages.map((message) => message.at));
    this.#at = Math.min(at, (await this.#load()) ?? Infinity);
    if (this.#history.isDeepEnough(this.#at)) await this.#store.setSyncMark({ key: this.#markKey, value: this.#at });
  }

  async isDeepEnough(): Promise<boolean> {
    return this.#history.isDeepEnough(await this.#load());
  }

  async #load(): Promise<number | null> {
    this.#at ??= await this.#store.getSyncMark({ key: this.#markKey });
    return this.#at;
  }
}
