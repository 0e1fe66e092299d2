/**
 * One send, from the moment it is written down until a person or the service has the last word.
 *
 *   queued ──left──► sending ──accepted──► accepted
 *     ▲ ▲              │ │ └───refused───► refused ──┐
 *     │ └──not accepted┘ └────unknown────► checking ─┤
 *     └───────────────retried by a person────────────┘      (also from not-sent and unknown)
 *
 * Pure: an event and a send give what to write and what to do, or null where the event means nothing in that state.
 *
 * SEND-1  A send whose outcome is unknown never leaves again by itself.
 * SEND-2  Only `queued` leaves, and `sending` is on disk before the request leaves.
 * SEND-3  What the service accepted stays accepted.
 * SEND-4  What was found in `sending` at the start may have left: it is checked, unless no request was ever made.
 */
import type { AppError } from '#shared/domain/app-error.ts';
import type { Send, SendProblem, SendState } from '#shared/domain/sends.ts';
import { assertNever } from '#shared/lib/assert.ts';
import { planBackoffMs } from '#shared/lib/backoff.ts';
import { classifySendFailure } from './fate.ts';
import type { SendPatch, SendReceipt } from './shapes.ts';

export type SendEvent =
  /** The app started and found it in the outbox. */
  | { readonly kind: 'found'; readonly now: number }
  /** Its request is about to leave. */
  | { readonly kind: 'left'; readonly now: number }
  | { readonly kind: 'accepted'; readonly now: number; readonly receipt: SendReceipt }
  | { readonly kind: 'failed'; readonly now: number; readonly error: AppError; readonly random: number }
  /** The service can be reached again. */
  | { readonly kind: 'woken'; readonly now: number }
  /** A person sends it once more. */
  | { readonly kind: 'retried'; readonly now: number }
  /** A person takes it back. */
  | { readonly kind: 'discarded' };

export type SendEffect = 'show-accepted' | 'find-chat' | 'pause' | 'delete';

export interface SendStep {
  readonly patch: SendPatch;
  readonly effects: readonly SendEffect[];
}

const RETRYABLE: ReadonlySet<SendState> = new Set(['refused', 'not-sent', 'unknown', 'checking']);
const DISCARDABLE: ReadonlySet<SendState> = new Set(['held', 'queued', 'refused', 'not-sent', 'unknown']);
/** Waits that end when the service is back; what it asked us to wait for, stays. */
const WAKEABLE: ReadonlySet<string> = new Set(['offline', 'timeout', 'unauthorized', 'cancelled', 'not-this-service']);

/** What an event makes of a send; null: nothing. */
export function decideStep(send: Send, event: SendEvent): SendStep | null {
  switch (event.kind) {
    case 'found':
      return send.state === 'sending' ? recover(send, event.now) : null;
    case 'left':
      return send.state === 'queued' ? leave(send, event.now) : null;
    case 'accepted':
      return send.state === 'sending' ? accept(send, event) : null;
    case 'failed':
      return send.state === 'sending' ? fail(send, event) : null;
    case 'woken':
      return isWakeable(send, event.now) ? change({ dueAt: event.now }) : null;
    case 'retried':
      return RETRYABLE.has(send.state) ? change({ state: 'queued', dueAt: event.now, problem: null }) : null;
    case 'discarded':
      return DISCARDABLE.has(send.state) ? { patch: {}, effects: ['delete'] } : null;
    default:
      return assertNever(event, 'Every event of a send is known');
  }
}

function leave(send: Send, now: number): SendStep {
  return change({ state: 'sending', attemptedAt: now, attempts: send.attempts + 1, problem: null });
}

function recover(send: Send, now: number): SendStep {
  if (send.attemptedAt === null) return change({ state: 'queued' });
  const problem: SendProblem = { code: 'disconnected', detail: null, fields: {}, at: now };
  return change({ state: 'checking', problem });
}

function accept(send: Send, { now, receipt }: Extract<SendEvent, { kind: 'accepted' }>): SendStep {
  const { messageId, sessionId, chatId } = receipt;
  const patch: SendPatch = { state: 'accepted', acceptedAt: now, messageId, sessionId, chatId, problem: null };
  return { patch, effects: send.createChat ? ['show-accepted', 'find-chat'] : ['show-accepted'] };
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
      return change({ state: 'checking', problem });
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
