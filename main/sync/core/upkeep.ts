/** Readings of whole collections that come back at intervals. The first time, their order is that of the first sync. */
export type UpkeepTask =
  | 'chats.active'
  | 'chats.closed'
  | 'chats.deleted'
  | 'contacts'
  | 'lists'
  | 'fields'
  | 'templates'
  | 'blocked'
  | 'unsubscribers'
  | 'schedules'
  | 'bulks'
  | 'sends'
  | 'sends.all'
  | 'members'
  | 'notes'
  | 'prices'
  | 'account';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * In order of importance. `everyMs`: how old the last complete reading may be, a day at most. What other people change
 * under one's hands (templates, schedules, who is blocked) is looked at every hour: a request or two each.
 */
export const UPKEEP: readonly { readonly task: UpkeepTask; readonly everyMs: number }[] = [
  { task: 'chats.active', everyMs: 5 * MINUTE_MS },
  { task: 'chats.closed', everyMs: HOUR_MS },
  { task: 'chats.deleted', everyMs: HOUR_MS },
  { task: 'contacts', everyMs: 6 * HOUR_MS },
  { task: 'lists', everyMs: 6 * HOUR_MS },
  { task: 'fields', everyMs: 6 * HOUR_MS },
  { task: 'templates', everyMs: HOUR_MS },
  { task: 'blocked', everyMs: HOUR_MS },
  { task: 'unsubscribers', everyMs: HOUR_MS },
  { task: 'schedules', everyMs: HOUR_MS },
  { task: 'bulks', everyMs: HOUR_MS },
  { task: 'sends', everyMs: HOUR_MS },
  { task: 'sends.all', everyMs: 24 * HOUR_MS },
  { task: 'members', everyMs: 24 * HOUR_MS },
  { task: 'notes', everyMs: 24 * HOUR_MS },
  { task: 'prices', everyMs: 24 * HOUR_MS },
  { task: 'account', everyMs: 15 * MINUTE_MS },
];

/** When each task was last done to its end; null or absent: never. */
export type UpkeepTimes = Readonly<Partial<Record<UpkeepTask, number | null>>>;

export interface UpkeepPlan {
  /** The task to do now; null when none is due. */
  readonly task: UpkeepTask | null;
  /** When the next one falls due. */
  readonly nextAt: number;
}

/** What else a plan goes by. */
export interface UpkeepMood {
  /** Under way already: not to be begun again. */
  readonly running?: ReadonlySet<UpkeepTask>;
  /** To be done at once, however short a time ago they were. */
  readonly wanted?: ReadonlySet<UpkeepTask>;
}

/**
 * What is due: first of all what was never done, then what is wanted, then what is overdue, each in the order of
 * importance.
 */
export function planUpkeep(now: number, times: UpkeepTimes, mood: UpkeepMood = {}): UpkeepPlan {
  const idle = UPKEEP.filter(({ task }) => mood.running?.has(task) !== true);
  const first =
    idle.find(({ task }) => (times[task] ?? null) === null) ?? idle.find(({ task }) => mood.wanted?.has(task));
  if (first !== undefined) return { task: first.task, nextAt: now };
  const dueAt = idle.map(({ task, everyMs }) => ({ task, at: toDueAt(now, times[task] ?? 0, everyMs) }));
  const due = dueAt.find(({ at }) => at <= now);
  return { task: due?.task ?? null, nextAt: Math.min(...dueAt.map(({ at }) => at)) };
}

/** What was done in the future was done before the clock was set back: nobody knows how long ago. */
function toDueAt(now: number, doneAt: number, everyMs: number): number {
  return doneAt > now ? now : doneAt + everyMs;
}

/** The key under which the store remembers when a task was done. */
export function toMarkKey(task: UpkeepTask): string {
  return `${task}.doneAt`;
}

/**
 * The key under which the store remembers that the service refused a task for good, and when; 0: not any more. Such a
 * task counts as done whenever it is due, until a person has everything checked.
 */
export function toRefusedKey(task: UpkeepTask): string {
  return `${task}.refusedAt`;
}
