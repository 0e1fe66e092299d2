/**
 * Since when somebody waits for an answer, and whether our last word got there. Both are worked out anew from the messages,
 * the sends and the summary of the service by a few looks into indexes, so that nothing depends on the order in which
 * they came.
 */
import { isCourtesy } from '#shared/domain/courtesy.ts';
import { isTextableNumber, toPhoneKey } from '#shared/domain/phones.ts';
import type { LastSaid, TheirText } from '../queries/last-said.ts';
import { hasMessage } from '../queries/newest-send.ts';
import type { ReplyMark } from '../queries/reply-marks.ts';
import type { LastColumns } from '../rows/chat-row.ts';
import type { SendRow } from '../rows/send-row.ts';
import type { WriteContext } from './command.ts';

/** Letters of a text of ours that was not delivered. */
export const FAILED_LETTERS: ReadonlySet<string | null> = new Set(['e', 'f', 'j', 'g']);

/** For the query-plan test too, like the one below. */
export const TEXTS_AFTER = `
  SELECT at, text, files IS NOT NULL AS has_files FROM messages INDEXED BY messages_by_phone
  WHERE phone = ? AND at > ? AND sequence = 'in' AND kind = 'text' ORDER BY at`;
/** Those that did not leave, and nobody knows of another way, are no answer. */
export const SENDS_AFTER = `
  SELECT state, message_id, placed_at FROM sends INDEXED BY sends_by_place
  WHERE phone = ? AND placed_at > ? AND state NOT IN ('refused', 'not-sent') ORDER BY placed_at DESC, id DESC`;

/** What we said at that time, read where they answer with a word that may have been asked for. */
export const OUR_TEXTS_AT = `
  SELECT text FROM messages INDEXED BY messages_by_phone
  WHERE phone = ? AND at = ? AND sequence = 'out' AND kind = 'text'`;
export const OUR_SENDS_AT = `
  SELECT text FROM sends INDEXED BY sends_by_place
  WHERE phone = ? AND placed_at = ? AND state NOT IN ('refused', 'not-sent')`;

/** What the service's summary says of a text that is not here yet. */
export interface LaterSummary {
  readonly direction: 'in' | 'out' | 'call-in' | 'call-out' | null;
  readonly at: number;
  readonly text: string;
}

export type Standing = Pick<LastColumns, 'answered_at' | 'is_answered_by_send' | 'waiting_since' | 'is_waiting'>;

/** What is known of a number before its chats are looked at. */
export interface Said extends LastSaid {
  readonly hasSends: boolean;
  /** What a person said about replies. */
  readonly mark: ReplyMark | undefined;
}

/**
 * What was said last by us, and since when they wait for an answer. Times of texts and of places of sends in the thread.
 *
 * REPLY-1 who waits is counted from their first text after ours that is more than thanks and what we asked for; a person's
 *        word about a reply holds for all that had come by then. A sender that cannot be texted waits for nothing.
 */
export function findStanding(context: WriteContext, said: Said, summary: LaterSummary | null): Standing {
  const messageAt = said.answeredAt;
  const sendAt = said.hasSends ? findSendAt(context, said.phone, messageAt ?? -1) : null;
  const told = summary?.direction === 'out' ? summary.at : null;
  const answeredAt = maxOf(sendAt ?? messageAt, told);
  const findOurs = (): string =>
    answeredAt === null ? '' : findOurText(context, { phone: said.phone, at: answeredAt, summary });
  const counted = toCounted(answeredAt, said, findOurs);
  const since = findFirstAfter(context, said, counted) ?? findTold(summary, counted);
  return {
    answered_at: answeredAt,
    is_answered_by_send: Number(sendAt !== null),
    waiting_since: since,
    is_waiting: Number(since !== null),
  };
}

/** The newest send after that which counts. One that a message stands for is that message. */
function findSendAt({ cache, owned }: WriteContext, phone: string, afterAt: number): number | null {
  type Placed = Pick<SendRow, 'state' | 'message_id' | 'placed_at'>;
  for (const send of owned.iterate<Placed>(SENDS_AFTER, [phone, afterAt])) {
    if (!hasMessage(cache, send)) return send.placed_at;
  }
  return null;
}

/** Which of their texts wait for an answer. */
interface Counted {
  readonly after: number;
  readonly counts: (text: TheirText) => boolean;
}

function toCounted(answeredAt: number | null, { phone, mark }: Said, findOurs: () => string): Counted {
  const needsTo = mark?.is_needed === 1 ? mark.up_to_at : -1;
  const canAnswer = isTextableNumber(toPhoneKey(phone));
  return {
    after: Math.max(answeredAt ?? -1, mark?.is_needed === 0 ? mark.up_to_at : -1),
    counts: ({ at, text, hasFiles }) => at <= needsTo || (canAnswer && (hasFiles || !isCourtesy(text, findOurs))),
  };
}

interface Answer {
  readonly phone: string;
  readonly at: number;
  readonly summary: LaterSummary | null;
}

/** What we said then, all of it. */
function findOurText({ cache, owned }: WriteContext, { phone, at, summary }: Answer): string {
  const rows = [
    ...cache.all<{ text: string }>(OUR_TEXTS_AT, [phone, at]),
    ...owned.all<{ text: string }>(OUR_SENDS_AT, [phone, at]),
  ];
  const told = summary?.direction === 'out' && summary.at === at ? [summary.text] : [];
  return [...rows.map(({ text }) => text), ...told].join(' ');
}

function findTold(summary: LaterSummary | null, { after, counts }: Counted): number | null {
  if (summary?.direction !== 'in' || summary.at <= after) return null;
  return counts({ ...summary, hasFiles: false }) ? summary.at : null;
}

/** Most often it is the first text after ours, which is known already. */
function findFirstAfter({ cache }: WriteContext, said: Said, { after, counts }: Counted): number | null {
  const { phone, newest, firstAfter } = said;
  if (newest === undefined || newest.at <= after || firstAfter === null) return null;
  if (firstAfter.at > after && counts(firstAfter)) return firstAfter.at;
  const rows = cache.iterate<{ at: number; text: string; has_files: number }>(TEXTS_AFTER, [phone, after]);
  for (const { at, text, has_files: files } of rows) if (counts({ at, text, hasFiles: files === 1 })) return at;
  return null;
}

function maxOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}
