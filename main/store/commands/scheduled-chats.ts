/** Says which chats show another scheduled text than before: schedules that are written or gone change it. */
import type { WriteContext } from './command.ts';
import { CHATS_OF_ALL } from './last.ts';

/** For the query-plan test too. */
export const TARGETS_OF = `
  SELECT schedule_id, targets.at, coalesce(targets.phone, contacts.phone) AS phone
  FROM json_each(?) AS wanted
  CROSS JOIN schedule_targets AS targets ON targets.schedule_id = wanted.value
  LEFT JOIN contacts ON contacts.id = targets.contact_id`;

interface Target {
  readonly schedule_id: number;
  readonly at: number;
  /** Null: a contact that is not here. */
  readonly phone: string | null;
}

/** Runs `write`, which changes these schedules. */
export function announceScheduled(context: WriteContext, scheduleIds: readonly number[], write: () => void): void {
  const before = listTargets(context, scheduleIds);
  write();
  const after = listTargets(context, scheduleIds);
  const changed = [...before.keys(), ...after.keys()].filter((key) => before.has(key) !== after.has(key));
  const phones = changed.map((key) => before.get(key) ?? after.get(key));
  if (phones.length === 0) return;
  const wanted = JSON.stringify([...new Set(phones)]);
  for (const { id } of context.cache.all<{ id: number }>(CHATS_OF_ALL, [wanted])) context.changes.addChat(id);
}

/** Numbers, by schedule, time and number. */
function listTargets({ cache }: WriteContext, scheduleIds: readonly number[]): Map<string, string> {
  const targets = new Map<string, string>();
  for (const { schedule_id, at, phone } of cache.all<Target>(TARGETS_OF, [JSON.stringify(scheduleIds)])) {
    if (phone !== null) targets.set(`${schedule_id} ${at} ${phone}`, phone);
  }
  return targets;
}
