/** Reads the service's schedules again soon after one of them should have gone out: then its next time is known, or its end. */
import type { Log } from '#main/platform/log.ts';
import type { Store } from '#main/store/api.ts';

interface Asked {
  readonly times: number;
  readonly at: number;
}

interface ServiceFiringsParts {
  readonly store: Pick<Store, 'listScheduleRecords'>;
  readonly readSoon: () => void;
  readonly log: Pick<Log, 'error'>;
  readonly now: () => number;
  /** Calls back once; the answer ends it. Does not keep the process alive. */
  readonly startTimer: (run: () => void, ms: number) => () => void;
}

/** The service needs a moment to send and to say so. */
const AFTER_MS = 5_000;
/** It is asked once more so much later; what it has not done by then is read with everything else. */
const AGAIN_MS = 60_000;
const MOST_ASKED = 2;
/** The next ones are among these. */
const LOOKED_AT = 50;
/** No timer hears of a clock that is set. */
const LONGEST_WAIT_MS = 10 * 60_000;
/** What the user decided is at the service by then. */
const AFTER_DECISION_MS = 20_000;
/** Many changes are looked at together. */
const GATHER_MS = 1_000;

export class ServiceFirings {
  readonly #parts: ServiceFiringsParts;
  /** By schedule and time: how often the service was asked about it, and when. */
  #asked: ReadonlyMap<string, Asked> = new Map();
  #stopTimer: (() => void) | null = null;
  #stopDecided: (() => void) | null = null;
  #looking: Promise<void> | null = null;
  #isDisposed = false;

  constructor(parts: ServiceFiringsParts) {
    this.#parts = parts;
  }

  look(): void {
    this.#wait(GATHER_MS);
  }

  /** The user decided something: a page that was asked for before may have brought back what is deleted by now. */
  decided(): void {
    if (this.#isDisposed || this.#stopDecided !== null) return;
    this.#stopDecided = this.#parts.startTimer(() => {
      this.#stopDecided = null;
      this.#parts.readSoon();
    }, AFTER_DECISION_MS);
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.#stopTimer?.();
    this.#stopDecided?.();
    await this.#looking;
  }

  #wait(ms: number): void {
    if (this.#isDisposed) return;
    this.#stopTimer?.();
    this.#stopTimer = this.#parts.startTimer(() => {
      this.#stopTimer = null;
      this.#looking ??= this.#look().finally(() => (this.#looking = null));
    }, ms);
  }

  async #look(): Promise<void> {
    const { now, log, readSoon } = this.#parts;
    try {
      const nextAt = await this.#findNext();
      if (nextAt <= now()) readSoon();
      if (nextAt < Infinity) this.#wait(nextAt <= now() ? AGAIN_MS : Math.min(nextAt - now(), LONGEST_WAIT_MS));
    } catch (error) {
      log.error('schedules.firingsNotRead', error);
      this.#wait(LONGEST_WAIT_MS);
    }
  }

  /** When the service is to be asked next; what is due counts as asked. */
  async #findNext(): Promise<number> {
    const { store, now } = this.#parts;
    const query = { scope: 'upcoming', query: '', limit: LOOKED_AT, cursor: null } as const;
    const { items } = await store.listScheduleRecords(query);
    const asked = new Map<string, Asked>();
    let least = items.length === LOOKED_AT ? now() + LONGEST_WAIT_MS : Infinity;
    for (const { service } of items) {
      if (service === null || service.nextAt === null || service.isCompleted) continue;
      const key = `${String(service.id)} ${String(service.nextAt)}`;
      const before = this.#asked.get(key) ?? null;
      const dueAt = before === null ? service.nextAt + AFTER_MS : before.at + AGAIN_MS;
      if (before !== null) asked.set(key, before);
      if (before !== null && before.times >= MOST_ASKED) continue;
      if (dueAt <= now()) asked.set(key, { times: (before?.times ?? 0) + 1, at: now() });
      least = Math.min(least, dueAt);
    }
    this.#asked = asked;
    return least;
  }
}
