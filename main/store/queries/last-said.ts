/** What was said last in the threads of many numbers: by one statement for the messages, and one for what left from here. */
import type { MessageSequence } from '../core/line-key.ts';
import type { ReadDb } from '../open.ts';
import type { SendRow } from '../rows/send-row.ts';
import { toTimesJson } from '../rows/sql.ts';

const OUR_TEXTS = `
  SELECT at FROM messages INDEXED BY messages_by_phone
  WHERE phone = wanted.key AND sequence = 'out' AND kind = 'text'`;
/**
 * Of each number what is known of our newest text: -1 there is none, its time where it may have gone meanwhile, null
 * nothing. Only then the thread is read upwards to it. For the query-plan test too, like those below.
 */
export const LAST_SAID = `
  WITH answered AS MATERIALIZED (
    SELECT wanted.key AS phone, iif(wanted.value = -1, NULL, coalesce(
      (${OUR_TEXTS} AND at = wanted.value LIMIT 1), (${OUR_TEXTS} ORDER BY at DESC LIMIT 1))) AS answeredAt
    FROM json_each(?) AS wanted)
  SELECT answered.phone, answeredAt, newest.sequence, newest.direction, newest.id, newest.at, newest.text, newest.kind,
    newest.letter, first.at AS firstAfterAt, first.text AS firstAfterText, first.files IS NOT NULL AS firstAfterHasFiles, (
      SELECT hidden.at FROM hidden_messages AS hidden
      WHERE hidden.phone = answered.phone AND hidden.kind IN ('text', 'call') ORDER BY hidden.at DESC LIMIT 1) AS hiddenAt
  FROM answered LEFT JOIN messages AS newest ON newest.seq = (
    SELECT seq FROM messages WHERE messages.phone = answered.phone AND messages.kind IN ('text', 'call')
    ORDER BY messages.at DESC, messages.sequence DESC, messages.id DESC LIMIT 1)
  LEFT JOIN messages AS first ON first.seq = (
    SELECT seq FROM messages INDEXED BY messages_by_phone
    WHERE messages.phone = answered.phone AND messages.at > coalesce(answeredAt, -1)
      AND messages.sequence = 'in' AND messages.kind = 'text'
    ORDER BY messages.at LIMIT 1)`;

/** A text or a call. */
export interface NewestLine {
  readonly sequence: MessageSequence;
  readonly direction: 'in' | 'out';
  readonly id: number;
  readonly at: number;
  readonly text: string;
  readonly kind: 'text' | 'call';
  readonly letter: string | null;
}

/** Their text, as far as it tells whether it needs a reply. */
export interface TheirText {
  readonly at: number;
  readonly text: string;
  readonly hasFiles: boolean;
}

export interface LastSaid {
  readonly phone: string;
  readonly newest: NewestLine | undefined;
  /** Time of our newest text; null: there is none. */
  readonly answeredAt: number | null;
  /** Their first text after that. */
  readonly firstAfter: TheirText | null;
  /** Time of the newest line that is out of sight: what the service tells of that is not shown either. */
  readonly hiddenAt: number | null;
}

type SaidRow = Omit<LastSaid, 'newest' | 'firstAfter'> & {
  readonly firstAfterAt: number | null;
  readonly firstAfterText: string | null;
  readonly firstAfterHasFiles: number;
} & (NewestLine | { readonly [Column in keyof NewestLine]: null });

/** One for each number. `answers`: see `LAST_SAID`. */
export function listLastSaid(
  cache: ReadDb,
  phones: Iterable<string>,
  answers: ReadonlyMap<string, number>,
): LastSaid[] {
  const rows = cache.all<SaidRow>(LAST_SAID, [toTimesJson(phones, answers)]);
  return rows.map((row) => {
    const { phone, answeredAt, hiddenAt } = row;
    return { phone, answeredAt, firstAfter: toFirst(row), hiddenAt, newest: row.id === null ? undefined : row };
  });
}

function toFirst({ firstAfterAt: at, firstAfterText: text, firstAfterHasFiles: files }: SaidRow): TheirText | null {
  return at === null || text === null ? null : { at, text, hasFiles: files === 1 };
}

export const NEWEST_SENDS = `
  SELECT sends.phone, state, message_id, placed_at, EXISTS (
    SELECT 1 FROM sends AS stopped INDEXED BY sends_stopped
    WHERE stopped.phone = wanted.key AND stopped.state IN ('refused', 'not-sent', 'unknown')) AS is_stopped
  FROM json_each(?) AS wanted CROSS JOIN sends ON sends.seq = (
    SELECT seq FROM sends WHERE phone = wanted.key ORDER BY placed_at DESC, id DESC LIMIT 1)`;

export interface NewestSend extends Pick<SendRow, 'state' | 'message_id' | 'placed_at'> {
  readonly phone: string;
  /** Whether a text to that number waits for a decision. */
  readonly is_stopped: number;
}

/** Of these numbers those that something was sent to from here, each with the send that stands lowest. */
export function listNewestSends(owned: ReadDb, phones: Iterable<string>): ReadonlyMap<string, NewestSend> {
  const rows = owned.all<NewestSend>(NEWEST_SENDS, [toTimesJson(phones)]);
  return new Map(rows.map((row) => [row.phone, row]));
}
