/**
 * How long to wait after failures: between 1 s and 60 s, unless the service itself named a time.
 */
const BASE_MS = 2_000;
const CEILING_MS = 60_000;
/** A service that asks for more than this is asked again after it anyway. */
const MAX_RETRY_AFTER_MS = 3_600_000;

/** Milliseconds until the next attempt: doubling from 2 s to 60 s, the upper half of each step left to chance. */
export function planBackoffMs(input: {
  /** Failures in a row, at least 1. */
  readonly failures: number;
  /** 0 ≤ value < 1. */
  readonly random: number;
  /** What the service asked for; wins over our own reckoning. */
  readonly retryAfterMs: number | null;
}): number {
  if (input.retryAfterMs !== null) return Math.min(Math.max(input.retryAfterMs, 0), MAX_RETRY_AFTER_MS);
  const exponent = Math.min(Math.max(input.failures, 1) - 1, 10);
  const step = Math.min(BASE_MS * 2 ** exponent, CEILING_MS);
  return Math.round(step * (0.5 + input.random / 2));
}
