/**
 * One send, from the moment it is written down until a person or the service has the last word.
 *
 *   held ──released──► queued ──left──► sending ──accepted──► accepted
 *                        ▲ ▲ │            │ │ └───refused───► refused ──┐
 *                        │ └─┼not accepted┘ └────unknown────► checking ─┤
 *                        │   └──its files or its length refused► refused┤
 *                        └─────────────retried by a person──────────────┘      (also from not-sent and unknown)
 *
 *   checking ──looked──► accepted (found) | not-sent (surely not there) | checking (neither, with its evidence)
 *
 * Pure: an event and a send give what to write and what to do, or null where the event means nothing in that state.
 *
 * SEND-1  A send whose outcome is unknown never leaves again by itself.
 * SEND-2  Only `queued` leaves, and `sending` is on disk before the request leaves.
 * SEND-3  What the service accepted stays accepted.
 * SEND-4  What was found in `sending` at the start may have left: it is checked, unless no request was ever made.
 * SEND-14 No request leaves before the service has all files, and what it asks is on disk with `sending`.
 */
import type { AppError } from '#shared/domain/app-error.ts';
import { MAX_PARTS } from '#shared/domain/segments.ts';
import type { Send, SendCheck, SendProblem, SendState } from '#shared/domain/sends.ts';
import { assertNever } from '#shared/lib/assert.ts';
import { planBackoffMs } from '#shared/lib/backoff.ts';
import { classifySendFailure, classifyUploadFailure } from './fate.ts';
import { isSettled, planNextLook, planSearch, toSearch } from './look-plan.ts';
import { needsUpload, planOutgoing } from './outgoing.ts';
import type { LookResult } from './search.ts';
import type { SendPatch, SendReceipt } from './shapes.ts';

export type SendEvent =
  /** The app started and found it in the outbox. */
  | { readonly kind: 'found'; readonly now: number }
  /** Its hold is over, or a person ends it. */
  | { readonly kind: 'released'; readonly now: number }
  /** A file did not get to the service; `failures` of this send in a row, at least 1. */
  | {
      readonly kind: 'upload-failed';
      readonly now: number;
      readonly error: AppError;
      readonly random: number;
      readonly failures: number;
    }
  /** Its request is about to leave. `webUrl`: where links of its files lead. */
  | { readonly kind: 'left'; readonly now: number; readonly webUrl: string }
  | { readonly kind: 'accepted'; readonly now: number; readonly receipt: SendReceipt }
  | { readonly kind: 'failed'; readonly now: number; readonly error: AppError; readonly random: number }
  /** The service can be reached again. */
  | { readonly kind: 'woken'; readonly now: number }
  /** The service was searched for it. `attempts` is the request that was searched for, `startedAt` when that began. */
  | {
      readonly kind: 'looked';
      readonly now: number;
      readonly startedAt: number;
      readonly attempts: number;
      readonly result: LookResult;
    }
  /** A person sends it once more, and may know that it can go out twice (`mayDouble`). */
  | { readonly kind: 'retried'; readonly now: number; readonly mayDouble: boolean }
  /** A person takes it back. */
  | { readonly kind: 'discarded' };

export type SendEffect = 'show-accepted' | 'find-chat' | 'pause' | 'delete';

export interface SendStep {
  readonly patch: SendPatch;
  readonly effects: readonly SendEffect[];
}

const RETRYABLE: ReadonlySet<SendState> = new Set(['refused', 'not-sent', 'unknown', 'checking']);
const DISCARDABLE: ReadonlySet<SendState> = new Set(['held', 'queued', 'refused', 'not-sent', 'unknown', 'checking']);
/** It may be there: whoever sends it again must know. */
const DOUBTFUL: ReadonlySet<SendState> = new Set(['checking', 'unknown']);
/** Waits that end when the service is back; that it was asked too often, it may still remember. */
const WAKEABLE: ReadonlySet<string> = new Set([
  ...['offline', 'timeout', 'unauthorized', 'cancelled', 'not-this-service', 'maintenance'],
]);

/** What an event makes of a send; null: nothing. */
export function decideStep(send: Send, event: SendEvent): SendStep | null {
  switch (event.kind) {
    case 'found':
      return send.state === 'sending' ? recover(send, event.now) : null;
    case 'released':
      return send.state === 'held' ? change({ state: 'queued', dueAt: event.now }) : null;
    case 'upload-failed':
      return send.state === 'queued' ? failUpload(event) : null;
    case 'left':
      return send.state === 'queued' && !needsUpload(send) ? leave(send, event) : null;
    case 'accepted':
      return send.state === 'sending' ? accept(send, event) : null;
    case 'failed':
      return send.state === 'sending' ? fail(send, event) : null;
    case 'woken':
      return isWakeable(send, event.now) ? change({ dueAt: event.now }) : null;
    case 'looked':
      return send.state === 'checking' && send.attempts === event.attempts ? look(send, event) : null;
    case 'retried':
      return mayRetry(send, event.mayDouble) ? change({ state: 'queued', dueAt: event.now, problem: null }) : null;
    case 'discarded':
      return DISCARDABLE.has(send.state) ? { patch: {}, effects: ['delete'] } : null;
    default:
      return assertNever(event, 'Every event of a send is known');
  }
}

/** Whether a person who sends it again must know first that it can then go out twice. */
export function isDoubtful(send: Send): boolean {
  return DOUBTFUL.has(send.state);
}

function mayRetry(send: Send, mayDouble: boolean): boolean {
  return RETRYABLE.has(send.state) && (mayDouble || !isDoubtful(send));
}

function leave(send: Send, { now, webUrl }: Extract<SendEvent, { kind: 'left' }>): SendStep {
  const outgoing = planOutgoing(send, webUrl);
  const { partsPredicted = 0 } = outgoing;
  // Nobody knew how long the links would be. Without files the service is the judge of what a person wrote.
  if (partsPredicted > MAX_PARTS) {
    const problem: SendProblem = { code: 'validation', detail: null, fields: { text: ['too-long'] }, at: now };
    return change({ state: 'refused', partsPredicted, problem });
  }
  return change({ ...outgoing, state: 'sending', attemptedAt: now, attempts: send.attempts + 1, problem: null });
}

function failUpload({ now, error, random, failures }: Extract<SendEvent, { kind: 'upload-failed' }>): SendStep {
  const problem = toProblem(error, now);
  const fate = classifyUploadFailure(error);
  if (fate === 'key') return { patch: { dueAt: now, problem }, effects: ['pause'] };
  if (fate === 'refused') {
    // Whatever field the service named: what it does not take is a file.
    const { file = ['refused'] } = error.fields;
    return change({ state: 'refused', problem: { ...problem, fields: { ...error.fields, file } } });
  }
  return change({ dueAt: now + planBackoffMs({ failures, random, retryAfterMs: error.retryAfterMs }), problem });
}

function recover(send: Send, now: number): SendStep {
  if (send.attemptedAt === null) return change({ state: 'queued' });
  const problem: SendProblem = { code: 'disconnected', detail: null, fields: {}, at: now };
  return change({ state: 'checking', problem, check: planSearch(now) });
}

function accept(send: Send, { now, receipt }: Extract<SendEvent, { kind: 'accepted' }>): SendStep {
  const { messageId, sessionId, chatId } = receipt;
  const patch: SendPatch = { state: 'accepted', acceptedAt: now, messageId, sessionId, chatId, problem: null };
  return { patch, effects: toAcceptedEffects(send) };
}

function toAcceptedEffects(send: Send): readonly SendEffect[] {
  return send.createChat ? ['show-accepted', 'find-chat'] : ['show-accepted'];
}

function look(send: Send, { now, startedAt, result }: Extract<SendEvent, { kind: 'looked' }>): SendStep {
  const before = toSearch(send);
  const nextLookAt = planNextLook(before.lostAt, now);
  if (result.kind === 'unreachable') {
    return change({ check: { ...before, nextLookAt, finding: 'unreachable' } });
  }
  const looked = { ...before, looks: before.looks + 1, lastLookAt: now };
  if (result.kind === 'found') {
    const { messageId, sessionId } = result;
    const check: SendCheck = { ...looked, nextLookAt: null, finding: 'found', alike: [] };
    const patch = { state: 'accepted', acceptedAt: now, messageId, sessionId, problem: null, check } as const;
    return { patch, effects: toAcceptedEffects(send) };
  }
  const { kind: _kind, ...read } = result;
  if (result.finding === 'not-there' && isSettled({ lostAt: before.lostAt, startedAt })) {
    return change({ state: 'not-sent', check: { ...looked, ...read, nextLookAt: null } });
  }
  return change({ check: { ...looked, ...read, nextLookAt } });
}

function fail(send: Send, { now, error, random }: Extract<SendEvent, { kind: 'failed' }>): SendStep {
  const problem = toProblem(error, now);
  const fate = classifySendFailure(error);
  switch (fate) {
    case 'again': {
      const waitMs = planBackoffMs({ failures: send.attempts, random, retryAfterMs: error.retryAfterMs });
      return change({ state: 'queued', dueAt: now + waitMs, problem });
    }
    case 'key':
      return { patch: { state: 'queued', dueAt: now, problem }, effects: ['pause'] };
    case 'refused':
      return change({ state: 'refused', problem });
    case 'checking':
      return change({ state: 'checking', problem, check: planSearch(now) });
    default:
      return assertNever(fate, 'Every fate of a send is known');
  }
}

function isWakeable(send: Send, now: number): boolean {
  return send.state === 'queued' && send.dueAt > now && WAKEABLE.has(send.problem?.code ?? '');
}

function change(patch: SendPatch): SendStep {
  return { patch, effects: [] };
}

function toProblem(error: AppError, at: number): SendProblem {
  return { code: error.code, detail: error.common[0] ?? null, fields: error.fields, at };
}
