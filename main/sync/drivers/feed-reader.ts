import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { Message, Page } from '#shared/domain/entities.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import type { FeedCursor, FeedName } from '#shared/domain/sync.ts';
import {
  hasJoined,
  mergeHead,
  mergeTail,
  planFeedPage,
  resumeDescent,
  startDescent,
  takeFeedPage,
} from '../core/feed.ts';
import type { Descent, FeedQuery } from '../core/feed.ts';
import type { CallPriority, CommitMessagesOutput } from '../ports.ts';
import { orEmptyPage, toTotal } from './collection.ts';
import type { SyncContext } from './context.ts';
import { FeedNews } from './feed-news.ts';
import { Serial } from '#shared/lib/serial.ts';

/**
 * Reads one of the two feeds, at its head and into its past; both may go on at once, since each commit puts its own
 * part into the cursor as it stands at that moment.
 *
 * SYNC-5  A cursor is committed together with the rows that justify it, and believed only after that.
 */
export class FeedReader {
  readonly name: FeedName;
  readonly #context: SyncContext;
  readonly #commits = new Serial();
  #cursor: FeedCursor | null | undefined;
  #descent: Descent | null = null;
  #isAbsent = false;
  #isStuck = false;
  #isStuckTold = false;
  #total: number | null = null;

  constructor(context: SyncContext, name: FeedName) {
    this.#context = context;
    this.name = name;
  }

  /** The service has no such feed for this account. */
  get isAbsent(): boolean {
    return this.#isAbsent;
  }

  /** About how many messages the feed has; null where the service does not say. */
  get total(): number | null {
    return this.#total;
  }

  /** Whether nothing of this feed was ever read. */
  async isFresh(): Promise<boolean> {
    return (await this.#load()) === null;
  }

  /** Whether there may be older messages than the cursor covers. */
  async hasOlder(): Promise<boolean> {
    const cursor = await this.#load();
    return cursor !== null && !cursor.isComplete && !this.#isAbsent && !this.#isStuck;
  }

  /** Reads from the newest message down to what is known; of a fresh feed one page. */
  async readHead(ask: { readonly limit: number; readonly priority: CallPriority }): Promise<FeedNews> {
    const news = new FeedNews(this.name, this.#context.clock.now());
    const before = await this.#load();
    let descent = startDescent(this.name, ask.limit);
    while (descent.state === 'walking' && !this.#isAbsent) {
      const query = planFeedPage(descent);
      const page = await this.#fetch(query, ask.priority);
      if (page === null) break;
      const reached = takeFeedPage(descent, query, page);
      const isJoined = hasJoined(reached, before);
      news.add(page.items, await this.#commit(page.items, isJoined ? (cursor) => mergeHead(cursor, reached) : null));
      if (isJoined) break;
      descent = reached;
    }
    if (descent.state === 'stuck') this.#tellStuck();
    return news;
  }

  /** Reads one page below the tail; false when there is nothing older. */
  async readOlder(priority: CallPriority): Promise<boolean> {
    if (!(await this.hasOlder())) return false;
    const cursor = await this.#load();
    if (cursor === null) return false;
    const descent = this.#descent ?? resumeDescent(this.name, cursor);
    const query = planFeedPage(descent);
    const page = await this.#fetch(query, priority);
    if (page === null) return false;
    const reached = takeFeedPage(descent, query, page);
    await this.#commit(page.items, (current) => (current === null ? null : mergeTail(current, reached)));
    this.#descent = reached;
    this.#isStuck = reached.state === 'stuck';
    if (this.#isStuck) this.#tellStuck();
    return this.hasOlder();
  }

  /** Once only: nothing else would say why messages are missing, and saying it every round would drown the rest. */
  #tellStuck(): void {
    if (this.#isStuckTold) return;
    this.#isStuckTold = true;
    const message = `The pages of the ${this.name} feed lead nowhere`;
    this.#context.sink.broken(new AppError({ code: 'bad-response', message, outcome: 'refused' }));
  }

  async #load(): Promise<FeedCursor | null> {
    if (this.#cursor === undefined) this.#cursor = await this.#context.store.getFeedCursor({ name: this.name });
    return this.#cursor;
  }

  /** Null: the service has no such feed. */
  async #fetch(query: FeedQuery, priority: CallPriority): Promise<Page<Message> | null> {
    const { source, link } = this.#context;
    const isFirst = query.page === 1 && query.lastId === 0;
    try {
      const page = await orEmptyPage(
        { page: isFirst ? 1 : Math.max(query.page, 2), limit: query.limit },
        link.call(priority, (options) =>
          this.name === 'inbound' ? source.listReplies(query, options) : source.listOutboundMessages(query, options),
        ),
      );
      if (isFirst) this.#total = toTotal(page);
      return page;
    } catch (error) {
      if (!isFirst || !(isAppError(error, 'not-found') || isAppError(error, 'forbidden'))) throw error;
      this.#isAbsent = true;
      return null;
    }
  }

  #commit(
    messages: readonly Message[],
    move: ((cursor: FeedCursor | null) => FeedCursor | null) | null,
  ): Promise<CommitMessagesOutput> {
    return this.#commits.run(async () => {
      const cursor = move === null ? null : move(await this.#load());
      const feed = cursor === null ? {} : { feed: { name: this.name, cursor } };
      const output = await this.#context.store.commitMessages({ messages, source: 'page', ...feed });
      if (cursor !== null) this.#cursor = cursor;
      return output;
    });
  }
}

/** Numbers of new messages whose chats must be seen again. */
export function toPhones(news: readonly FeedNews[]): Set<PhoneKey> {
  return new Set(news.flatMap((one) => [...one.phonesToSee]));
}
