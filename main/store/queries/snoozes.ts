/** Chats that are out of the way for a while, by number, as `owned.db` says it. */
import type { ReadDb } from '../open.ts';
import type { Query } from './query.ts';

export interface SnoozeRow {
  readonly phone: string;
  readonly until_at: number;
  /** What is newer ends it: of a snooze texts of theirs, of one that came back whatever is said. Null: everything is. */
  readonly up_to_at: number | null;
  readonly made_at: number;
  /** Null: it is out of the way. */
  readonly returned_at: number | null;
}

export function findSnooze(owned: ReadDb, phone: string): SnoozeRow | undefined {
  return owned.get<SnoozeRow>('SELECT * FROM snoozes WHERE phone = ?', [phone]);
}

/** A handful of rows: whoever came back is forgotten as soon as something is said. */
export function listSnoozes(owned: ReadDb): SnoozeRow[] {
  return owned.all<SnoozeRow>('SELECT * FROM snoozes ORDER BY phone');
}

/** Whether something of that time is newer than what the snooze covers. */
export function isBeyond(snooze: SnoozeRow, at: number): boolean {
  return snooze.up_to_at === null || at > snooze.up_to_at;
}

const NEXT_END = 'SELECT min(until_at) AS at FROM snoozes WHERE returned_at IS NULL';

export const getNextSnoozeEnd: Query<'getNextSnoozeEnd'> = (db) => db.get<{ at: number | null }>(NEXT_END)?.at ?? null;
