/**
 * What a run will ask of the service, and how long that takes: said before it begins. Pure.
 *
 * Rates: any request at most so often as the service allows; writes of single contacts five a second, whatever it allows.
 * Reading a contact before its write fits between two writes, so that it costs a request, but no time of its own.
 */
import type { CheckSummary, ColumnChoice, ImportTarget } from '#shared/domain/imports.ts';
import { MEMBERS_PORTION } from '#main/sync/core/people-changes.ts';

/** Rows of one import of the service. */
const BATCH_ROWS = 1_000;
/** Members of one page when the list is counted. */
const PAGE_ROWS = 100;
/** The service takes about so long for a full batch, and is asked that often how far it is. */
const BATCH_SECONDS = 6;
const POLLS_OF_BATCH = 3;
const CHANGED_PER_SECOND = 5;
const REQUESTS_PER_SECOND = 50;
/** Requests that wait for each other take at least so long each. */
const ROUND_TRIP_SECONDS = 0.1;
/** The newest contact and the newest list, before anything changes. */
const REQUESTS_BEFORE = 2;

export interface EstimateInput {
  readonly summary: CheckSummary;
  readonly target: ImportTarget;
  /** Of the list, where it exists. */
  readonly membersCount: number;
  readonly choices: readonly (ColumnChoice | null)[];
}

export interface Estimate {
  readonly requestsCount: number;
  readonly seconds: number;
}

/** Nothing to import is nothing to ask. */
export function estimateImport({ summary, target, membersCount, choices }: EstimateInput): Estimate {
  const { new: newCount, update: updateCount, unchanged: unchangedCount } = summary.verdicts;
  if (newCount + updateCount + unchangedCount === 0) return { requestsCount: 0, seconds: 0 };
  const newFields = choices.filter((choice) => choice?.kind === 'new-field').length;
  const before = REQUESTS_BEFORE + newFields + (target.kind === 'new-list' ? 1 : 0);
  const batches = Math.ceil(newCount / BATCH_ROWS);
  const portions = Math.ceil(summary.toAddCount / MEMBERS_PORTION);
  const onList = membersCount + newCount + updateCount + summary.toAddCount;
  const pages = Math.max(1, Math.ceil(onList / PAGE_ROWS));
  const inTurn = before + batches + portions + pages;
  const seconds =
    inTurn * ROUND_TRIP_SECONDS + (newCount / BATCH_ROWS) * BATCH_SECONDS + updateCount / CHANGED_PER_SECOND;
  const requestsCount = inTurn + batches * POLLS_OF_BATCH + updateCount * 2;
  return { requestsCount, seconds: Math.ceil(Math.max(seconds, requestsCount / REQUESTS_PER_SECOND)) };
}
