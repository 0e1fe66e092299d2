/** How long everything waits after a 429 or a 503. Pure. */
export type PauseReason = 'rate-limited' | 'maintenance';

export interface Pause {
  /** On the steady scale of the clock. */
  readonly until: number;
  readonly reason: PauseReason;
  /** Pauses since the last good answer; each doubles the next. */
  readonly inRow: number;
}

export const NO_PAUSE: Pause = { until: Number.NEGATIVE_INFINITY, reason: 'rate-limited', inRow: 0 };

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

export interface PauseNote {
  readonly now: number;
  /** When the refused request left. */
  readonly leftAt: number;
  readonly reason: PauseReason;
  /** What the service asked for; wins over our own guess. */
  readonly retryAfterMs: number | null;
}

/** The pause after a refusal. Requests that left together are refused together: only the first of them is news. */
export function planPause(pause: Pause, { now, leftAt, reason, retryAfterMs }: PauseNote): Pause {
  const isNews = leftAt >= pause.until;
  if (!isNews) {
    const until = Math.max(pause.until, now + (retryAfterMs ?? 0));
    return until === pause.until ? pause : { ...pause, until };
  }
  const inRow = pause.inRow + 1;
  const pauseMs = retryAfterMs ?? Math.min(FIRST_MS * 2 ** (inRow - 1), LONGEST_MS);
  return { until: now + pauseMs, reason, inRow };
}

/** The pause after a good answer to a request that left at `leftAt`. */
export function planNoPause(pause: Pause, leftAt: number): Pause {
  return leftAt >= pause.until ? { ...pause, inRow: 0 } : pause;
}
