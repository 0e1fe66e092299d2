/** How sync asks the service for anything. */

/** Who waits for a call: decides its place in the queue of the limiter. */
export type CallPriority = 'user' | 'sending' | 'sync' | 'backfill';

export interface CallOptions {
  readonly priority: CallPriority;
  readonly signal?: AbortSignal;
}

/** A page of a collection by its number, from 1; at most 100 rows. */
export interface PagingQuery {
  readonly page: number;
  readonly limit: number;
}
