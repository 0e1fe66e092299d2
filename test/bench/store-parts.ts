/**
 * The store by itself: how fast messages come in beside bare SQLite, and what size costs. Times of one machine mean
 * little on another; the ratios are what to watch.
 */
import type { Figure } from './measure.ts';
import { compareIngest } from './store-ingest.ts';
import { compareSizes } from './store-sizes.ts';

const FEW = 10_000;
const TAKEN_IN = 60_000;

/** `messages`: of the large account. */
export async function measureStore({ messages }: { readonly messages: number }): Promise<Figure[]> {
  return [
    ...(await compareIngest(Math.min(TAKEN_IN, messages))),
    ...(await compareSizes({ small: FEW, large: messages })),
  ];
}
