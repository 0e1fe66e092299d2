import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { Message, Page } from '#shared/domain/entities.ts';
import type { MessageKey } from '#shared/domain/ids.ts';
import type { Coverage, FeedCursor, FeedName } from '#shared/domain/sync.ts';
import { Serial } from '#shared/lib/serial.ts';
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
import { toFeedCoverage } from '../core/sweep.ts';
import type { CallPriority } from '../calls.ts';
import type { CommitMessagesOutput } from '../ports.ts';
import { orEmptyPage, toTotal } from './collection.ts';
import type { SyncContext } from './context.ts';
import { FeedAbsence } from './feed-absence.ts';
import { FeedNews } from './feed-news.ts';
import { FeedTail } from './feed-tail.ts';
import type { ReadTools } from './read-tools.ts';

export interface HeadAsk {
  readonly limit: number;
  readonly priority: CallPriority;
  /** Messages that callbacks told of: the news of them came by callback. */
  readonly told?: ReadonlySet<MessageKey>;
}

export interface FeedPageRead {
  readonly page: Page<Message>;
  readonly covers: Coverage | null;
  readonly output: CommitMessagesOutput;
}

/** An answer, and all that is needed to say what it proves. */
interface Answer {
  readonly page: Page<Message>;
  readonly covers: Coverage | null;
  readonly moment: number;
}

const NOBODY: ReadonlySet<MessageKey> = new Set();

/**
 * Reads one of the two feeds, at its head and into its past; both may go on at once, since each commit puts its own
 * part into the cursor as it stands at that moment.
 *
 * SYNC-5  A cursor is committed together with the rows that justify it, and believed only after that.
 */
export class FeedReader {
  readonly name: FeedName;
  readonly #context: SyncContext;
  readonly #tools: ReadTools;
  readonly #tail: FeedTail;
  readonly #absence = new FeedAbsence();
  readonly #commits = new Serial();
  readonly #heads = new Serial();
  #cursor: FeedCursor | null | undefined;
  #descent: Descent | null = null;
  #isStuck = false;
  #isStuckTold = false;
  #total: number | null = null;
  #addedCount = 0;

  constructor(context: SyncContext, name: FeedName, tools: ReadTools) {
    this.#context = context;
    this.name = name;
    this.#tools = tools;
    this.#tail = new FeedTail(context.store, name, tools.history);
  }

  /** The service says that it has no such feed for this account. */
  get isAbsent(): boolean {
    return this.#absence.isBelieved;
  }

  /** About how many messages the feed has; null where the service does not say. */
  get total(): number | null {
    return this.#total;
  }

  /** How many messages it has put into the cache that were not there. */
  get addedCount(): number {
    return this.#addedCount;
  }

  /** A person wants everything asked for again, also what was not there. */
  forgetAbsence(): void {
    this.#absence.forget();
    if (this.#isStuck) this.#descent = null;
    this.#isStuck = false;
  }

  /** How far it was read; null: not at all. */
  async getCursor(): Promise<FeedCursor | null> {
    if (this.#cursor === undefined) this.#cursor = await this.#context.store.getFeedCursor({ name: this.name });
    return this.#cursor;
  }

  /** Whether nothing of this feed was ever read. */
  async isFresh(): Promise<boolean> {
    return (await this.getCursor()) === null;
  }

  /** Whether there may be older messages than the cursor covers, and somebody wants them read now. */
  async hasOlder(): Promise<boolean> {
    return !this.#tools.history.isPaused && (await this.isUnfinished());
  }

  /** Whether there may be older messages within the depth. */
  async isUnfinished(): Promise<boolean> {
    const cursor = await this.getCursor();
    if (cursor === null || cursor.isComplete || this.isAbsent || this.#isStuck) return false;
    return !(await this.#tail.isDeepEnough());
  }

  /** Reads from the newest message down to what is known; of a fresh feed one page. One after the other. */
  readHead(ask: HeadAsk): Promise<FeedNews> {
    return this.#heads.run(() => this.#readHead(ask));
  }

  /** Reads one page below the tail; false when there is nothing older that is wanted now. */
  async readOlder(priority: CallPriority): Promise<boolean> {
    if (!(await this.hasOlder())) return false;
    const cursor = await this.getCursor();
    if (cursor === null) return false;
    const descent = this.#descent ?? resumeDescent(this.name, cursor);
    const query = planFeedPage(descent);
    const answer = await this.#ask(query, priority);
    if (answer === null) return false;
    const reached = takeFeedPage(descent, query, answer.page);
    const move = (current: FeedCursor | null): FeedCursor | null => current && mergeTail(current, reached);
    this.#tools.doubts.add(await this.#commit(answer, move));
    await this.#tail.note(answer.page.items);
    this.#descent = reached;
    this.#isStuck = reached.state === 'stuck';
    if (this.#isStuck) this.#tellStuck();
    return this.hasOlder();
  }

  /** Any page into the cache, without moving the cursor. What it contradicts is left to the caller. Null: no such feed. */
  async readPage(
    query: FeedQuery,
    ask: { readonly priority: CallPriority; readonly told?: ReadonlySet<MessageKey>; readonly knownTop?: number },
  ): Promise<FeedPageRead | null> {
    const answer = await this.#ask(query, ask.priority, ask.knownTop);
    if (answer === null) return null;
    return { page: answer.page, covers: answer.covers, output: await this.#commit(answer, null, { told: ask.told }) };
  }

  async #readHead(ask: HeadAsk): Promise<FeedNews> {
    const news = new FeedNews(this.name, this.#context.clock.now());
    const before = await this.getCursor();
    // What this feed has is here once its head is: no chat needs reading for what it showed before.
    const mark = this.name === 'inbound' ? await this.#context.store.getNewestChatMark({}) : 0;
    let descent = startDescent(this.name, ask.limit);
    while (descent.state === 'walking' && !this.#absence.isFresh(this.#context.clock.now())) {
      const query = planFeedPage(descent);
      const answer = await this.#ask(query, ask.priority, before?.headId);
      if (answer === null) break;
      const reached = takeFeedPage(descent, query, answer.page);
      const isJoined = hasJoined(reached, before);
      const move = isJoined ? (cursor: FeedCursor | null) => mergeHead(cursor, reached) : null;
      const output = await this.#commit(answer, move, { told: ask.told, mark: isJoined ? mark : 0 });
      this.#tools.doubts.add(output);
      news.add(answer.page.items, output);
      if (before === null) await this.#tail.note(answer.page.items);
      if (isJoined) break;
      descent = reached;
    }
    if (descent.state === 'stuck') this.#tellStuck();
    return news;
  }

  /** Once only: nothing else would say why messages are missing, and saying it every round would drown the rest. */
  #tellStuck(): void {
    if (this.#isStuckTold) return;
    this.#isStuckTold = true;
    const message = `The pages of the ${this.name} feed lead nowhere`;
    this.#context.sink.broken(new AppError({ code: 'bad-response', message, outcome: 'refused' }));
  }

  async #ask(query: FeedQuery, priority: CallPriority, knownTop = 0): Promise<Answer | null> {
    const { moment } = this.#tools.commits;
    const page = await this.#fetch(query, priority);
    return page && { page, covers: toFeedCoverage({ name: this.name, query, page, knownTop }), moment };
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
      if (isFirst) {
        this.#total = toTotal(page);
        this.#absence.forget();
      }
      return page;
    } catch (error) {
      if (!isFirst || !(isAppError(error, 'not-found') || isAppError(error, 'forbidden'))) throw error;
      this.#absence.note(this.#context.clock.now());
      return null;
    }
  }

  #commit(
    { page, covers, moment }: Answer,
    move: ((cursor: FeedCursor | null) => FeedCursor | null) | null,
    { told = NOBODY, mark = 0 }: { readonly told?: ReadonlySet<MessageKey> | undefined; readonly mark?: number } = {},
  ): Promise<CommitMessagesOutput> {
    return this.#commits.run(async () => {
      const { commits } = this.#tools;
      const messages = page.items.filter(({ key }) => told.has(key));
      const first =
        messages.length === 0 ? null : await commits.commit({ messages, source: 'page', via: 'callback' }, moment);
      const cursor = move === null ? null : move(await this.getCursor());
      const feed = cursor === null ? {} : { feed: { name: this.name, cursor } };
      const covered = covers === null ? {} : { covers };
      const marks = mark === 0 ? {} : { readMarks: { chatId: null, upTo: mark } };
      const input = { messages: page.items, source: 'page', ...feed, ...covered, ...marks } as const;
      const output = await commits.commit(input, moment);
      if (cursor !== null) this.#cursor = cursor;
      const whole = first === null ? output : join(first, output);
      this.#addedCount += whole.newKeys.length;
      return whole;
    });
  }
}

/** What was new when the messages that callbacks told of were put in is not new any more with the rest. */
function join(first: CommitMessagesOutput, rest: CommitMessagesOutput): CommitMessagesOutput {
  return {
    ...rest,
    newKeys: [...first.newKeys, ...rest.newKeys],
    isChanged: first.isChanged || rest.isChanged,
  };
}
