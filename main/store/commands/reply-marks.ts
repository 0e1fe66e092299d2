/** The owned rows that say whether a chat needs a reply: for the owned step of a command. `refreshLast` shows them. */
import { listAllReplyMarks } from '../queries/reply-marks.ts';
import type { WriteContext } from './command.ts';
import { findNewestIncomingAt } from './unread.ts';

const SET = `
  INSERT INTO reply_marks (phone, up_to_at, is_needed, made_at) VALUES (@phone, @up_to_at, @is_needed, @made_at)
  ON CONFLICT (phone) DO UPDATE SET
    up_to_at = excluded.up_to_at, is_needed = excluded.is_needed, made_at = excluded.made_at`;

interface Marking {
  /** Its row in the cache. */
  readonly chat: { readonly id: number; readonly phone: string; readonly updated_at: number | null };
  readonly isNeeded: boolean;
  readonly at: number;
}

/** About all that they wrote until now. Nothing where they wrote nothing. */
export function setReplyMark({ owned, cache }: WriteContext, { chat, isNeeded, at }: Marking): void {
  const upTo = findNewestIncomingAt(cache, chat);
  if (upTo === null) return;
  owned.run(SET, { phone: chat.phone, up_to_at: upTo, is_needed: Number(isNeeded), made_at: at });
}

/** Each row of the JSON: number, up to when, whether it needs a reply. For the query-plan test too. */
export const MARKS_NOT_SHOWN = `
  SELECT DISTINCT chats.phone FROM json_each(?) AS mark CROSS JOIN chats ON chats.phone = mark.value ->> 0
  WHERE iif(mark.value ->> 2, is_waiting = 0 AND last_direction = 'in' AND last_at <= mark.value ->> 1,
    is_waiting = 1 AND waiting_since <= mark.value ->> 1)`;

/** Numbers of chats that the cache shows otherwise than `owned.db` says. */
export function listMarksNotShown({ owned, cache }: WriteContext): string[] {
  const marks = listAllReplyMarks(owned);
  if (marks.length === 0) return [];
  const json = JSON.stringify(marks.map((mark) => [mark.phone, mark.up_to_at, mark.is_needed]));
  return cache.all<{ phone: string }>(MARKS_NOT_SHOWN, [json]).map(({ phone }) => phone);
}
