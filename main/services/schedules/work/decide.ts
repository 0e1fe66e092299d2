/** What follows from what the service answered. Pure; see `plan-step.ts`. */
import type { SendReceipt } from '#main/api/wire/messages/receipt.ts';
import { classifySendFailure } from '#main/sending/core/fate.ts';
import type { OwnSchedule } from '#shared/domain/scheduling/own-schedule.ts';
import type { Schedule } from '#shared/domain/schedules.ts';
import { toWall } from '#shared/domain/scheduling/zoned-time.ts';
import type { SendProblem } from '#shared/domain/sends.ts';
import { planBackoffMs } from '#shared/lib/backoff.ts';
import { LEAST_AHEAD_MS } from '#shared/domain/scheduling/schedule-time.ts';
import type { LookEvidence, OldEvidence } from './evidence.ts';
import { isOneOff, isOver } from './evidence.ts';
import { planFirstTime } from './first-time.ts';
import { FIRST_LOOK_MS, isLooking, toAsking, toGone, toProblem, toRefused, toWentOut } from './plan-step.ts';
import type { Change, Failure } from './plan-step.ts';

/** Two readings that did not find it are at least so far apart … */
export const LOOK_APART_MS = 30_000;
/** … and the last one begins so long after the request, which may have been under way for as long, was given up. */
export const SURE_AFTER_MS = 120_000;
/** After so long the user is asked, while the search goes on. */
export const UNCLEAR_AFTER_MS = 3_600_000;
const LOOK_ON_MS = 900_000;

export interface OldDecision {
  readonly changes: readonly Change[];
  /** It is deleted once these are on the disk. */
  readonly deletes: boolean;
}

export function decideOld(own: OwnSchedule, old: OldEvidence, now: number): OldDecision {
  const { kind, schedule } = old;
  const text = schedule?.text ?? null;
  if (kind === 'pending') return toDeletion(own, old.schedule);
  if (kind === 'over') {
    if (isOneOff(old.schedule) && old.wentOut !== false) {
      return { changes: toWentOut(own, { at: old.schedule.lastAt ?? now, text }), deletes: false };
    }
    // Its last time was left out, or a recurring one has come to its end.
    return toDeletion(own, old.schedule);
  }
  if (old.wentOut === true) return { changes: toWentOut(own, { at: now, text }), deletes: false };
  const isCertain = old.wentOut === false || own.step === 'deleting' || own.goal === 'nothing';
  return { changes: [isCertain ? toGone(own, now) : toGoneUnclear(own, now)], deletes: false };
}

/** It went without us, and it cannot be told whether it went out before. */
function toGoneUnclear(own: OwnSchedule, now: number): Change {
  const { patch } = toGone(own, now);
  const asked = toAsking('unclear', null);
  return { ...asked, patch: { ...patch, ...asked.patch, step: patch.step ?? null } };
}

function toDeletion(own: OwnSchedule, schedule: Schedule): OldDecision {
  const replacesSendId = isOneOff(schedule) ? schedule.sendId : null;
  const fired = toFiredMeanwhile(own, schedule);
  const isKnown = own.step === 'deleting' && own.replacesSendId === replacesSendId && fired === null;
  if (isKnown) return { changes: [], deletes: true };
  const { patch, ...event } = fired ?? { patch: {} };
  return {
    changes: [{ patch: { step: 'deleting', replacesSendId, problem: null, ...patch }, ...event }],
    deletes: true,
  };
}

/** A time of a recurring one went out since the user decided: the new one begins after it. Null: none did. */
function toFiredMeanwhile({ changedAt, lastAt: knownAt, firedCount, work }: OwnSchedule, old: Schedule): Change | null {
  const { lastAt } = old;
  if (isOneOff(old) || lastAt === null || lastAt <= changedAt || lastAt === knownAt) return null;
  return {
    patch: { lastAt, firedCount: firedCount + 1 },
    event: { kind: 'fired', detail: work === 'create' ? '' : `before-${work}` },
  };
}

export type CreationOutcome = { readonly receipt: SendReceipt } | ({ readonly receipt: null } & Failure);

export interface Creation {
  readonly referenceId: string;
  /** Its first time as it was asked for. */
  readonly nextAt: number;
  readonly outcome: CreationOutcome;
}

/** Null: nothing changes. The user may have decided anything while the request was under way. */
export function decideCreated(own: OwnSchedule, creation: Creation, now: number): Change | null {
  if (own.referenceId !== creation.referenceId) return null;
  const { outcome } = creation;
  const isMeant = own.state === 'leaving' && own.step === 'creating';
  if (outcome.receipt !== null) return decideReceipt(own, { ...creation, receipt: outcome.receipt, isMeant }, now);
  const { error, failures, random } = outcome;
  const fate = classifySendFailure(error);
  if (fate === 'checking') {
    return isMeant ? { patch: { problem: toProblem(error, now), dueAt: now + FIRST_LOOK_MS } } : null;
  }
  // It is surely not there: nothing has to be looked for.
  if (!isMeant) return { patch: { referenceId: null } };
  const again = { step: 'create', referenceId: null, attempts: own.attempts - 1 } as const;
  if (fate === 'refused') {
    const refused = toRefused(own, toProblem(error, now));
    return { ...refused, patch: { ...refused.patch, ...again } };
  }
  const waitMs = planBackoffMs({ failures, random, retryAfterMs: error.retryAfterMs });
  return { patch: { ...again, problem: toProblem(error, now), dueAt: now + waitMs } };
}

interface Answered {
  readonly nextAt: number;
  readonly receipt: SendReceipt;
  readonly isMeant: boolean;
}

function decideReceipt(own: OwnSchedule, { nextAt, receipt, isMeant }: Answered, now: number): Change | null {
  const { scheduleId, messageId, sessionId, bulkId } = receipt;
  if (scheduleId !== null) return toMade(own, { scheduleId, sendId: null, nextAt }, isMeant);
  if (!isMeant) return null;
  // A service that does not know the time sends at once.
  const isSent = messageId !== null || sessionId !== null || bulkId !== null;
  if (isSent) return toWentOut(own, { at: now, text: null }).at(-1) ?? null;
  const problem: SendProblem = { code: 'bad-response', detail: null, fields: {}, at: now };
  return { patch: { problem, dueAt: now + FIRST_LOOK_MS } };
}

interface Made {
  readonly scheduleId: number;
  readonly sendId: number | null;
  readonly nextAt: number | null;
}

const MADE = { problem: null, question: null, missedAt: null, dueAt: 0 } as const;
/** States in which nothing would see to a schedule of the service. */
const OVER: ReadonlySet<OwnSchedule['state']> = new Set(['done', 'stopped', 'cancelled', 'dropped']);

/** The service has it. Where the user wants it otherwise by now, it is what has to go first. */
function toMade(own: OwnSchedule, { scheduleId, sendId, nextAt }: Made, isMeant: boolean): Change {
  if (isMeant && own.goal === 'schedule' && own.keeper === 'service') {
    const detail = nextAt === null ? '' : toWall(nextAt, own.time.timeZone);
    return {
      patch: { ...MADE, state: 'coming', step: null, serviceId: scheduleId, nextAt: nextAt ?? own.nextAt },
      event: { kind: 'at-service', detail },
    };
  }
  const replaced = { replacesId: scheduleId, replacesSendId: sendId };
  if (isMeant) return { patch: { ...MADE, ...replaced, state: 'leaving', step: 'delete' } };
  if (!OVER.has(own.state)) return { patch: replaced };
  return { patch: { ...MADE, ...replaced, state: 'leaving', step: 'delete', goal: 'nothing', work: 'cancel' } };
}

/** What this run of the app remembers of the search for one creation. */
export interface LookMemory {
  /** Since when it is looked for. */
  readonly since: number;
  /** When the first whole reading without it began; null: none yet. */
  readonly absentSince: number | null;
}

export interface Looked {
  readonly look: LookEvidence;
  /** When the reading began. */
  readonly startedAt: number;
  readonly memory: LookMemory;
  readonly now: number;
  readonly failures: number;
  readonly random: number;
}

export function decideLook(own: OwnSchedule, looked: Looked): readonly Change[] {
  const { look, now } = looked;
  const isCreating = isLooking(own);
  switch (look.kind) {
    case 'sent':
      return toWentOut(own, { at: look.at ?? now, text: null });
    case 'found':
      return decideFound(own, look, now);
    case 'absent':
      if (!isSurelyAbsent(looked)) return [{ patch: { dueAt: now + LOOK_APART_MS } }];
      return [isCreating ? toNotMade(own, now) : toGoneOrCreate(own, now)];
    case 'unreadable':
      return [isCreating ? toUnread(own, looked, look) : toUnreadLost(own, looked, look)];
  }
}

function decideFound(own: OwnSchedule, look: LookEvidence & { kind: 'found' }, now: number): readonly Change[] {
  const { schedule, wentOut } = look;
  const isSent = isOneOff(schedule) && isOver(schedule) && wentOut !== false;
  if (isSent) return toWentOut(own, { at: schedule.lastAt ?? now, text: schedule.text });
  const { id: scheduleId, sendId, nextAt } = schedule;
  // One that is wanted otherwise by now, or was asked about and is made again: it goes first.
  if (!isLooking(own)) return [{ patch: { replacesId: scheduleId, replacesSendId: sendId, step: 'delete', dueAt: 0 } }];
  return [toMade(own, { scheduleId, sendId, nextAt }, true)];
}

function isSurelyAbsent({ startedAt, memory: { since, absentSince } }: Looked): boolean {
  return absentSince !== null && startedAt - absentSince >= LOOK_APART_MS && startedAt - since >= SURE_AFTER_MS;
}

function toNotMade(own: OwnSchedule, now: number): Change {
  if (own.goal !== 'schedule') return toGone(own, now);
  const first = planFirstTime(own.time, { now, since: now });
  const asked = first.kind === 'passed' ? toAsking('passed', first.missedAt) : toAsking('not-made', null);
  return { ...asked, patch: { ...asked.patch, referenceId: null, dueAt: 0 } };
}

/** The lost creation is surely not there. */
function toGoneOrCreate(own: OwnSchedule, now: number): Change {
  if (own.step === 'create') return { patch: { referenceId: null, dueAt: 0 } };
  return toGone(own, now);
}

function toUnread(own: OwnSchedule, looked: Looked, look: LookEvidence & { kind: 'unreadable' }): Change {
  const { now, failures, random, memory } = looked;
  const { error, isLasting } = look;
  if (own.state === 'asking') return { patch: { dueAt: now + LOOK_ON_MS } };
  // When its answer was lost outlasts the app, and tells how long it has been looked for.
  const since = own.problem?.at ?? memory.since;
  const problem = own.problem ?? { ...toProblem(error, now), at: since };
  if (isLasting || now - since >= UNCLEAR_AFTER_MS) {
    const asked = toAsking('unclear', null);
    return { ...asked, patch: { ...asked.patch, problem, dueAt: now + LOOK_ON_MS } };
  }
  const waitMs = planBackoffMs({ failures, random, retryAfterMs: error.retryAfterMs });
  return { patch: { problem, dueAt: now + waitMs } };
}

/** The user knows that it may be there. */
function toUnreadLost(own: OwnSchedule, looked: Looked, look: LookEvidence & { kind: 'unreadable' }): Change {
  const { now, failures, random } = looked;
  const { error, isLasting } = look;
  if (!isLasting) {
    const waitMs = planBackoffMs({ failures, random, retryAfterMs: error.retryAfterMs });
    return { patch: { problem: toProblem(error, now), dueAt: now + waitMs } };
  }
  if (own.step === 'create') return { patch: { referenceId: null, dueAt: 0 } };
  const asked = toAsking('unclear', null);
  return { ...asked, patch: { ...asked.patch, step: 'creating', dueAt: now + LOOK_ON_MS } };
}

/** The schedule as the service has it: what is known of its coming times, and what was known where it does not say. */
export function toServiceFacts(own: OwnSchedule, { nextAt, cost, parts }: Schedule): Change['patch'] {
  return {
    nextAt: nextAt ?? own.nextAt,
    price: cost ?? own.price,
    parts: parts ?? own.parts,
  };
}

/** Whether the service means another first time than ours, by more than a minute. */
export function isOtherTime(asked: number | null, { nextAt }: Pick<Schedule, 'nextAt'>): boolean {
  return asked !== null && nextAt !== null && Math.abs(asked - nextAt) > LEAST_AHEAD_MS;
}

/** What became of a schedule that the service keeps; null: nothing new. */
export function decideComing(own: OwnSchedule, seen: OldEvidence, now: number): Change | null {
  if (seen.kind === 'gone') return decideGone(own, seen.wentOut, { lastAt: seen.schedule?.lastAt ?? null, now });
  const { nextAt, lastAt } = seen.schedule;
  if (seen.kind === 'pending' || !isOver(seen.schedule)) return decidePending(own, seen.schedule);
  if (seen.wentOut === false) return toAsking('missed', own.nextAt ?? nextAt);
  return toDone(own, lastAt ?? own.nextAt ?? now);
}

/** Where the service does not say its next time, the one that is known stays until it has come. */
function decidePending(own: OwnSchedule, { nextAt: saidAt, lastAt }: Schedule): Change | null {
  const hasFired = lastAt !== null && lastAt !== own.lastAt;
  const nextAt = saidAt ?? (hasFired ? null : own.nextAt);
  if (hasFired) {
    return { patch: { nextAt, lastAt, firedCount: own.firedCount + 1 }, event: { kind: 'fired', detail: '' } };
  }
  return nextAt === own.nextAt ? null : { patch: { nextAt } };
}

function decideGone(
  own: OwnSchedule,
  wentOut: boolean | null,
  { lastAt, now }: { readonly lastAt: number | null; readonly now: number },
): Change {
  const hasPassed = own.nextAt !== null && own.nextAt <= now;
  const isRecurring = own.time.rule !== null;
  if (!isRecurring && wentOut === null && hasPassed) return toPerhapsSent(own);
  const isDone = isRecurring ? planFirstTime(own.time, { now, since: now }).kind === 'passed' : wentOut === true;
  if (isDone) return toDone(own, lastAt ?? own.nextAt ?? now);
  const patch = { state: 'cancelled', step: null, nextAt: null, serviceId: null } as const;
  return { patch, event: { kind: 'cancelled', detail: 'elsewhere' } };
}

/** It went out at its time or was deleted before, and nothing tells which: what went out is not sent again unasked. */
function toPerhapsSent(own: OwnSchedule): Change {
  const asked = toAsking('unclear', own.nextAt);
  const over = { step: null, nextAt: null, serviceId: null, referenceId: null, problem: null } as const;
  return { ...asked, patch: { ...asked.patch, ...over } };
}

function toDone(own: OwnSchedule, lastAt: number): Change {
  const isNew = lastAt !== own.lastAt;
  return {
    patch: { state: 'done', step: null, nextAt: null, lastAt, firedCount: own.firedCount + Number(isNew) },
    ...(isNew ? { event: { kind: 'fired', detail: '' } as const } : {}),
  };
}
