/**
 * Letters of messages that are not delivered yet: those too old for the newest page of the feed are read by themselves
 * now and then, seldomer the longer it takes.
 */
import { isAppError } from '#shared/domain/app-error.ts';
import { toMessageKey } from '#shared/domain/ids.ts';
import { Alarm } from './alarm.ts';
import { toServiceNow } from './context.ts';
import type { SyncContext } from './context.ts';
import { runLoop } from './loop.ts';
import type { ReadTools } from './read-tools.ts';
import { forEachOf } from './together.ts';

const LOOK_EVERY_MS = 5 * 60_000;
/** Younger ones are on the newest page. */
const FIRST_AFTER_MS = 2 * 60_000;
const GIVEN_UP_AFTER_MS = 3 * 86_400_000;
const LONGEST_WAIT_MS = 6 * 3_600_000;
const MOST_AT_ONCE = 20;
const MOST_LOOKED_AT = 500;
const AT_ONCE = 4;

interface OpenLetter {
  readonly tries: number;
  readonly nextAt: number;
}

export class Letters {
  readonly #context: SyncContext;
  readonly #tools: ReadTools;
  readonly #alarm: Alarm;
  readonly #open = new Map<number, OpenLetter>();

  constructor(context: SyncContext, tools: ReadTools) {
    this.#context = context;
    this.#tools = tools;
    this.#alarm = new Alarm(context.clock);
  }

  /** Runs until sync ends. */
  run(): Promise<void> {
    return runLoop(this.#context, this.#alarm, async (isSetBack) => {
      if (isSetBack) this.#open.clear();
      const now = this.#context.clock.now();
      const ids = await this.#list();
      const due = ids.filter((id) => this.#planNextAt(id, now) <= now);
      const oldestFirst = due.sort((a, b) => this.#planNextAt(a, now) - this.#planNextAt(b, now));
      await this.#read(oldestFirst.slice(0, MOST_AT_ONCE));
      return now + LOOK_EVERY_MS;
    });
  }

  /** Reads all of them now. Rejects with `AppError` where the service cannot be asked. */
  async runNow(): Promise<void> {
    await this.#read(await this.#list());
  }

  async #list(): Promise<number[]> {
    const sinceAt = toServiceNow(this.#context) - GIVEN_UP_AFTER_MS;
    const ids = await this.#context.store.listOpenLetters({ limit: MOST_LOOKED_AT, sinceAt });
    const isOpen = new Set(ids);
    for (const id of this.#open.keys()) if (!isOpen.has(id)) this.#open.delete(id);
    return [...ids];
  }

  /** One that is seen for the first time gets its two minutes. */
  #planNextAt(id: number, now: number): number {
    const known = this.#open.get(id) ?? { tries: 0, nextAt: now + FIRST_AFTER_MS };
    this.#open.set(id, known);
    return known.nextAt;
  }

  async #read(ids: readonly number[]): Promise<void> {
    const { clock, link } = this.#context;
    await forEachOf(ids, AT_ONCE, async (id) => {
      const key = toMessageKey('out', id);
      try {
        const { state } = await this.#tools.singles.read(key, { priority: 'backfill', via: 'poll' });
        if (state === 'gone') await this.#tools.commits.remove([key]);
      } catch (error) {
        if (!isAppError(error) || error.code === 'cancelled' || link.note(error)) throw error;
      }
      const tries = (this.#open.get(id)?.tries ?? 0) + 1;
      this.#open.set(id, { tries, nextAt: clock.now() + Math.min(LOOK_EVERY_MS * 2 ** (tries - 1), LONGEST_WAIT_MS) });
    });
  }
}
