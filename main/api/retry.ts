/**
 * When a call is made again by the client itself. Pure.
 *
 * - RETRY-1 Only a GET that costs nothing is ever repeated (a look-up says `repeats: false`). A write is repeated by its
 *   owner, by the rules of sending, or not at all.
 * - RETRY-2 A GET that surely went nowhere (no network, refused) is not repeated either: those who poll have a rhythm
 *   of their own, and those who wait should see at once that there is no connection.
 * - RETRY-3 `Retry-After` is never undercut, and no wait goes beyond the deadline of the call.
 */
import type { AppError } from '#shared/domain/app-error.ts';

export interface RetryQuestion {
  readonly method: string;
  /** Tries made so far, at least 1. */
  readonly tries: number;
  readonly error: AppError;
  /** Since the call was made. */
  readonly elapsedMs: number;
  readonly deadlineMs: number;
  /** 0 ≤ value < 1. */
  readonly random: number;
}

const MAX_TRIES = 3;
const FIRST_WAIT_MS = 400;
const REPEATED = new Set<AppError['code']>(['offline', 'timeout', 'server', 'maintenance', 'rate-limited']);

/** How long to wait before the next try, in ms; null when there is none. */
export function planRetry(question: RetryQuestion): number | null {
  const { method, tries, error, elapsedMs, deadlineMs } = question;
  if (method !== 'GET' || tries >= MAX_TRIES || !REPEATED.has(error.code)) return null;
  if (error.code === 'offline' && error.outcome === 'not-accepted') return null;
  const doubledMs = FIRST_WAIT_MS * 2 ** (tries - 1);
  // Between half and the whole of it, so that calls that failed together do not come back together.
  const waitMs = Math.max(doubledMs * (0.5 + question.random / 2), error.retryAfterMs ?? 0);
  return elapsedMs + waitMs < deadlineMs ? waitMs : null;
}
