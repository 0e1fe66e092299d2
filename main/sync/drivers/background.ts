/**
 * Collections that are read behind the scenes, one thing at a time, and older history beside them:
 *
 *   a task that is due (core/upkeep) ──► a reading at a stretch ──► what it left to be done in portions (errand)
 *   nothing due ──► a portion of each errand
 *   once the chats are read ──► older history at the lowest priority (older-history.ts)
 *
 * A task counts as done, and its mark moves, once its errand is over too: an end of the app in the middle costs a new
 * reading and nothing else.
 */
import { isAppError } from '#shared/domain/app-error.ts';
import type { AppError } from '#shared/domain/app-error.ts';
import { planUpkeep, toMarkKey, toRefusedKey, UPKEEP } from '../core/upkeep.ts';
import type { UpkeepTask } from '../core/upkeep.ts';
import { Alarm } from './alarm.ts';
import { Check } from './checks.ts';
import type { SyncContext } from './context.ts';
import type { Errand } from './errand.ts';
import { isFatal, isRefusal } from './failures.ts';
import { runLoop } from './loop.ts';
import { OlderHistory } from './older-history.ts';
import { Progress } from './progress.ts';
import type { Readers } from './readers.ts';
import { isDispensable, toPhase, UpkeepTasks } from './upkeep-tasks.ts';

/** A task that the service refuses is tried again after this long. */
const REFUSED_AGAIN_MS = 5 * 60_000;

interface Running {
  readonly errand: Errand;
  readonly startedAt: number;
  readonly check: Check | null;
  notBeforeAt: number;
}

export class Background {
  readonly #context: SyncContext;
  readonly #tasks: UpkeepTasks;
  readonly #progress: Progress;
  readonly #history: OlderHistory;
  readonly #alarm: Alarm;
  readonly #times = new Map<UpkeepTask, number | null>();
  /** Tasks that were never done: only these show as progress. */
  readonly #firstTimes = new Set<UpkeepTask>();
  /** What the service refused as missing or forbidden: once, and for good. */
  readonly #doubted = new Set<UpkeepTask>();
  readonly #refused = new Set<UpkeepTask>();
  readonly #running = new Map<UpkeepTask, Running>();
  /** Wanted since they began: what they read may be of before. */
  readonly #wanted = new Set<UpkeepTask>();
  #check: Check | null = null;

  constructor(context: SyncContext, readers: Readers) {
    this.#context = context;
    this.#tasks = new UpkeepTasks(context, readers);
    this.#progress = new Progress(context.board);
    this.#history = new OlderHistory(context, readers, this.#progress);
    this.#alarm = new Alarm(context.clock);
    context.signal.addEventListener('abort', () => this.#check?.abandon(null), { once: true });
  }

  /** Runs until sync ends. */
  async run(): Promise<void> {
    await Promise.all([this.#runTasks(), this.#history.run()]);
  }

  #runTasks(): Promise<void> {
    return runLoop(this.#context, this.#alarm, async () => {
      try {
        return await this.#step();
      } catch (error) {
        // Who waits for a check hears that it cannot be done now; the tasks themselves come again by themselves.
        if (isAppError(error)) this.#check?.abandon(error);
        this.#check = null;
        throw error;
      }
    });
  }

  /**
   * Makes every task due now, also what the service refused before, and resolves when each was done once after the call.
   * Who asks meanwhile waits for the same. Rejects with `AppError`: the link broke, sync ended, or a task was refused.
   */
  runAll(): Promise<void> {
    if (this.#check === null) {
      this.#check = new Check(UPKEEP.map(({ task }) => task));
      this.#running.clear();
      if (this.#context.signal.aborted) this.#check.abandon(null);
      this.#alarm.ring();
    }
    return this.#check.done;
  }

  /** There may be something to do again: history goes on, or deeper. */
  wake(): void {
    this.#history.wake();
  }

  /** That task is due now; one that was never done is so anyway. */
  want(task: UpkeepTask): void {
    this.#wanted.add(task);
    if ((this.#times.get(task) ?? null) === null) return;
    this.#times.set(task, 0);
    this.#alarm.ring();
  }

  /** Does that task ahead of everything that is planned, and resolves when it is done. Rejects with `AppError`. */
  async readNow(task: UpkeepTask): Promise<void> {
    if (this.#times.size === 0) await this.#loadMarks();
    const startedAt = this.#context.clock.now();
    const errand = await this.#tasks.perform({ task, onPage: () => undefined, isWanted: false });
    await this.#noteRefusal(task, false);
    if (errand === null) await this.#finish(task, startedAt, null);
    else this.#running.set(task, { errand, startedAt, check: null, notBeforeAt: 0 });
    this.#alarm.ring();
  }

  /** Does one piece of work; returns when to look for the next. */
  async #step(): Promise<number> {
    const { clock, signal } = this.#context;
    if (signal.aborted) return 0;
    if (this.#times.size === 0) await this.#loadMarks();
    const mood = { running: new Set(this.#running.keys()), wanted: this.#check?.wanted ?? new Set<UpkeepTask>() };
    const plan = planUpkeep(clock.now(), Object.fromEntries(this.#times), mood);
    if (plan.task === null || toPhase(plan.task) !== 'chats') this.#history.allow();
    if (plan.task !== null) {
      await this.#perform(plan.task);
      return 0;
    }
    const isBusy = await this.#runErrands();
    this.#progress.restFromTasks(isBusy);
    if (isBusy) return 0;
    return Math.min(plan.nextAt, ...[...this.#running.values()].map(({ notBeforeAt }) => notBeforeAt));
  }

  async #loadMarks(): Promise<void> {
    const { store } = this.#context;
    const times = await Promise.all(UPKEEP.map(({ task }) => store.getSyncMark({ key: toMarkKey(task) })));
    const refusals = await Promise.all(UPKEEP.map(({ task }) => store.getSyncMark({ key: toRefusedKey(task) })));
    for (const [index, { task }] of UPKEEP.entries()) {
      const mark = times[index] ?? null;
      this.#times.set(task, mark);
      if (mark === null) this.#firstTimes.add(task);
      if ((refusals[index] ?? 0) > 0) this.#refused.add(task);
    }
  }

  async #perform(task: UpkeepTask): Promise<void> {
    const check = this.#check?.wanted.has(task) === true ? this.#check : null;
    this.#wanted.delete(task);
    const startedAt = this.#context.clock.now();
    if (this.#refused.has(task) && check === null) {
      await this.#finish(task, startedAt, null);
      return;
    }
    await this.#attempt(task, check, async () => {
      const order = { task, onPage: this.#toProgress(task), isWanted: check !== null };
      const errand = await this.#tasks.perform(order);
      await this.#noteRefusal(task, false);
      // A check that began meanwhile does all of it anew.
      if (check === null && this.#check?.wanted.has(task) === true) return;
      if (errand === null) await this.#finish(task, startedAt, check);
      else this.#running.set(task, { errand, startedAt, check, notBeforeAt: 0 });
    });
  }

  /** A portion of each errand that may go on; whether any may. */
  async #runErrands(): Promise<boolean> {
    const { clock } = this.#context;
    let isBusy = false;
    for (const [task, running] of [...this.#running]) {
      if (isTooEarly(running, clock.now())) continue;
      isBusy = true;
      await this.#attempt(task, running.check, async () => {
        const hasMore = await running.errand.step();
        if (this.#running.get(task) !== running) return;
        const isHurried = running.check !== null && running.check === this.#check;
        if (hasMore) running.notBeforeAt = clock.now() + (isHurried ? 0 : running.errand.pauseMs);
        else await this.#finish(task, running.errand.startedAt ?? running.startedAt, running.check);
      });
    }
    return isBusy;
  }

  /** What the service refuses does not keep the others from being done. */
  async #attempt(task: UpkeepTask, check: Check | null, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#running.delete(task);
      if (isFatal(error) || !isAppError(error) || this.#context.link.note(error)) throw error;
      await this.#giveUp(task, check, error);
    }
  }

  async #giveUp(task: UpkeepTask, check: Check | null, error: AppError): Promise<void> {
    const { clock } = this.#context;
    const isDispensed = isRefusal(error) && isDispensable(task, error.code);
    if (isDispensed && this.#doubted.has(task)) {
      await this.#noteRefusal(task, true);
      await this.#finish(task, clock.now(), check);
      return;
    }
    // The others go on; this one is due again in a while. Once is no proof: something in between may have said it.
    if (isDispensed) this.#doubted.add(task);
    const everyMs = UPKEEP.find((entry) => entry.task === task)?.everyMs ?? 0;
    this.#times.set(task, clock.now() - everyMs + REFUSED_AGAIN_MS);
    check?.settle(task, isDispensed ? null : error);
    this.#endCheck(check);
  }

  async #noteRefusal(task: UpkeepTask, isRefused: boolean): Promise<void> {
    if (this.#refused.has(task) === isRefused) return;
    const value = isRefused ? this.#context.clock.now() : 0;
    await this.#context.store.setSyncMark({ key: toRefusedKey(task), value });
    if (isRefused) this.#refused.add(task);
    else this.#refused.delete(task);
  }

  async #finish(task: UpkeepTask, at: number, check: Check | null): Promise<void> {
    await this.#context.store.setSyncMark({ key: toMarkKey(task), value: at });
    this.#running.delete(task);
    this.#times.set(task, this.#wanted.has(task) ? 0 : at);
    this.#firstTimes.delete(task);
    this.#doubted.delete(task);
    check?.settle(task);
    this.#endCheck(check);
  }

  #endCheck(check: Check | null): void {
    if (check !== null && check === this.#check && check.isOver) this.#check = null;
  }

  #toProgress(task: UpkeepTask): (seenCount: number, total: number | null) => void {
    return (seenCount, total) => {
      if (this.#firstTimes.has(task)) this.#progress.showTask(toPhase(task), seenCount, total);
    };
  }
}

/** A wait that is longer than it was meant to be was planned before the clock was set back: it is over. */
function isTooEarly({ notBeforeAt, errand }: Running, now: number): boolean {
  return notBeforeAt > now && notBeforeAt - now <= errand.pauseMs;
}
