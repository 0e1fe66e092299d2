/** Schedules that the service keeps: what became of them once their time is there, or once the service says otherwise. */
import { isAppError } from '#shared/domain/app-error.ts';
import type { OwnSchedule, OwnScheduleId } from '#shared/domain/scheduling/own-schedule.ts';
import type { Schedule } from '#shared/domain/schedules.ts';
import { decideComing, decideOld } from './decide.ts';
import type { OldEvidence } from './evidence.ts';
import { isOver } from './evidence.ts';
import type { Change } from './plan-step.ts';
import { readSchedule } from './read-old.ts';
import type { ScheduleWorkParts } from './work-parts.ts';

/** The service is given so long to send what is due. */
const FIRST_CHECK_MS = 30_000;
const LONGEST_CHECK_MS = 900_000;

export class ComingSchedules {
  readonly #parts: ScheduleWorkParts;
  /** When each is to be read next, once its time has passed, and how often that was done. */
  readonly #checks = new Map<
    OwnScheduleId,
    { readonly nextAt: number | null; readonly at: number; readonly waitMs: number }
  >();
  #hasNews = true;

  constructor(parts: ScheduleWorkParts) {
    this.#parts = parts;
  }

  /** The cache has other schedules than before. */
  noteNews(): void {
    this.#hasNews = true;
  }

  /** Checks those of which something may have become; when the next one is due. */
  async check(rows: readonly OwnSchedule[], signal: AbortSignal): Promise<number> {
    const hasEnded = (): boolean => signal.aborted;
    const known = await this.#takeNews();
    let nextAt = Infinity;
    for (const own of rows) {
      const scheduleId = findAwaited(own);
      if (scheduleId === null) continue;
      if (hasEnded()) return Infinity;
      try {
        const isNew = known !== null && isNews(own, known.get(scheduleId));
        if (isNew || this.#dueAt(own) <= this.#parts.now()) await this.#read(own, scheduleId, signal);
      } catch (error) {
        if (!isAppError(error) || error.code === 'disk' || hasEnded()) throw error;
        this.#parts.log.warn('schedules.notChecked', { id: own.id }, error);
        this.#hasNews ||= known !== null;
        // The others would meet the same, unless it is the answer about this one that cannot be read.
        if (error.code !== 'bad-response') {
          return Math.min(nextAt, this.#dueAt(own), this.#parts.now() + FIRST_CHECK_MS);
        }
      }
      nextAt = Math.min(nextAt, this.#dueAt(own));
    }
    return nextAt;
  }

  /** Schedules of the service as the cache has them; null: they are as they were. */
  async #takeNews(): Promise<ReadonlyMap<number, Schedule> | null> {
    if (!this.#hasNews) return null;
    this.#hasNews = false;
    return new Map((await this.#parts.store.listSchedules({})).map((schedule) => [schedule.id, schedule]));
  }

  async #read(own: OwnSchedule, scheduleId: number, signal: AbortSignal): Promise<void> {
    const { service, store } = this.#parts;
    this.#putOff(own);
    const seen = await readSchedule({ service, store, signal }, own, scheduleId);
    if (seen.kind !== 'gone') await store.commitRows({ name: 'schedules', rows: [seen.schedule] });
    for (const change of this.#decide(own, seen)) await this.#write(own, change);
    if (seen.kind === 'gone') await store.removeRows({ name: 'schedules', ids: [scheduleId] });
  }

  #decide(own: OwnSchedule, seen: OldEvidence): readonly Change[] {
    const now = this.#parts.now();
    if (own.state === 'coming') {
      const change = decideComing(own, seen, now);
      return change === null ? [] : [change];
    }
    // Work on it has stopped before the old one was gone, which went out by itself.
    const { changes } = decideOld(own, seen, now);
    return changes.at(-1)?.patch.state === 'done' ? changes : [];
  }

  async #write(own: OwnSchedule, { patch, event }: Change): Promise<void> {
    const { store, now, sync } = this.#parts;
    const { id, state: ifState, changedAt: ifChangedAt } = own;
    const dated = event === undefined ? {} : { event: { at: now(), ...event } };
    const isWritten = await store.updateOwnSchedule({ id, patch, ...dated, ifState, ifChangedAt });
    if (!isWritten || event?.kind !== 'fired') return;
    this.#checks.delete(id);
    for (const phone of own.recipients.phones) sync?.messageSent(phone);
  }

  /** Of one whose work has stopped the next time is that of the new one: only news tells of the old one. */
  #dueAt({ id, nextAt, state }: OwnSchedule): number {
    if (nextAt === null || state !== 'coming') return Infinity;
    const check = this.#checks.get(id);
    return Math.max(nextAt + FIRST_CHECK_MS, check?.nextAt === nextAt ? check.at : 0);
  }

  #putOff({ id, nextAt }: OwnSchedule): void {
    const check = this.#checks.get(id);
    const waitMs = check?.nextAt === nextAt ? Math.min(check.waitMs * 2, LONGEST_CHECK_MS) : FIRST_CHECK_MS;
    this.#checks.set(id, { nextAt, at: this.#parts.now() + waitMs, waitMs });
  }
}

/** The schedule of the service that goes out by itself; null: none. */
function findAwaited({ state, keeper, serviceId, replacesId }: OwnSchedule): number | null {
  if (state === 'coming') return keeper === 'service' ? serviceId : null;
  return state === 'refused' || state === 'asking' ? replacesId : null;
}

function isNews({ state, nextAt, lastAt }: OwnSchedule, known: Schedule | undefined): boolean {
  if (known === undefined || isOver(known)) return true;
  if (state !== 'coming') return false;
  return (known.nextAt ?? nextAt) !== nextAt || (known.lastAt !== null && known.lastAt !== lastAt);
}
