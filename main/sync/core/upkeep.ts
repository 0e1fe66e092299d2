/** Readings of whole collections that come back at intervals. The first time, their order is that of the first sync. */
export type UpkeepTask = 'chats.active' | 'chats.closed' | 'chats.deleted' | 'contacts' | 'lists' | 'account';

/** In order of importance. `everyMs`: how old the last complete reading may be. */
export const UPKEEP: readonly { readonly task: UpkeepTask; readonly everyMs: number }[] = [
  { task: 'chats.active', everyMs: 5 * 60_000 },
  { task: 'chats.closed', everyMs: 60 * 60_000 },
  { task: 'chats.deleted', everyMs: 60 * 60_000 },
  { task: 'contacts', everyMs: 6 * 60 * 60_000 },
  { task: 'lists', everyMs: 6 * 60 * 60_000 },
  { task: 'account', everyMs: 15 * 60_000 },
];

/** When each task was last done to its end; null or absent: never. */
export type UpkeepTimes = Readonly<Partial<Record<UpkeepTask, number | null>>>;

export interface UpkeepPlan {
  /** The task to do now; null when none is due. */
  readonly task: UpkeepTask | null;
  /** When the next one falls due. */
  readonly nextAt: number;
}

/** What is due: first of all what was never done, then what is overdue, both in the order of importance. */
export function planUpkeep(now: number, times: UpkeepTimes): UpkeepPlan {
  const never = UPKEEP.find(({ task }) => (times[task] ?? null) === null);
  if (never !== undefined) return { task: never.task, nextAt: now };
  const dueAt = UPKEEP.map(({ task, everyMs }) => ({ task, at: toDueAt(now, times[task] ?? 0, everyMs) }));
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
