const BASE_MS = 2_000;
const CEILING_MS = 60_000;
const MAX_RETRY_AFTER_MS = 3_600_000;

/** Milliseconds before a send that was surely not accepted leaves again: 2 s to 60 s, or what the service asked for. */
export function planBackoffMs(input: {
  /** Requests made so far, at least 1. */
  readonly failures: number;
  /** 0 ≤ value < 1. */
  readonly random: number;
  readonly retryAfterMs: number | null;
}): number {
  if (input.retryAfterMs !== null) return Math.min(Math.max(input.retryAfterMs, 0), MAX_RETRY_AFTER_MS);
  const exponent = Math.min(Math.max(input.failures, 1) - 1, 10);
  return Math.round(Math.min(BASE_MS * 2 ** exponent, CEILING_MS) * (0.5 + input.random / 2));
}
