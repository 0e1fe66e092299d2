import type { SyncContext } from './context.ts';

/** Key of the mark that keeps `lastSyncedAt` over restarts. */
const LAST_SYNCED = 'sync.lastSyncedAt';
const SAVE_EVERY_MS = 60_000;
/** Key of the mark by which the store corrects, when it tells how long news took. */
const CLOCK_SKEW = 'clock.skewMs';

/** What rounds found out and the store keeps: when everything new was last here, and how far the service's clock is ahead. */
export class RoundMarks {
  readonly #context: SyncContext;
  #savedAt = 0;
  #skewMs: number | null = null;

  constructor(context: SyncContext) {
    this.#context = context;
  }

  async recall(): Promise<void> {
    const { store, board, clock } = this.#context;
    const at = await store.getSyncMark({ key: LAST_SYNCED });
    // What lies ahead comes from a clock that was wrong: better nothing than that.
    if (at !== null && at <= clock.now()) board.apply({ kind: 'recalled', at });
  }

  /** Everything that was new at `at` is here. */
  async save(at: number): Promise<void> {
    const { store } = this.#context;
    await this.#saveSkew();
    if (Math.abs(at - this.#savedAt) < SAVE_EVERY_MS) return;
    await store.setSyncMark({ key: LAST_SYNCED, value: at });
    this.#savedAt = at;
  }

  async #saveSkew(): Promise<void> {
    const { store, board } = this.#context;
    const { clockSkewMs } = board.status;
    if (clockSkewMs === null || clockSkewMs === this.#skewMs) return;
    await store.setSyncMark({ key: CLOCK_SKEW, value: clockSkewMs });
    this.#skewMs = clockSkewMs;
  }
}
