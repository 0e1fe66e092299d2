import type { DiskTrouble, SyncStatus } from '#shared/domain/sync.ts';

/** The service asked the whole client to wait, until an instant. */
export interface Pause {
  readonly reason: 'rate-limited' | 'maintenance';
  readonly untilAt: number;
}

/** A shorter pause is over before anybody has read of it. */
const WORTH_A_WORD_MS = 1_500;

/** Links that know of nothing better than a pause. */
const COVERED: ReadonlySet<SyncStatus['link']> = new Set(['online', 'starting', 'troubled']);

/**
 * The link as a person sees it: what sync says, over it the pauses of the client, in which a call of sync waits without
 * knowing why, and beside it whether the disk takes anything.
 */
export class LiveStatus {
  readonly #now: () => number;
  readonly #tell: (status: SyncStatus) => void;
  #said: SyncStatus | null = null;
  #pause: (Pause & { readonly since: number }) | null = null;
  #disk: DiskTrouble | null = null;
  #isReopening = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(needs: { readonly now: () => number; readonly tell: (status: SyncStatus) => void }) {
    this.#now = needs.now;
    this.#tell = needs.tell;
  }

  /** Sync says how things stand. */
  statusChanged(status: SyncStatus): void {
    this.#said = status;
    this.#tell(this.toShown(status));
  }

  /** Everything waits until then; an instant that is over ends what was said before. */
  paused(pause: Pause): void {
    const now = this.#now();
    const waitMs = pause.untilAt - now;
    if (waitMs <= 0 && this.#pause !== null) this.#end();
    if (waitMs < WORTH_A_WORD_MS) return;
    this.#pause = { ...pause, since: this.#pause?.since ?? now };
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(), waitMs).unref();
    this.#tellAgain();
  }

  /** Why nothing can be written here; null: all is well. */
  diskChanged(trouble: DiskTrouble | null): void {
    if (trouble === this.#disk) return;
    this.#disk = trouble;
    this.#tellAgain();
  }

  /** What is kept here was lost hold of, and is opened again: the end of this status. */
  reopens(): void {
    this.#isReopening = true;
    this.#tellAgain();
  }

  /** That status as it is shown now. */
  toShown(status: SyncStatus): SyncStatus {
    const shown = this.#toPaused(status);
    const disk = this.#isReopening ? 'reopening' : this.#disk;
    return disk === null ? shown : { ...shown, disk };
  }

  /** Only a link that knows of no trouble of its own is covered. */
  #toPaused(status: SyncStatus): SyncStatus {
    const pause = this.#pause;
    const isCovered = COVERED.has(status.link);
    if (pause === null || !isCovered || pause.untilAt <= this.#now()) return status;
    const link = pause.reason === 'rate-limited' ? 'slowed' : 'maintenance';
    return { ...status, link, since: pause.since, nextAttemptAt: pause.untilAt };
  }

  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#said = null;
  }

  #end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#pause = null;
    this.#timer = null;
    this.#tellAgain();
  }

  #tellAgain(): void {
    if (this.#said !== null) this.#tell(this.toShown(this.#said));
  }
}
