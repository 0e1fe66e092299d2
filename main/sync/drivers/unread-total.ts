import { isAppError } from '#shared/domain/app-error.ts';
import type { ChatReader } from './chat-reader.ts';
import type { SyncContext } from './context.ts';
import { isFatal } from './failures.ts';

/** Under these names the store remembers what the service said last, and when it was asked. */
const TOTAL_MARK = 'unread.total';
const ASKED_MARK = 'unread.askedAt';

/** How many messages are unread in all chats, as the service counts: a check of what was added up here. */
export class UnreadTotal {
  readonly #context: SyncContext;
  readonly #chats: ChatReader;

  constructor(context: SyncContext, chats: ChatReader) {
    this.#context = context;
    this.#chats = chats;
  }

  /** Asks, and keeps the answer; null where the service cannot tell. Rejects where the link or the disk fails. */
  async ask(): Promise<number | null> {
    const { link, source, store, clock } = this.#context;
    try {
      const total = await link.call('sync', (options) => source.getUnreadTotal(options));
      await store.setSyncMark({ key: TOTAL_MARK, value: total });
      await store.setSyncMark({ key: ASKED_MARK, value: clock.now() });
      return total;
    } catch (error) {
      // Not every service counts, and nothing depends on it.
      if (isFatal(error) || !isAppError(error) || link.note(error)) throw error;
      return null;
    }
  }

  /** Asks, and reads the chats that are unread at the service where it counts otherwise than the cache does. */
  async compare(): Promise<void> {
    const total = await this.ask();
    if (total === null || total === (await this.#context.store.getUnreadTotal({}))) return;
    await this.#chats.readUnread();
  }
}
