/**
 * What comes next in the work on a schedule at the service, and what follows from what was found out. Pure: rows in, changes
 * of rows out. A change is written only where the user has decided nothing meanwhile; else it is decided anew.
 */
import type { FullSend } from '#main/api/sends/send-parameters.ts';
import type { AppError } from '#shared/domain/app-error.ts';
import type { OwnSchedule, OwnScheduleEvent, OwnSchedulePatch } from '#shared/domain/scheduling/own-schedule.ts';
import { findNextOccurrence } from '#shared/domain/scheduling/recurrence.ts';
import type { SendProblem } from '#shared/domain/sends.ts';
import { planBackoffMs } from '#shared/lib/backoff.ts';
import { planFirstTime } from './first-time.ts';

/** What is written of a row, with what happened to it. */
export interface Change {
  readonly patch: OwnSchedulePatch;
  readonly event?: Omit<OwnScheduleEvent, 'at'>;
}

export type NextStep =
  /** There is no work on it. */
  | { readonly kind: 'rest' }
  | { readonly kind: 'wait'; readonly until: number }
  | { readonly kind: 'write'; readonly change: Change }
  /** The schedule that has to go is read; what follows is `decideOld`. */
  | { readonly kind: 'read-old'; readonly scheduleId: number }
  /** A creation without an answer is looked for; what follows is `decideLook`. */
  | { readonly kind: 'look'; readonly referenceId: string }
  /** `change` is on the disk before the order leaves; what follows is `decideCreated`. */
  | { readonly kind: 'create'; readonly change: Change; readonly order: FullSend; readonly nextAt: number }
  | { readonly kind: 'send' };

export interface Around {
  readonly now: number;
  /** When the look at all rows began: holds are compared with it, so that none ends before that of a row decided earlier. */
  readonly passAt: number;
  /** How far the service's clock is ahead of this computer's; 0 where that is not known. */
  readonly clockSkewMs?: number;
  readonly hasSchedules: boolean;
  /** Nothing waits for its next attempt: the service answers again. */
  readonly isHurried: boolean;
}

/** No row waits longer than this for anything: a clock that was set back counts no more. */
const LONGEST_WAIT_MS = 3_600_000;
/** A request that left is looked for so much later at the earliest. */
export const FIRST_LOOK_MS = 5_000;

const SETTLED = { step: null, question: null, problem: null, dueAt: 0, missedAt: null } as const;
const NOTHING_OLD = { replacesId: null, replacesSendId: null } as const;

/** Its creation may be at the service, and it is not known. */
export function isLooking({ state, step, question }: OwnSchedule): boolean {
  return step === 'creating' && (state === 'leaving' || (state === 'asking' && question === 'unclear'));
}

/** What stands in the way of all rows: those behind wait as well, so that the order stays. */
const BLOCKING: ReadonlySet<string> = new Set(['offline', 'rate-limited', 'maintenance', 'unauthorized']);

export function isBlocked({ step, problem }: OwnSchedule): boolean {
  return step !== 'held' && step !== 'creating' && problem !== null && BLOCKING.has(problem.code);
}

export function planNext(own: OwnSchedule, around: Around): NextStep {
  if (own.state !== 'leaving' && !isLooking(own)) return { kind: 'rest' };
  const { now, passAt, isHurried } = around;
  const isHeld = own.step === 'held';
  const waitMs = own.dueAt - (isHeld ? passAt : now);
  if (waitMs > 0 && waitMs <= LONGEST_WAIT_MS && (isHeld || !isHurried)) {
    return { kind: 'wait', until: own.dueAt };
  }
  switch (own.step) {
    case 'held':
    case null:
      return { kind: 'write', change: beginWork(own, now) };
    case 'delete':
    case 'deleting':
      return planDeletion(own);
    case 'create':
      if (own.referenceId !== null) return { kind: 'look', referenceId: own.referenceId };
      return planCreation(own, around);
    case 'creating':
      return { kind: 'look', referenceId: own.referenceId ?? '' };
    case 'send':
      return { kind: 'send' };
  }
}

/** The moment to take it back is over. */
function beginWork(own: OwnSchedule, now: number): Change {
  const { serviceId, replacesId, referenceId } = own;
  const oldId = replacesId ?? serviceId;
  if (oldId === null && referenceId === null) return toGone(own, now);
  return { patch: { ...SETTLED, step: 'delete', serviceId: null, replacesId: oldId } };
}

function planDeletion(own: OwnSchedule): NextStep {
  const { replacesId, referenceId } = own;
  if (replacesId !== null) return { kind: 'read-old', scheduleId: replacesId };
  if (referenceId !== null) return { kind: 'look', referenceId };
  return { kind: 'write', change: toGone(own, 0) };
}

function planCreation(own: OwnSchedule, { now, hasSchedules, clockSkewMs = 0 }: Around): NextStep {
  if (!hasSchedules) {
    const problem: SendProblem = { code: 'not-found', detail: null, fields: {}, at: now };
    return { kind: 'write', change: toRefused(own, problem) };
  }
  // What has passed there would be sent at once, or refused.
  const first = planFirstTime(own.time, { now: now + clockSkewMs, since: Math.max(own.changedAt, own.lastAt ?? 0) });
  if (first.kind === 'unknown-zone') {
    const problem: SendProblem = { code: 'validation', detail: null, fields: { time: ['unknown-zone'] }, at: now };
    return { kind: 'write', change: toRefused(own, problem) };
  }
  if (first.kind === 'passed') return { kind: 'write', change: toAsking('passed', first.missedAt) };
  const attempts = own.attempts + 1;
  const referenceId = `${own.id}.${attempts}`;
  const { text, from, recipients } = own;
  const { phones, contactIds, listIds } = recipients;
  const createChat = phones.length === 1 && contactIds.length === 0 && listIds.length === 0;
  const missed = first.missed.at(-1);
  const event = missed === undefined ? {} : { event: { kind: 'missed', detail: missed.wall } as const };
  return {
    kind: 'create',
    change: {
      patch: { ...SETTLED, step: 'creating', attempts, referenceId, nextAt: first.at, dueAt: now + FIRST_LOOK_MS },
      ...event,
    },
    order: { text, from, phones, contactIds, listIds, createChat, referenceId, schedule: first.schedule },
    nextAt: first.at,
  };
}

/** What it replaces is not there, and has not gone out: what shall be there instead. */
export function toGone(own: OwnSchedule, now: number): Change {
  const gone = { ...SETTLED, ...NOTHING_OLD, serviceId: null, referenceId: null };
  switch (own.goal) {
    case 'nothing':
      return { patch: { ...gone, state: 'cancelled', nextAt: null } };
    case 'send':
      return { patch: { ...gone, state: 'leaving', step: 'send' } };
    case 'schedule':
      if (own.keeper === 'computer') {
        const nextAt = findNextHere(own);
        return { patch: { ...gone, state: nextAt === null ? 'done' : 'coming', nextAt } };
      }
      return { patch: { ...gone, state: 'leaving', step: 'create', dueAt: Math.min(own.dueAt, now) } };
  }
}

/** A time of a recurring one that went out at the service before it was gone there is not sent here again. */
function findNextHere({ time, nextAt, lastAt }: OwnSchedule): number | null {
  if (time.rule === null || nextAt === null || lastAt === null || lastAt < nextAt) return nextAt;
  return findNextOccurrence(time, lastAt)?.at ?? null;
}

/** It went out before the user's change was done: too late. What was to be there instead stays away. */
export function toWentOut(own: OwnSchedule, sent: { readonly at: number; readonly text: string | null }): Change[] {
  const { work } = own;
  const isOther = sent.text !== null && sent.text !== own.text;
  const done: Change = {
    patch: {
      ...{ ...SETTLED, ...NOTHING_OLD, state: 'done', nextAt: null, lastAt: sent.at, firedCount: own.firedCount + 1 },
      serviceId: own.replacesId ?? own.serviceId,
    },
    event: { kind: 'fired', detail: work === 'create' ? '' : `before-${work}` },
  };
  // The words of the change that was too late stay in its history.
  return isOther ? [{ patch: { text: sent.text }, event: { kind: 'changed', detail: own.text } }, done] : [done];
}

/** `unclear` keeps its step: the search goes on. `missedAt`: the time that the question is about. */
export function toAsking(question: 'passed' | 'not-made' | 'unclear' | 'missed', missedAt: number | null): Change {
  const step = question === 'unclear' ? {} : ({ step: question === 'missed' ? null : 'create' } as const);
  return { patch: { state: 'asking', question, missedAt, ...step }, event: { kind: 'asked', detail: question } };
}

/** The step stays: "again" begins there. */
export function toRefused(own: OwnSchedule, problem: SendProblem): Change {
  return {
    patch: { state: 'refused', question: null, problem, dueAt: 0, step: own.step },
    event: { kind: 'refused', detail: problem.code },
  };
}

export function toProblem(error: AppError, at: number): SendProblem {
  return { code: error.code, detail: error.common[0] ?? null, fields: error.fields, at };
}

export interface Failure {
  readonly error: AppError;
  readonly now: number;
  /** Of this row in a row, at least 1. */
  readonly failures: number;
  readonly random: number;
}

/** A reading or a deletion failed: both may be made again. A refusal of the deletion leaves the old one where it is. */
export function decideFailure(own: OwnSchedule, failure: Failure): Change {
  const { error, now, failures, random } = failure;
  const problem = toProblem(error, now);
  const isRefused = error.code === 'validation' || error.code === 'forbidden';
  if (isRefused) return toRefused(own, problem);
  const waitMs = planBackoffMs({ failures, random, retryAfterMs: error.retryAfterMs });
  return { patch: { problem, dueAt: now + waitMs } };
}
