import type { ContractError, MessageCursor, MessagePage, MessageView } from '#shared/contract/index.ts';
import type { ThreadReader } from './thread-reader.ts';

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
    if (this.#older === null) {
      const brought = await reader.fetchOlder();
      if (!isWanted()) return null;
      if (!brought.ok) return this.fail(brought.error);
    }
    const reply = await reader.readOlder(this.#older ?? (oldest === undefined ? null : toCursor(oldest)));
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
