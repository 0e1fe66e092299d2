import { planBackoffMs } from '#shared/lib/backoff.ts';
import type { DiskTrouble } from '#shared/domain/sync.ts';

/** So often the disk is looked at while it is in trouble. */
const LOOK_EVERY_MS = 3_000;
/** A disk that fails again within this time was not well. */
const RELAPSE_MS = 60_000;

interface DiskWatchNeeds {
  readonly now: () => number;
  /** Looks at the disk. Never rejects. */
  readonly look: () => Promise<DiskTrouble | null>;
  /** What a person is to know; null: all is well. */
  readonly tell: (trouble: DiskTrouble | null) => void;
}

/**
 * Whether the disk under an account takes what is written. Others report failures to it; from then on it looks
 * until the disk is well again.
 */
export class DiskWatch {
  /** The disk takes what is written again: whatever it kept from being done can be tried. */
  onWritable: () => void = () => undefined;
  readonly #needs: DiskWatchNeeds;
  #timer: NodeJS.Timeout | null = null;
  #isLooking = false;
  #isDisposed = false;
  #wellSince = -Infinity;
  #relapses = 0;

  constructor(needs: DiskWatchNeeds) {
    this.#needs = needs;
  }

  /** Something could not be written because of the disk. */
  failed(): void {
    if (this.#isDisposed || this.#isLooking) return;
    this.#isLooking = true;
    const isRelapse = this.#needs.now() - this.#wellSince < RELAPSE_MS;
    this.#relapses = isRelapse ? this.#relapses + 1 : 0;
    void this.#look(true);
  }

  dispose(): void {
    this.#isDisposed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  /** What failed a moment ago is not believed to be well at first sight, and the less the more often it failed. */
  async #look(isFirst: boolean): Promise<void> {
    const { look, tell } = this.#needs;
    const trouble = await look();
    if (this.#isDisposed) return;
    if (trouble !== null) {
      tell(trouble);
      this.#lookIn(LOOK_EVERY_MS);
    } else if (isFirst) {
      if (this.#relapses > 0) tell('unwritable');
      this.#lookIn(planBackoffMs({ failures: this.#relapses + 1, random: 0, retryAfterMs: null }));
    } else this.#recover();
  }

  #recover(): void {
    this.#isLooking = false;
    this.#wellSince = this.#needs.now();
    this.#needs.tell(null);
    this.onWritable();
  }

  #lookIn(ms: number): void {
    this.#timer = setTimeout(() => void this.#look(false), ms).unref();
  }
}
