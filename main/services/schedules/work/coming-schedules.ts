/** Schedules that the service keeps: what became of them once their time is there, or once the service says otherwise. */
import { isAppError } from '#shared/domain/app-error.ts';
import type { OwnSchedule, OwnScheduleId } from '#shared/domain/scheduling/own-schedule.ts';
import { decideComing } from './decide.ts';
import type { OldEvidence } from './evidence.ts';
import { isOver } from './evidence.ts';
import { readSchedule } from './read-old.ts';
import type { ScheduleWorkParts } from './service-schedule-work.ts';
import type { WorkNotes } from './work-notes.ts';

/** The service is given so long to send what is due. */
const FIRST_CHECK_MS = 30_000;
const LONGEST_CHECK_MS = 900_000;

export class ComingSchedules {
  readonly #parts: ScheduleWorkParts;
  readonly #notes: WorkNotes;
  /** When each is to be read next, once its time has passed, and how often that was done. */
  readonly #checks = new Map<
    OwnScheduleId,
    { readonly nextAt: number | null; readonly at: number; readonly waitMs: number }
  >();
  #hasNews = true;

  constructor(parts: ScheduleWorkParts, notes: WorkNotes) {
    this.#parts = parts;
    this.#notes = notes;
  }

  /** The cache has other schedules than before. */
  noteNews(): void {
    this.#hasNews = true;
  }

  /** Checks those of which something may have become; when the next one is due. */
  async check(rows: readonly OwnSchedule[], signal: AbortSignal): Promise<number> {
    const hadNews = this.#hasNews;
    this.#hasNews = false;
    let nextAt = Infinity;
    for (const own of rows) {
      if (signal.aborted) return Infinity;
      try {
        const isChecked = await this.#checkOne(own, { hadNews, signal });
        if (isChecked) this.#notes.answered(own.id);
      } catch (error) {
        if (!isAppError(error) || error.code === 'disk' || signal.aborted) throw error;
        this.#parts.log.warn('schedules.notChecked', { id: own.id }, error);
        if (hadNews) this.#hasNews = true;
        this.#putOff(own);
        return Math.min(nextAt, this.#dueAt(own));
      }
      nextAt = Math.min(nextAt, this.#dueAt(own));
    }
    return nextAt;
  }

  async #checkOne(
    own: OwnSchedule,
    { hadNews, signal }: { readonly hadNews: boolean; readonly signal: AbortSignal },
  ): Promise<boolean> {
    const parts = this.#parts;
    if (hadNews) {
      const cached = (await parts.store.findSchedule({ name: { own: own.id } }))?.service ?? null;
      const known = cached?.id === own.serviceId ? cached : null;
      const isNew = known === null || isOver(known) || known.nextAt !== own.nextAt || isNewer(known.lastAt, own.lastAt);
      if (isNew) return await this.#readOne(own, signal);
    }
    if (this.#dueAt(own) > parts.now()) return false;
    this.#putOff(own);
    return await this.#readOne(own, signal);
  }

  async #readOne(own: OwnSchedule, signal: AbortSignal): Promise<boolean> {
    const { service, store } = this.#parts;
    const scheduleId = own.serviceId ?? 0;
    const seen = await readSchedule({ service, store, signal }, own, scheduleId);
    if (seen.kind !== 'gone') await store.commitRows({ name: 'schedules', rows: [seen.schedule] });
    await this.#settle(own, seen);
    if (seen.kind === 'gone') await store.removeRows({ name: 'schedules', ids: [scheduleId] });
    return true;
  }

  async #settle(own: OwnSchedule, seen: OldEvidence): Promise<void> {
    const { store, now, sync } = this.#parts;
    const change = decideComing(own, seen, now());
    if (change === null) return;
    const { id, state: ifState, changedAt: ifChangedAt } = own;
    const event = change.event === undefined ? {} : { event: { at: now(), ...change.event } };
    const isWritten = await store.updateOwnSchedule({ id, patch: change.patch, ...event, ifState, ifChangedAt });
    if (!isWritten || change.event?.kind !== 'fired') return;
    this.#checks.delete(id);
    for (const phone of own.recipients.phones) sync?.messageSent(phone);
  }

  #dueAt({ id, nextAt }: OwnSchedule): number {
    const check = this.#checks.get(id);
    if (check !== undefined && check.nextAt === nextAt) return check.at;
    return nextAt === null ? Infinity : nextAt + FIRST_CHECK_MS;
  }

  #putOff({ id, nextAt }: OwnSchedule): void {
    const check = this.#checks.get(id);
    const waitMs = check?.nextAt === nextAt ? Math.min(check.waitMs * 2, LONGEST_CHECK_MS) : FIRST_CHECK_MS;
    this.#checks.set(id, { nextAt, at: this.#parts.now() + waitMs, waitMs });
  }
}

function isNewer(lastAt: number | null, knownAt: number | null): boolean {
  return lastAt !== null && lastAt !== knownAt;
}
