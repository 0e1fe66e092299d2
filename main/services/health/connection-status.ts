import type { DiskTrouble, SyncStatus } from '#shared/domain/sync.ts';

/** The service asked the client to send nothing until an instant. */
export interface Pause {
  readonly reason: 'rate-limited' | 'maintenance';
  readonly untilAt: number;
}

/** A shorter pause is over before the user has read of it. */
const SHORTEST_SHOWN_MS = 1_500;

/** States of sync that a pause replaces; the others say more than a pause does. */
const COVERED: ReadonlySet<SyncStatus['link']> = new Set(['online', 'starting', 'troubled']);

/**
 * The connection as the user sees it. Three sources make it: the status of sync; pauses of the client, during which calls
 * of sync wait without knowing why; and the state of the disk.
 */
export class ConnectionStatus {
  readonly #now: () => number;
  readonly #tell: (status: SyncStatus) => void;
  #last: SyncStatus | null = null;
  #pause: (Pause & { readonly since: number }) | null = null;
  #disk: DiskTrouble | null = null;
  #isReopening = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(needs: { readonly now: () => number; readonly tell: (status: SyncStatus) => void }) {
    this.#now = needs.now;
    this.#tell = needs.tell;
  }

  /** Sync has a new status. */
  statusChanged(status: SyncStatus): void {
    this.#last = status;
    this.#tell(this.toShown(status));
  }

  /** All calls wait until then. An instant in the past ends the pause of before. */
  paused(pause: Pause): void {
    const now = this.#now();
    const waitMs = pause.untilAt - now;
    if (waitMs <= 0 && this.#pause !== null) this.#end();
    if (waitMs < SHORTEST_SHOWN_MS) return;
    this.#pause = { ...pause, since: this.#pause?.since ?? now };
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(), waitMs).unref();
    this.#repeat();
  }

  /** Why the disk takes no writes; null: it takes them. */
  diskChanged(trouble: DiskTrouble | null): void {
    if (trouble === this.#disk) return;
    this.#disk = trouble;
    this.#repeat();
  }

  /** The store failed and is opened again. The new session has a status of its own. */
  reopens(): void {
    this.#isReopening = true;
    this.#repeat();
  }

  /** A status of sync with pause and disk added. */
  toShown(status: SyncStatus): SyncStatus {
    const shown = this.#toPaused(status);
    const disk = this.#isReopening ? 'reopening' : this.#disk;
    return disk === null ? shown : { ...shown, disk };
  }

  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#last = null;
  }

  #toPaused(status: SyncStatus): SyncStatus {
    const pause = this.#pause;
    const isCovered = COVERED.has(status.link);
    if (pause === null || !isCovered || pause.untilAt <= this.#now()) return status;
    const link = pause.reason === 'rate-limited' ? 'slowed' : 'maintenance';
    return { ...status, link, since: pause.since, nextAttemptAt: pause.untilAt };
  }

  #end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#pause = null;
    this.#timer = null;
    this.#repeat();
  }

  #repeat(): void {
    if (this.#last !== null) this.#tell(this.toShown(this.#last));
  }
}
