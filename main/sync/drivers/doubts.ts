/**
 * Messages of which a list says something else than the cache: left out of a covered stretch, or with another letter.
 * Each is asked for by itself, and only that decides (SYNC-12).
 */
import { isAppError } from '#shared/domain/app-error.ts';
import type { MessageKey } from '#shared/domain/ids.ts';
import type { CommitMessagesOutput } from '../ports.ts';
import { Alarm } from './alarm.ts';
import type { SyncContext } from './context.ts';
import { runLoop } from './loop.ts';
import type { MessageCommits } from './message-commits.ts';
import type { SingleRead, SingleReads } from './single-reads.ts';
import { forEachOf } from './together.ts';

type Suspicion = Pick<CommitMessagesOutput, 'missingKeys' | 'contestedKeys'>;

const AT_ONCE = 4;
const PORTION = 40;
/** A list that goes on saying so is believed less and less: one minute, two, four, up to an hour. */
const AGAIN_MS = 60_000;
const LONGEST_AGAIN_MS = 3_600_000;
const MOST_REMEMBERED = 5_000;

interface Memory {
  readonly at: number;
  readonly times: number;
}

export class Doubts {
  readonly #context: SyncContext;
  readonly #commits: MessageCommits;
  readonly #singles: SingleReads;
  readonly #alarm: Alarm;
  /** And whether the list of its chat left it out. */
  readonly #waiting = new Map<MessageKey, boolean>();
  readonly #asked = new Map<MessageKey, Memory>();
  /** What the list of its chat left out once and cannot be asked for: then two such lists are its answer. */
  readonly #leftOutOnce = new Set<MessageKey>();

  constructor(context: SyncContext, commits: MessageCommits, singles: SingleReads) {
    this.#context = context;
    this.#commits = commits;
    this.#singles = singles;
    this.#alarm = new Alarm(context.clock);
  }

  /** Puts them on the list of what is asked for soon. `isOfChat`: the list of their chat said so. */
  add({ missingKeys, contestedKeys }: Suspicion, isOfChat = false): void {
    for (const key of contestedKeys) if (!this.#isFresh(key)) this.#wait(key, false);
    for (const key of missingKeys) if (!this.#isFresh(key, isOfChat)) this.#wait(key, isOfChat);
    if (this.#waiting.size > 0) this.#alarm.ring();
  }

  /** Runs until sync ends. */
  run(): Promise<void> {
    return runLoop(this.#context, this.#alarm, async () => {
      await this.#ask([...this.#waiting].slice(0, PORTION));
      return this.#waiting.size > 0 ? 0 : Infinity;
    });
  }

  /** Asks for these now. Rejects with `AppError` where the link breaks; what is refused by itself is left as it is. */
  async settle({ missingKeys, contestedKeys }: Suspicion): Promise<void> {
    const keys = new Set([...missingKeys, ...contestedKeys]);
    await this.#ask([...keys].map((key) => [key, false]));
  }

  /** Asks for everything that waits. Rejects with `AppError`. */
  async settleAll(): Promise<void> {
    await this.#ask([...this.#waiting]);
  }

  #wait(key: MessageKey, isOfChat: boolean): void {
    this.#waiting.set(key, isOfChat || this.#waiting.get(key) === true);
  }

  async #ask(doubts: readonly (readonly [MessageKey, boolean])[]): Promise<void> {
    await forEachOf(doubts, AT_ONCE, async ([key, isOfChat]) => {
      try {
        await this.#askOne(key, isOfChat);
      } catch (error) {
        if (!isAppError(error) || error.code === 'cancelled' || this.#context.link.note(error)) throw error;
      }
      this.#waiting.delete(key);
      this.#remember(key);
    });
  }

  async #askOne(key: MessageKey, isOfChat: boolean): Promise<void> {
    const state = await this.#readAlone(key);
    if (state === 'gone') await this.#commits.remove([key]);
    if (state !== 'unasked' || !isOfChat) return;
    if (this.#leftOutOnce.delete(key)) await this.#commits.remove([key]);
    else this.#leftOutOnce.add(key);
  }

  /** An account may see a chat and not each of its messages by itself. */
  async #readAlone(key: MessageKey): Promise<SingleRead['state']> {
    try {
      return (await this.#singles.read(key, { priority: 'backfill', via: 'poll' })).state;
    } catch (error) {
      if (isAppError(error, 'forbidden')) return 'unasked';
      throw error;
    }
  }

  #isFresh(key: MessageKey, isOfChat = false): boolean {
    const memory = this.#asked.get(key);
    if (memory === undefined) return false;
    const ageMs = this.#context.clock.now() - memory.at;
    // The second list that is waited for is the answer itself.
    const times = isOfChat && this.#leftOutOnce.has(key) ? 1 : memory.times;
    return ageMs >= 0 && ageMs < Math.min(AGAIN_MS * 2 ** Math.min(times - 1, 10), LONGEST_AGAIN_MS);
  }

  #remember(key: MessageKey): void {
    const times = (this.#asked.get(key)?.times ?? 0) + 1;
    this.#asked.delete(key);
    this.#asked.set(key, { at: this.#context.clock.now(), times });
    for (const old of this.#asked.keys()) {
      if (this.#asked.size <= MOST_REMEMBERED) break;
      this.#asked.delete(old);
    }
  }
}
