import type { Job } from '../state/model.ts';
import type { World } from '../state/world.ts';
import type { Timers } from './clock.ts';

/** What runs a job of each kind. */
export type JobRunners = { readonly [K in Job['kind']]: (job: Extract<Job, { kind: K }>) => void };

const LONGEST_TIMER_MS = 3_600_000;

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
    let at = jobs.length;
    while (at > 0 && (jobs[at - 1]?.dueAt ?? 0) > job.dueAt) at -= 1;
    jobs.splice(at, 0, job);
    if (at === 0) this.#arm();
  }

  remove(kind: Job['kind']): void {
    dropJobs(this.#world, (job) => job.kind === kind);
  }

  has(kind: Job['kind']): boolean {
    return this.#world.data.jobs.some((job) => job.kind === kind);
  }

  /** Runs everything that is due by now, also what those jobs add. */
  tick(): void {
    if (this.#isDisposed) return;
    const { jobs } = this.#world.data;
    const untilAt = this.#timers.nowAt();
    for (let job = jobs[0]; job !== undefined && job.dueAt <= untilAt; job = jobs[0]) {
      jobs.shift();
      this.#run(job);
    }
    this.#arm();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#cancelTimer();
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

/** Takes jobs out that shall not run any more. */
export function dropJobs(world: World, isGone: (job: Job) => boolean): void {
  const { jobs } = world.data;
  const kept = jobs.filter((job) => !isGone(job));
  jobs.splice(0, jobs.length, ...kept);
}
