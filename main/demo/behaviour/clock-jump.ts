import type { World } from '../state/world.ts';
import type { ServiceClock } from './clock.ts';
import { dropJobs } from './scheduler.ts';
import type { Scheduler } from './scheduler.ts';

/** So many jobs run at their own times; a rule without end has more of them in some years than anyone waits for. */
const MOST_JOBS = 20_000;

export interface JumpParts {
  readonly world: World;
  readonly clock: ServiceClock;
  readonly scheduler: Scheduler;
  /** Told before what is left of a jump runs all at once: times of schedules until then count as one. */
  readonly onCutShort: (untilAt: number) => void;
}

/** From one job to the next until a moment, each at its own time. Whether there were not too many of them. */
function walk({ clock, scheduler }: JumpParts, untilAt: number): boolean {
  for (let done = 0; done < MOST_JOBS;) {
    // Times of jobs may have fractions, those of the clock have none.
    const dueAt = Math.ceil(scheduler.nextDueAt);
    if (dueAt > untilAt) return true;
    clock.advance(dueAt - clock.nowAt());
    const count = scheduler.tick();
    if (count === 0) return true;
    done += count;
  }
  return false;
}

/**
 * Moves the service's clock forward and runs what falls due by it, each at its own time, also what that brings about.
 * After 20,000 jobs the rest happens at the end, as after a time in which the service was not running. People of the demo
 * do not talk meanwhile: they go on at the end.
 */
export function jump(parts: JumpParts, byMs: number): void {
  const { world, clock, scheduler } = parts;
  const untilAt = clock.nowAt() + Math.max(0, byMs);
  const talk = world.data.jobs.filter(({ kind }) => kind === 'chatter');
  dropJobs(world, ({ kind }) => kind === 'chatter');
  try {
    if (!walk(parts, untilAt)) parts.onCutShort(untilAt);
  } finally {
    for (const job of talk) scheduler.add(job);
  }
  clock.advance(untilAt - clock.nowAt());
  scheduler.tick();
}
