/** One schedule, as long as something about it can be done now. */
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { FullSend } from '#main/api/sends/send-parameters.ts';
import type { OwnSchedule, OwnScheduleId } from '#shared/domain/scheduling/own-schedule.ts';
import { decideCreated, decideLook, decideOld, isOtherTime, toServiceFacts } from './decide.ts';
import type { Around, Change, NextStep } from './plan-step.ts';
import type { Creation, CreationOutcome } from './decide.ts';
import { decideFailure, isBlocked, planNext, toProblem } from './plan-step.ts';
import { lookFor } from './look.ts';
import { readSchedule } from './read-old.ts';
import type { ScheduleWorkParts } from './work-parts.ts';
import { isUnreachable } from './work-notes.ts';
import type { WorkNotes } from './work-notes.ts';

export interface TurnNeeds {
  readonly parts: ScheduleWorkParts;
  readonly notes: WorkNotes;
  readonly signal: AbortSignal;
}

/** One look at all rows. */
export type Pass = Pick<Around, 'passAt' | 'isHurried'>;

export interface TurnEnd {
  /** When it is due again; Infinity: never by time alone. */
  readonly until: number;
  /** The service takes nothing now. */
  readonly isUnreachable: boolean;
}

/** More steps than the longest way has, each of them made again some times. */
const MOST_STEPS = 40;
/** A key that is refused is not tried again soon: another one opens the account anew. */
const WITHOUT_KEY_MS = 600_000;
/** Deletions that the service says it made, and did not. */
const MOST_DELETIONS = 3;
const OVER: TurnEnd = { until: Infinity, isUnreachable: false };

export class ScheduleTurn {
  readonly #needs: TurnNeeds;
  readonly #id: OwnScheduleId;
  #deletions = 0;

  constructor(needs: TurnNeeds, id: OwnScheduleId) {
    this.#needs = needs;
    this.#id = id;
  }

  /** Rejects with bugs and with what the disk refuses. */
  async run({ passAt, isHurried }: Pass): Promise<TurnEnd> {
    const { parts, signal } = this.#needs;
    for (let steps = 0; steps < MOST_STEPS && !signal.aborted; steps += 1) {
      const own = await parts.store.findOwnSchedule({ id: this.#id });
      if (own === null) return OVER;
      const now = parts.now();
      const hasSchedules = !parts.service.absentFeatures.includes('schedules');
      const clockSkewMs = parts.getClockSkewMs?.() ?? 0;
      const next = planNext(own, { now, passAt, clockSkewMs, hasSchedules, isHurried: isHurried && steps === 0 });
      if (next.kind === 'rest') return OVER;
      if (next.kind === 'wait') return { until: next.until, isUnreachable: isBlocked(own) };
      const end = await this.#step(own, next);
      if (end !== null) return end;
    }
    // Something does not go as planned: it is tried again a little later.
    return { until: parts.now() + 10_000, isUnreachable: false };
  }

  /** Null: the next step can be made at once. */
  async #step(own: OwnSchedule, next: Exclude<NextStep, { kind: 'rest' | 'wait' }>): Promise<TurnEnd | null> {
    switch (next.kind) {
      case 'write':
        await this.#write(own, next.change);
        return null;
      case 'read-old':
        return await this.#guard(own, () => this.#removeOld(own, next.scheduleId));
      case 'look':
        return await this.#look(own, next.referenceId);
      case 'create':
        if (this.#needs.notes.knowsService) return await this.#create(own, next);
        return await this.#guard(own, () => this.#askForSchedules());
      case 'send':
        return await this.#guard(own, () => this.#needs.parts.sendNow(own));
    }
  }

  /** A request that may be made again: what fails is written down, and waits. */
  async #guard(own: OwnSchedule, request: () => Promise<void>): Promise<TurnEnd | null> {
    const { notes, signal } = this.#needs;
    try {
      await request();
      notes.answered(this.#id);
      return null;
    } catch (error) {
      if (!isAppError(error) || error.code === 'disk' || signal.aborted) throw error;
      return await this.#fail(own, error);
    }
  }

  async #fail({ id }: OwnSchedule, error: AppError): Promise<TurnEnd> {
    const { parts, notes } = this.#needs;
    const own = await parts.store.findOwnSchedule({ id });
    if (own === null) return OVER;
    const failures = notes.countFailure(id);
    const change = toKeyWait(error, parts.now()) ?? decideFailure(own, { error, failures, ...this.#chance() });
    await this.#write(own, change);
    return { until: change.patch.dueAt ?? Infinity, isUnreachable: isUnreachable(error) };
  }

  /** Whether the service has schedules at all is known once it was asked for some. */
  async #askForSchedules(): Promise<void> {
    const { parts, notes, signal } = this.#needs;
    const newest = { page: 1, limit: 1, status: 'all', orderBy: 'id', direction: 'desc' } as const;
    try {
      await parts.service.listSchedules(newest, { priority: 'sending', signal });
    } catch (error) {
      if (!isAppError(error, 'not-found')) throw error;
    }
    notes.knowsService = true;
  }

  async #removeOld(own: OwnSchedule, scheduleId: number): Promise<void> {
    const { parts, signal } = this.#needs;
    const old = await readSchedule({ ...this.#reading(), store: parts.store }, own, scheduleId);
    const { changes, deletes } = decideOld(own, old, parts.now());
    if (old.kind === 'gone') await parts.store.removeRows({ name: 'schedules', ids: [scheduleId] });
    else await parts.store.commitRows({ name: 'schedules', rows: [old.schedule] });
    const isWritten = await this.#writeAll(own, changes);
    if (!isWritten) return;
    if (!deletes) {
      if (old.kind !== 'pending' && changes.at(-1)?.patch.state === 'done') this.#tellSent(own);
      return;
    }
    this.#deletions += 1;
    if (this.#deletions > MOST_DELETIONS) throw toNotDeleted();
    try {
      await parts.service.deleteSchedule({ scheduleId }, { priority: 'sending', signal });
    } catch (error) {
      // It is read next, and that tells whether it is gone.
      if (!isAppError(error, 'not-found')) throw error;
    }
  }

  async #create(own: OwnSchedule, next: NextStep & { kind: 'create' }): Promise<TurnEnd | null> {
    const { parts, notes, signal } = this.#needs;
    if (!(await this.#write(own, next.change))) return null;
    const outcome = await this.#order(next.order);
    // Aborted, and not known to have been refused: looked for when the account is opened again.
    const creation: Creation = { referenceId: next.order.referenceId, nextAt: next.nextAt, outcome };
    const written = await this.#decide((current) => {
      const change = decideCreated(current, creation, parts.now());
      return change === null ? [] : [withKeyWait(change, outcome, parts.now())];
    });
    if (signal.aborted) return OVER;
    if (outcome.receipt !== null) {
      notes.answered(this.#id);
      if (written?.state === 'coming') await this.#readBack(written, next.nextAt);
      if (written?.state === 'done') this.#tellSent(written);
      return null;
    }
    notes.getLook(next.order.referenceId, parts.now());
    return { until: written?.dueAt ?? Infinity, isUnreachable: isUnreachable(outcome.error) };
  }

  async #order(order: FullSend): Promise<CreationOutcome> {
    const { parts, notes, signal } = this.#needs;
    try {
      return { receipt: await parts.service.sendMessage(order, { priority: 'sending', signal }) };
    } catch (error) {
      if (!isAppError(error)) parts.log.error('schedules.creationBroke', error);
      return { receipt: null, error: toAppError(error), failures: notes.countFailure(this.#id), ...this.#chance() };
    }
  }

  async #look(own: OwnSchedule, referenceId: string): Promise<TurnEnd | null> {
    const { parts, notes } = this.#needs;
    const startedAt = parts.now();
    const memory = notes.getLook(referenceId, startedAt);
    const since = own.step === 'creating' ? own.changedAt : own.createdAt;
    const look = await lookFor(this.#reading(), { referenceId, since });
    const failures = look.kind === 'unreadable' ? notes.countFailure(this.#id) : 1;
    const found = { look, startedAt, memory, failures, ...this.#chance() };
    const written = await this.#decide((current) =>
      current.referenceId === referenceId && current.step === own.step && current.state === own.state
        ? decideLook(current, found)
        : [],
    );
    if (look.kind === 'absent') notes.noteAbsent(referenceId, startedAt);
    if (written?.referenceId !== referenceId || written.state !== own.state) notes.forgetLook(referenceId);
    if (look.kind === 'unreadable') {
      return { until: written?.dueAt ?? Infinity, isUnreachable: isUnreachable(look.error) };
    }
    notes.answered(this.#id);
    if (written?.state === 'coming') await this.#readBack(written, null);
    if (written?.state === 'done') this.#tellSent(written);
    return null;
  }

  /** The schedule as the service understood it. Where it cannot be read now, sync brings it. */
  async #readBack(own: OwnSchedule, asked: number | null): Promise<void> {
    const { parts, signal } = this.#needs;
    const scheduleId = own.serviceId ?? 0;
    try {
      const schedule = await parts.service.getSchedule({ scheduleId }, { priority: 'sending', signal });
      await parts.store.commitRows({ name: 'schedules', rows: [schedule] });
      if (isOtherTime(asked, schedule)) {
        parts.log.warn('schedules.otherTime', { id: own.id, asked, nextAt: schedule.nextAt });
      }
      await this.#decide((current) =>
        current.serviceId === scheduleId && current.state === 'coming'
          ? [{ patch: toServiceFacts(current, schedule) }]
          : [],
      );
    } catch (error) {
      if (!isAppError(error) || error.code === 'disk') throw error;
      if (!signal.aborted) parts.log.warn('schedules.notReadBack', { id: own.id }, error);
    }
  }

  /** Decides by the row as it is, and again where the user decided something in between. The row after it; null: it is gone. */
  async #decide(decide: (own: OwnSchedule) => readonly Change[]): Promise<OwnSchedule | null> {
    const { store } = this.#needs.parts;
    for (;;) {
      const own = await store.findOwnSchedule({ id: this.#id });
      if (own === null) return null;
      const changes = decide(own);
      if (await this.#writeAll(own, changes)) {
        return changes.reduce<OwnSchedule>((row, { patch }) => ({ ...row, ...patch }), own);
      }
    }
  }

  async #writeAll(own: OwnSchedule, changes: readonly Change[]): Promise<boolean> {
    let row = own;
    for (const change of changes) {
      if (!(await this.#write(row, change))) return false;
      row = { ...row, ...change.patch };
    }
    return true;
  }

  /** False: the user decided something meanwhile. */
  async #write(own: OwnSchedule, { patch, event }: Change): Promise<boolean> {
    const { parts } = this.#needs;
    const { id, state, step, changedAt } = own;
    const dated = event === undefined ? {} : { event: { at: parts.now(), ...event } };
    const condition = { ifState: state, ifStep: step, ifChangedAt: changedAt };
    const isWritten = await parts.store.updateOwnSchedule({ id, patch, ...dated, ...condition });
    if (isWritten && patch.state === 'coming' && own.keeper === 'computer') parts.onKeptHere?.();
    return isWritten;
  }

  #tellSent({ recipients }: OwnSchedule): void {
    for (const phone of recipients.phones) this.#needs.parts.sync?.messageSent(phone);
  }

  #reading() {
    const { parts, signal } = this.#needs;
    return { service: parts.service, signal };
  }

  #chance(): { readonly now: number; readonly random: number } {
    const { now, random = Math.random } = this.#needs.parts;
    return { now: now(), random: random() };
  }
}

function toKeyWait(error: AppError, now: number): Change | null {
  if (error.code !== 'unauthorized') return null;
  return { patch: { problem: toProblem(error, now), dueAt: now + WITHOUT_KEY_MS } };
}

function withKeyWait(change: Change, { receipt, ...failed }: CreationOutcome, now: number): Change {
  if (receipt !== null || !('error' in failed)) return change;
  const wait = toKeyWait(failed.error, now);
  return wait === null ? change : { ...change, patch: { ...change.patch, ...wait.patch } };
}

function toNotDeleted(): AppError {
  return new AppError({
    code: 'bad-response',
    message: 'A schedule still exists after it was deleted',
    retryable: true,
  });
}

/** A bug in the middle of a request: it may have left. */
function toAppError(error: unknown): AppError {
  if (isAppError(error)) return error;
  return new AppError({ code: 'bad-response', message: 'A creation ended in a bug', outcome: 'unknown', cause: error });
}
