/**
 * Since when somebody waits for an answer, and whether our last word got there. Both are worked out anew from the messages,
 * the sends and the summary of the service by a few looks into indexes, so that nothing depends on the order in which
 * they came.
 */
import type { LastSaid } from '../queries/last-said.ts';
import { hasMessage } from '../queries/newest-send.ts';
import type { LastColumns } from '../rows/chat-row.ts';
import type { SendRow } from '../rows/send-row.ts';
import type { WriteContext } from './command.ts';

/** Letters of a text of ours that was not delivered. */
export const FAILED_LETTERS: ReadonlySet<string | null> = new Set(['e', 'f', 'j', 'g']);

/** For the query-plan test too, like the one below. */
export const FIRST_TEXT_AFTER = `
  SELECT at FROM messages INDEXED BY messages_by_phone WHERE phone = ? AND at > ? AND sequence = 'in' AND kind = 'text'
  ORDER BY at LIMIT 1`;
/** Those that did not leave, and nobody knows of another way, are no answer. */
export const SENDS_AFTER = `
  SELECT state, message_id, placed_at FROM sends INDEXED BY sends_by_place
  WHERE phone = ? AND placed_at > ? AND state NOT IN ('refused', 'not-sent') ORDER BY placed_at DESC, id DESC`;

/** What the service's summary says of a text that is not here yet. */
export interface LaterSummary {
  readonly direction: 'in' | 'out' | 'call-in' | 'call-out' | null;
  readonly at: number;
}

export type Standing = Pick<LastColumns, 'answered_at' | 'is_answered_by_send' | 'waiting_since' | 'is_waiting'>;

/** What is known of a number before its chats are looked at. */
export interface Said extends LastSaid {
  readonly hasSends: boolean;
}

/** What was said last by us, and first by them after it. Times of texts and of places of sends in the thread. */
export function findStanding(context: WriteContext, said: Said, summary: LaterSummary | null): Standing {
  const messageAt = said.answeredAt;
  const sendAt = said.hasSends ? findSendAt(context, said.phone, messageAt ?? -1) : null;
  const told = summary?.direction === 'out' ? summary.at : null;
  const answeredAt = maxOf(sendAt ?? messageAt, told);
  const first = answeredAt === messageAt ? said.firstAfterAt : findFirstAfter(context, said, answeredAt ?? -1);
  const later = summary?.direction === 'in' && summary.at > (answeredAt ?? -1) ? summary.at : null;
  const since = first ?? later;
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

function findFirstAfter({ cache }: WriteContext, { phone, newest }: Said, at: number): number | null {
  if (newest === undefined || newest.at <= at) return null;
  return cache.get<{ at: number }>(FIRST_TEXT_AFTER, [phone, at])?.at ?? null;
}

function maxOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}
