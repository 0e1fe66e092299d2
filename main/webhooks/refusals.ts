/** Counts what was refused and tells it at most once a minute for each reason, so that garbage cannot fill the log. */

const QUIET_MS = 60_000;

/** A closed set: nothing that a caller sent ever becomes part of the log. */
export type RefusalReason =
  | 'wrong address'
  | 'wrong method'
  | 'too many at once'
  | 'body too large'
  | 'not an event'
  | 'no usable request'
  | 'too many connections'
  | 'inbox full'
  | 'could not be kept';

interface Tally {
  count: number;
  toldAt: number | null;
}

export class Refusals {
  readonly #tell: (reason: string, count: number) => void;
  readonly #now: () => number;
  readonly #tallies = new Map<RefusalReason, Tally>();

  constructor({ tell, now }: { readonly tell: (reason: string, count: number) => void; readonly now: () => number }) {
    this.#tell = tell;
    this.#now = now;
  }

  add(reason: RefusalReason, count = 1): void {
    const tally = this.#tallies.get(reason) ?? { count: 0, toldAt: null };
    this.#tallies.set(reason, tally);
    tally.count += count;
    const now = this.#now();
    // A clock that was set back must not silence it for hours.
    if (tally.toldAt !== null && Math.abs(now - tally.toldAt) < QUIET_MS) return;
    this.#say(reason, tally);
    tally.toldAt = now;
  }

  /** Tells what has not been told yet. */
  flush(): void {
    for (const [reason, tally] of this.#tallies) if (tally.count > 0) this.#say(reason, tally);
  }

  #say(reason: RefusalReason, tally: Tally): void {
    this.#tell(reason, tally.count);
    tally.count = 0;
  }
}
