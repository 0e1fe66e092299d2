import type { ContractError, MessageCursor, MessagePage, MessageView, Reply } from '#shared/contract/index.ts';
import type { ThreadReader } from './thread-reader.ts';

/** The most pages of the service that one look upwards may need. */
const MOST_FETCHES = 25;

/** What is above the oldest message on screen. */
export type Above = 'more' | 'loading' | 'beginning' | 'failed';
/** What is below the newest message on screen; `end`: it is the newest of the chat. */
export type Below = 'more' | 'loading' | 'end';

/** Where the eye shall go: to a message, or to the newest for null. Every wish is an object of its own. */
export interface Jump {
  readonly key: string | null;
}

/** What lies beyond the first and the last message on screen. */
export class ThreadEdges {
  above = $state<Above>('more');
  /** Why the page above did not come. */
  problem = $state.raw<ContractError | null>(null);
  below = $state<Below>('end');
  #older: MessageCursor | null = null;
  #newer: MessageCursor | null = null;

  /** `page` stands at the top now. */
  setAbove({ older, isCompleteBefore }: MessagePage): void {
    this.#older = older;
    this.above = older === null && isCompleteBefore ? 'beginning' : 'more';
  }

  /** There is more above this message, in the cache. */
  reopen(oldest: MessageView): void {
    this.#older = toCursor(oldest);
    this.above = 'more';
  }

  /** `page` stands at the bottom now. */
  setBelow({ newer }: MessagePage): void {
    this.#newer = newer;
    this.below = newer === null ? 'end' : 'more';
  }

  /** Null, for whoever waits for a page. */
  fail(problem: ContractError | null): null {
    this.above = 'failed';
    this.problem = problem;
    return null;
  }

  /**
   * The page above `oldest`: the cache's, else the service's. Null where it did not come, which `above` and `problem`
   * say, where it is on its way already, or where nobody wants it any more.
   */
  async readAbove(
    reader: ThreadReader,
    oldest: MessageView | undefined,
    isWanted: () => boolean,
  ): Promise<MessagePage | null> {
    if (this.above === 'loading' || this.above === 'beginning') return null;
    this.above = 'loading';
    this.problem = null;
    const before = this.#older ?? (oldest === undefined ? null : toCursor(oldest));
    if (this.#older === null) return await this.#fetchAbove(reader, before, isWanted);
    return this.#take(await reader.readOlder(before), isWanted);
  }

  /**
   * The page above from the service. Where lone messages stand far up, what comes first may belong between them and the
   * rest: then main reads on until something comes above them, or the chat begins.
   */
  async #fetchAbove(
    reader: ThreadReader,
    before: MessageCursor | null,
    isWanted: () => boolean,
  ): Promise<MessagePage | null> {
    let page: MessagePage | null = null;
    for (let fetches = 0; fetches < MOST_FETCHES; fetches += 1) {
      const brought = await reader.fetchOlder();
      if (!isWanted()) return null;
      if (!brought.ok) return this.fail(brought.error);
      page = this.#take(await reader.readOlder(before), isWanted);
      if (page === null || page.items.length > 0 || page.isCompleteBefore) break;
    }
    return page;
  }

  #take(reply: Reply<MessagePage>, isWanted: () => boolean): MessagePage | null {
    if (!isWanted()) return null;
    return reply.ok ? reply.value : this.fail(reply.error);
  }

  /** The page below; null where it did not come (the next look down asks again), or where nobody wants it any more. */
  async readBelow(reader: ThreadReader, isWanted: () => boolean): Promise<MessagePage | null> {
    if (this.below !== 'more' || this.#newer === null) return null;
    this.below = 'loading';
    const page = await reader.readNewer(this.#newer);
    if (!isWanted()) return null;
    this.below = 'more';
    return page;
  }
}

function toCursor({ at, key }: MessageView): MessageCursor {
  return { at, key };
}
