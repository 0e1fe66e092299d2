import { Alarm } from './alarm.ts';
import type { SyncContext } from './context.ts';
import type { FeedReader } from './feed-reader.ts';
import { runLoop } from './loop.ts';
import type { Progress } from './progress.ts';
import type { Readers } from './readers.ts';
import { together } from './together.ts';

/** Pages of each feed between two looks at how far it is. */
const PAGES = 5;
/** A feed may turn up that was not there. */
const LOOK_EVERY_MS = 60_000;

/**
 * Reads older messages at the lowest priority, beside everything else: collections are read page by page, and what they
 * leave of the allowed rate while an answer is on its way or goes to the disk is enough for most of it.
 */
export class OlderHistory {
  readonly #context: SyncContext;
  readonly #readers: Readers;
  readonly #progress: Progress;
  readonly #alarm: Alarm;
  /** Messages in the cache but for what the feeds added since; null: not counted since the last rest. */
  #countedBefore: number | null = null;
  #isAllowed = false;

  constructor(context: SyncContext, readers: Readers, progress: Progress) {
    this.#context = context;
    this.#readers = readers;
    this.#progress = progress;
    this.#alarm = new Alarm(context.clock);
  }

  /** Runs until sync ends. */
  run(): Promise<void> {
    return runLoop(this.#context, this.#alarm, () => this.#step());
  }

  /** The chats are known: from here on it may be read. */
  allow(): void {
    if (this.#isAllowed) return;
    this.#isAllowed = true;
    this.#alarm.ring();
  }

  /** There may be something to do again: it goes on, or deeper. */
  wake(): void {
    this.#alarm.ring();
  }

  /** Reads some pages; returns when to look for the next. */
  async #step(): Promise<number> {
    if (!this.#isAllowed) return Infinity;
    const { outbound, inbound } = this.#readers;
    if ((await outbound.hasOlder()) || (await inbound.hasOlder())) {
      await this.#show();
      const hasMore = await together([readSomeOlder(outbound), readSomeOlder(inbound)]);
      await this.#show();
      if (hasMore.includes(true)) return 0;
    }
    this.#progress.restFromHistory();
    this.#countedBefore = null;
    return this.#context.clock.now() + LOOK_EVERY_MS;
  }

  async #show(): Promise<void> {
    const { outbound, inbound } = this.#readers;
    // Counting them all takes the longer the more there are: once, and from then on what is added is added.
    this.#countedBefore ??= (await this.#context.store.countMessages({})) - outbound.addedCount - inbound.addedCount;
    const done = this.#countedBefore + outbound.addedCount + inbound.addedCount;
    const total =
      outbound.total === null || inbound.total === null ? null : Math.max(done, outbound.total + inbound.total);
    this.#progress.showHistory(done, total);
  }
}

async function readSomeOlder(feed: FeedReader): Promise<boolean> {
  let hasMore = true;
  for (let page = 0; page < PAGES && hasMore; page += 1) hasMore = await feed.readOlder('backfill');
  return hasMore;
}
