/**
 * What a run will ask of the service (`run/`), and how long that takes: said before it begins. Pure.
 *
 * Rates: any request at most so often as the service allows; writes of single contacts five a second, whatever it allows.
 * Reading a contact before its write fits between two writes, so that it costs a request, but no time of its own.
 */
import type { CheckSummary, ColumnChoice, ImportTarget } from '#shared/domain/imports.ts';
import { MEMBERS_PORTION } from '#main/sync/core/people-changes.ts';
import { USUAL_PACE } from './run-view.ts';

/** Rows of one import of the service. */
const BATCH_ROWS = 1_000;
/** Contacts of one page when what became of a batch is read. */
const PAGE_ROWS = 100;
/** How far a batch is, is asked after this, and then ever less often. */
const FIRST_POLL_SECONDS = 0.3;
const LONGEST_POLL_SECONDS = 3;
const POLL_GROWTH = 1.5;
const REQUESTS_PER_CHANGED = 2;
const REQUESTS_PER_SECOND = 50;
/** Requests that wait for each other take about so long each. */
const ROUND_TRIP_SECONDS = 0.1;
/** The newest contacts and lists, and whether the list is there. */
const REQUESTS_BEFORE = 4;
/** At the end: who is on the list, and the list. */
const REQUESTS_AFTER = 2;

export interface EstimateInput {
  readonly summary: CheckSummary;
  readonly target: ImportTarget;
  readonly choices: readonly (ColumnChoice | null)[];
}

export interface Estimate {
  readonly requestsCount: number;
  readonly seconds: number;
}

/** Nothing to import is nothing to ask. */
export function estimateImport({ summary, target, choices }: EstimateInput): Estimate {
  const { new: newCount, update: updateCount, unchanged: unchangedCount } = summary.verdicts;
  if (newCount + updateCount + unchangedCount === 0) return { requestsCount: 0, seconds: 0 };
  const newFields = choices.filter((choice) => choice?.kind === 'new-field').length;
  const fields = newFields === 0 ? 0 : newFields + 1;
  const before = REQUESTS_BEFORE + (target.kind === 'new-list' ? 1 : 0) + fields;
  const members = unchangedCount === 0 ? 0 : 1 + Math.ceil(summary.toAddCount / MEMBERS_PORTION);
  const batches = estimateBatches(newCount);
  const inTurn = before + batches.inTurn + members + REQUESTS_AFTER;
  const requestsCount = inTurn + batches.polls + updateCount * REQUESTS_PER_CHANGED;
  const seconds = inTurn * ROUND_TRIP_SECONDS + newCount / USUAL_PACE.together + updateCount / USUAL_PACE.single;
  return { requestsCount, seconds: Math.ceil(Math.max(seconds, requestsCount / REQUESTS_PER_SECOND)) };
}

/** Each batch: contacts that came meanwhile, its import, how far it is, and what became of it. */
function estimateBatches(newCount: number): { readonly inTurn: number; readonly polls: number } {
  const fullCount = Math.floor(newCount / BATCH_ROWS);
  const rest = newCount % BATCH_ROWS;
  const full = estimateBatch(BATCH_ROWS);
  const last = rest === 0 ? { inTurn: 0, polls: 0 } : estimateBatch(rest);
  return { inTurn: fullCount * full.inTurn + last.inTurn, polls: fullCount * full.polls + last.polls };
}

function estimateBatch(rows: number): { readonly inTurn: number; readonly polls: number } {
  const seconds = rows / USUAL_PACE.together;
  let polls = 1;
  let pollSeconds = FIRST_POLL_SECONDS;
  for (let at = 0; at < seconds; at += pollSeconds, pollSeconds *= POLL_GROWTH) {
    pollSeconds = Math.min(pollSeconds, LONGEST_POLL_SECONDS);
    polls += 1;
  }
  return { inTurn: 2 + Math.ceil(rows / PAGE_ROWS), polls };
}
