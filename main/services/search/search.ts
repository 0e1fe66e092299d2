import type { SearchResult } from '#shared/contract/index.ts';
import { AppError } from '#shared/domain/app-error.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { Session } from '#main/services/account/session.ts';

export interface SearchQuery {
  readonly query: string;
  readonly scope: 'all' | 'people' | 'messages';
  readonly chatId: number | null;
  readonly limit: number;
}

interface Waiting {
  readonly run: () => Promise<void>;
  readonly cancel: () => void;
}

/**
 * Search as the user types. One search runs at a time, so that one of the store's readers is always free for lists and
 * threads. Of those that wait with the same scope and chat only the newest runs; the others end as
 * `cancelled`.
 */
export class Search {
  readonly #session: Session;
  readonly #waiting = new Map<string, Waiting>();
  #isRunning = false;

  constructor(needs: { readonly session: Session }) {
    this.#session = needs.session;
  }

  /** From the cache alone. Throws `cancelled` when a newer search of its kind came before its turn. */
  find(query: SearchQuery): Promise<SearchResult> {
    const { promise, resolve, reject } = Promise.withResolvers<SearchResult>();
    const kind = `${query.scope} ${query.chatId}`;
    this.#waiting.get(kind)?.cancel();
    // Deleted first: the newest goes to the end of the queue.
    this.#waiting.delete(kind);
    this.#waiting.set(kind, {
      run: () => this.#ask(query).then(resolve, reject),
      cancel: () =>
        reject(new AppError({ code: 'cancelled', message: 'a newer search came', outcome: 'not-accepted' })),
    });
    if (!this.#isRunning) void this.#drain();
    return promise;
  }

  async #drain(): Promise<void> {
    this.#isRunning = true;
    for (let next = this.#takeNext(); next !== undefined; next = this.#takeNext()) await next.run();
    this.#isRunning = false;
  }

  #takeNext(): Waiting | undefined {
    for (const [kind, waiting] of this.#waiting) {
      this.#waiting.delete(kind);
      return waiting;
    }
    return undefined;
  }

  async #ask(query: SearchQuery): Promise<SearchResult> {
    const chatId = query.chatId === null ? null : toChatId(query.chatId);
    return await this.#session.getAccount().store.search({ ...query, chatId });
  }
}
