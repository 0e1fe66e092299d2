/** Makes, changes and cancels schedules at the service: one after the other, in the order in which the user decided. */
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { OwnSchedule, OwnScheduleId } from '#shared/domain/scheduling/own-schedule.ts';
import { planBackoffMs } from '#shared/lib/backoff.ts';
import { ComingSchedules } from './coming-schedules.ts';
import { isLooking } from './plan-step.ts';
import { ScheduleTurn } from './schedule-turn.ts';
import type { Pass } from './schedule-turn.ts';
import { WorkNotes } from './work-notes.ts';
import type { ScheduleWorkParts } from './work-parts.ts';

/** The longest wait without looking at the clock. */
const LONGEST_REST_MS = 60_000;

export class ServiceScheduleWork {
  readonly #parts: ScheduleWorkParts;
  readonly #end = new AbortController();
  readonly #notes = new WorkNotes();
  readonly #coming: ComingSchedules;
  #working: Promise<void> | null = null;
  #wake = new AbortController();
  #isAsked = false;
  /** Rows that met a bug: they rest until something new happens. */
  readonly #broken = new Set<OwnScheduleId>();

  constructor(parts: ScheduleWorkParts) {
    this.#parts = parts;
    this.#coming = new ComingSchedules(parts);
  }

  /** Goes on with what an earlier run of the app left. */
  open(): void {
    this.#kick();
  }

  /** A row was written. */
  wake(): void {
    this.#broken.clear();
    this.#kick();
  }

  /** The service answers again, or takes another key. */
  cameOnline(): void {
    this.#notes.hurry();
    this.#broken.clear();
    this.#kick();
  }

  /** The disk takes what is written again. */
  becameWritable(): void {
    this.#kick();
  }

  /** Schedules of the service changed in the cache. */
  settle(): void {
    this.#coming.noteNews();
    this.#kick();
  }

  /** Ends what is under way; it goes on when the account is opened again. */
  async dispose(): Promise<void> {
    this.#end.abort(new AppError({ code: 'cancelled', message: 'The account is closed', outcome: 'not-accepted' }));
    await this.#working;
  }

  #kick(): void {
    this.#isAsked = true;
    this.#wake.abort();
    if (!this.#end.signal.aborted) this.#working ??= this.#run();
  }

  #hasEnded(): boolean {
    return this.#end.signal.aborted;
  }

  #isAskedMeanwhile(): boolean {
    return this.#isAsked;
  }

  /** Never rejects. Ends when nothing is left that time alone could bring on. */
  async #run(): Promise<void> {
    let failures = 0;
    while (!this.#end.signal.aborted) {
      this.#isAsked = false;
      this.#wake = new AbortController();
      let nextAt = Infinity;
      try {
        nextAt = await this.#pass();
        failures = 0;
      } catch (error) {
        if (this.#hasEnded()) break;
        failures += 1;
        this.#parts.log.error('schedules.notWorked', error, { failures });
        nextAt = this.#parts.now() + planBackoffMs({ failures, random: 0, retryAfterMs: null });
      }
      if (this.#isAskedMeanwhile()) continue;
      if (nextAt === Infinity) break;
      await this.#rest(nextAt - this.#parts.now());
    }
    this.#working = null;
  }

  /** Does what is due; when something is due next. */
  async #pass(): Promise<number> {
    const { store } = this.#parts;
    const pass = { passAt: this.#parts.now(), isHurried: this.#notes.takeHurry() };
    const rows = await store.listOwnSchedules({ states: ['leaving', 'asking', 'refused', 'coming'] });
    const due = rows.filter((own) => own.state === 'leaving' || isLooking(own)).sort(byDecision);
    let nextAt = Infinity;
    for (const { id } of due) {
      if (this.#end.signal.aborted) return Infinity;
      if (this.#broken.has(id)) continue;
      const { until, isUnreachable } = await this.#advance(id, pass);
      nextAt = Math.min(nextAt, until);
      // What comes later in order waits with it: the service takes nothing now.
      if (isUnreachable) return nextAt;
    }
    return Math.min(nextAt, await this.#coming.check(rows, this.#end.signal));
  }

  async #advance(id: OwnScheduleId, pass: Pass) {
    try {
      return await new ScheduleTurn({ parts: this.#parts, notes: this.#notes, signal: this.#end.signal }, id).run(pass);
    } catch (error) {
      if (isAppError(error) || this.#end.signal.aborted) throw error;
      this.#broken.add(id);
      this.#parts.log.error('schedules.broken', error, { id });
      return { until: Infinity, isUnreachable: false };
    }
  }

  async #rest(ms: number): Promise<void> {
    const signal = AbortSignal.any([this.#end.signal, this.#wake.signal]);
    const hasWoken = (): boolean => signal.aborted;
    if (hasWoken()) return;
    try {
      await this.#parts.wait(Math.min(Math.max(ms, 0), LONGEST_REST_MS), signal);
    } catch (error) {
      if (!hasWoken()) throw error;
    }
  }
}

function byDecision(one: OwnSchedule, other: OwnSchedule): number {
  return one.changedAt - other.changedAt || one.createdAt - other.createdAt;
}
