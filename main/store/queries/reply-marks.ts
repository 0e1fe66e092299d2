/** What people said about replies, by number, as `owned.db` has it. */
import type { ReadDb } from '../open.ts';
import { toTimesJson } from '../rows/sql.ts';

export interface ReplyMark {
  readonly phone: string;
  /** Of their texts up to then. */
  readonly up_to_at: number;
  /** 1: they need a reply, whatever they say; 0: they need none. */
  readonly is_needed: number;
}

/** For the query-plan test too. */
export const MARKS_OF_PHONES = `
  SELECT marks.phone, up_to_at, is_needed
  FROM json_each(?) AS wanted CROSS JOIN reply_marks AS marks ON marks.phone = wanted.key`;

/** Of these numbers those that have one. */
export function listReplyMarks(owned: ReadDb, phones: Iterable<string>): ReadonlyMap<string, ReplyMark> {
  const rows = owned.all<ReplyMark>(MARKS_OF_PHONES, [toTimesJson(phones)]);
  return new Map(rows.map((row) => [row.phone, row]));
}

export function listAllReplyMarks(owned: ReadDb): ReplyMark[] {
  return owned.all<ReplyMark>('SELECT phone, up_to_at, is_needed FROM reply_marks');
}
