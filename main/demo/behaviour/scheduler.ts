import type { Job } from '../state/model.ts';
import type { World } from '../state/world.ts';
import type { Timers } from './clock.ts';

/** What runs a job of each kind. */
export type JobRunners = { readonly [K in Job['kind']]: (job: Extract<Job, { kind: K }>) => void };

const LONGEST_TIMER_MS = 3_600_000;
/** Taken out of the queue at once: one by one is slow where many wait. */
const BATCH = 1_000;

/**
 * Runs jobs at their time, earliest first, on one timer. Jobs are rows of the state, so they go on after a restart;
 * what fell due meanwhile runs at once.
 */
export class Scheduler {
  readonly #world: World;
  readonly #timers: Timers;
  readonly #runners: JobRunners;
  #cancelTimer: () => void = () => undefined;
  #isDisposed = false;

  constructor(world: World, timers: Timers, runners: JobRunners) {
    this.#world = world;
    this.#timers = timers;
    this.#runners = runners;
  }

  add(job: Job): void {
    const { jobs } = this.#world.data;
    const at = countUntil(jobs, job.dueAt);
    jobs.splice(at, 0, job);
    if (at === 0) this.#arm();
  }

  remove(kind: Job['kind']): void {
    dropJobs(this.#world, (job) => job.kind === kind);
  }

  has(kind: Job['kind']): boolean {
    return this.#world.data.jobs.some((job) => job.kind === kind);
  }

  /** When the earliest job is due; Infinity when there is none. */
  get nextDueAt(): number {
    return this.#world.data.jobs[0]?.dueAt ?? Infinity;
  }

  /** Runs everything that is due by now, also what those jobs add, and says how many there were. */
  tick(): number {
    if (this.#isDisposed) return 0;
    const { jobs } = this.#world.data;
    const untilAt = this.#timers.nowAt();
    let done = 0;
    for (let count = countUntil(jobs, untilAt); count > 0; count = countUntil(jobs, untilAt)) {
      const batch = jobs.splice(0, Math.min(count, BATCH));
      this.#runAll(batch);
      done += batch.length;
    }
    this.#arm();
    return done;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#cancelTimer();
  }

  /** Runs what was taken out of the queue, which gets back what a failure left undone. */
  #runAll(batch: readonly Job[]): void {
    let done = 0;
    try {
      for (const job of batch) {
        done += 1;
        this.#run(job);
      }
    } finally {
      this.#world.data.jobs.unshift(...batch.slice(done));
    }
  }

  #run(job: Job): void {
    const run = this.#runners[job.kind] as (job: Job) => void;
    run(job);
    this.#world.changed();
  }

  #arm(): void {
    this.#cancelTimer();
    const [first] = this.#world.data.jobs;
    if (first === undefined || this.#isDisposed) return;
    const delayMs = Math.min(Math.max(0, first.dueAt - this.#timers.nowAt()), LONGEST_TIMER_MS);
    this.#cancelTimer = this.#timers.after(delayMs, () => this.tick());
  }
}

/** How many jobs are due by a moment; they stand in front, earliest first, and there may be 100,000 of them. */
function countUntil(jobs: readonly Job[], untilAt: number): number {
  let low = 0;
  let high = jobs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((jobs[middle]?.dueAt ?? 0) <= untilAt) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Takes jobs out that shall not run any more. */
export function dropJobs(world: World, isGone: (job: Job) => boolean): void {
  const { jobs } = world.data;
  let kept = 0;
  for (const job of jobs) {
    if (isGone(job)) continue;
    jobs[kept] = job;
    kept += 1;
  }
  jobs.length = kept;
}
