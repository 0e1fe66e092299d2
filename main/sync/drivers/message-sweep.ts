/**
 * Compares one feed with the cache from its newest message down, so that deletions and late letters are found: a day
 * after the last time, after a restart from where it was, or at once when a person asks.
 *
 *   answer ── covers ──► store names what the answer left out or says otherwise ──► each is read by itself ──► mark
 *
 * SYNC-17  The mark of a sweep moves past a page only after everything doubtful of it was settled.
 */
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { FeedCursor } from '#shared/domain/sync.ts';
import { Serial } from '#shared/lib/serial.ts';
import { planFeedPage, resumeDescent, startDescent, takeFeedPage } from '../core/feed.ts';
import type { Descent } from '../core/feed.ts';
import { planSweepAt, toSweepMarkKey } from '../core/sweep.ts';
import type { SweepMark } from '../core/sweep.ts';
import { Alarm } from './alarm.ts';
import type { SyncContext } from './context.ts';
import type { FeedPageRead, FeedReader } from './feed-reader.ts';
import { runLoop } from './loop.ts';
import type { ReadTools } from './read-tools.ts';

const PAGE_LIMIT = 100;
/** A feed that leads nowhere, or that is not there, is tried again after this long. */
const FAILED_AGAIN_MS = 3_600_000;
/** When the first reading will be over is looked at so often. */
const LOOK_AGAIN_MS = 60_000;
/** Ids above the head that the cache may have from callbacks. */
const MOST_ABOVE_HEAD = 1_000;

/** Told how many messages were compared so far. */
export type SweepProgress = (count: number) => void;

export class MessageSweep {
  readonly #context: SyncContext;
  readonly #feed: FeedReader;
  readonly #tools: ReadTools;
  readonly #alarm: Alarm;
  readonly #serial = new Serial();
  /** How many ask for a sweep from the top: the one under way gives way. */
  #demands = 0;
  #failedUntil = 0;

  constructor(context: SyncContext, feed: FeedReader, tools: ReadTools) {
    this.#context = context;
    this.#feed = feed;
    this.#tools = tools;
    this.#alarm = new Alarm(context.clock);
  }

  /** Sweeps when it is time. Runs until sync ends. */
  run(): Promise<void> {
    return runLoop(this.#context, this.#alarm, async (isSetBack) => {
      const { clock } = this.#context;
      if (isSetBack) this.#failedUntil = 0;
      if (this.#failedUntil > clock.now()) return this.#failedUntil;
      const dueAt = await this.#planDueAt();
      if (dueAt > clock.now()) return dueAt;
      await this.#serial.run(() => this.#sweepQuietly());
      return Math.max(clock.now(), this.#failedUntil);
    });
  }

  /** Sweeps from the top, now. Rejects with `AppError` where the service cannot be asked. */
  async runNow(onProgress: SweepProgress): Promise<void> {
    this.#demands += 1;
    try {
      await this.#serial.run(async () => {
        this.#demands -= 1;
        await this.#setMark('startedAt', 0);
        await this.#sweep(() => false, onProgress);
      });
    } finally {
      // What broke off here goes on by itself.
      this.#alarm.ring();
    }
  }

  /** What is refused by itself is tried again in a while; a person's sweep goes first. */
  async #sweepQuietly(): Promise<void> {
    const { clock, link } = this.#context;
    try {
      await this.#sweep(() => this.#demands > 0);
    } catch (error) {
      if (!isAppError(error) || error.code === 'cancelled' || error.code === 'disk' || link.note(error)) throw error;
      this.#failedUntil = clock.now() + FAILED_AGAIN_MS;
    }
  }

  async #planDueAt(): Promise<number> {
    const { clock } = this.#context;
    // What is not there is not compared, however long ago it was.
    if (this.#feed.isAbsent || (await this.#feed.isFresh())) return clock.now() + LOOK_AGAIN_MS;
    const [startedAt, doneAt] = [await this.#getMark('startedAt'), await this.#getMark('doneAt')];
    const dueAt = planSweepAt(clock.now(), { startedAt, doneAt });
    if (dueAt !== null) return dueAt;
    // A feed that is being read for the first time is being compared by that.
    if (await this.#feed.hasOlder()) return clock.now() + LOOK_AGAIN_MS;
    await this.#setMark('doneAt', clock.now());
    return this.#planDueAt();
  }

  /** Rejects with `AppError`. */
  async #sweep(isCalledOff: () => boolean, onProgress: SweepProgress = () => undefined): Promise<void> {
    if (this.#feed.isAbsent || (await this.#feed.isFresh())) return;
    let descent = await this.#begin();
    let count = 0;
    while (descent.state === 'walking') {
      if (isCalledOff()) return;
      const query = planFeedPage(descent);
      const knownTop = descent.low === null ? await this.#findKnownTop() : 0;
      const read = await this.#feed.readPage(query, { priority: 'backfill', knownTop });
      if (read === null) return;
      await this.#tools.doubts.settle(read.output);
      descent = takeFeedPage(descent, query, read.page);
      await this.#keepPlace(descent);
      count += read.page.items.length;
      onProgress(count);
      if (await this.#isThrough(descent, read)) break;
    }
    if (descent.state === 'stuck') {
      const message = `The pages of the ${this.#feed.name} feed lead nowhere`;
      throw new AppError({ code: 'bad-response', message, outcome: 'refused' });
    }
    await this.#end();
  }

  /** From the top, or where an earlier one was. */
  async #begin(): Promise<Descent> {
    const startedAt = await this.#getMark('startedAt');
    const position = await this.#getMark('position');
    if (startedAt !== null && startedAt > 0 && position !== null && position > 0) {
      const tailPage = (await this.#getMark('page')) ?? 1;
      const place: FeedCursor = { headId: position, tailId: position, isComplete: false, tailPage };
      return resumeDescent(this.#feed.name, place);
    }
    await this.#setMark('position', 0);
    await this.#setMark('startedAt', this.#context.clock.now());
    return startDescent(this.#feed.name, PAGE_LIMIT);
  }

  /** Highest id in the cache before the top is asked for. */
  async #findKnownTop(): Promise<number> {
    const headId = (await this.#feed.getCursor())?.headId ?? 0;
    const direction = this.#feed.name === 'inbound' ? 'in' : 'out';
    const query = { direction, fromId: headId + 1, toId: Number.MAX_SAFE_INTEGER, limit: MOST_ABOVE_HEAD } as const;
    return Math.max(headId, ...(await this.#context.store.listMessageIds(query)));
  }

  /** Whether it has come down to what the cache has of this feed, or to the depth that is wanted. */
  async #isThrough(descent: Descent, { page }: FeedPageRead): Promise<boolean> {
    const cursor = await this.#feed.getCursor();
    if (cursor === null || descent.low === null) return false;
    if (!cursor.isComplete && descent.low <= cursor.tailId) return true;
    const newestAt = page.items.length === 0 ? null : Math.max(...page.items.map(({ at }) => at));
    return this.#tools.history.isDeepEnough(newestAt);
  }

  async #keepPlace({ low, walk }: Descent): Promise<void> {
    if (low === null) return;
    await this.#setMark('page', Math.floor(walk.position / PAGE_LIMIT) + 1);
    await this.#setMark('position', low);
  }

  /** What was compared first is the oldest knowledge: from there the next day counts. */
  async #end(): Promise<void> {
    const startedAt = await this.#getMark('startedAt');
    await this.#setMark('doneAt', startedAt ?? this.#context.clock.now());
    await this.#setMark('startedAt', 0);
    await this.#setMark('position', 0);
  }

  #getMark(mark: SweepMark): Promise<number | null> {
    return this.#context.store.getSyncMark({ key: toSweepMarkKey(this.#feed.name, mark) });
  }

  #setMark(mark: SweepMark, value: number): Promise<void> {
    return this.#context.store.setSyncMark({ key: toSweepMarkKey(this.#feed.name, mark), value });
  }
}
