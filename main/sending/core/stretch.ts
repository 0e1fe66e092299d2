/** How far the service's lists were read, and whether that is far enough to say that a send is not among it. */
import type { Message, ServiceSend } from '#shared/domain/entities.ts';
import type { Send } from '#shared/domain/sends.ts';

/** How far the service's clock and its queue may put a message from the moment of our request. */
export const MATCH_WINDOW_MS = 10 * 60_000;
/**
 * A computer's clock is trusted no better than this: a wrong time zone is common, and with a whole wrong day hardly any
 * certificate is valid. So a message list that is older than that by our clock holds nothing of ours below.
 */
export const CLOCK_TRUST_MS = 24 * 3_600_000;

/** The newest rows of a list, newest first, without a gap but for those that could not be read. */
export interface Stretch<Row> {
  readonly rows: readonly Row[];
  /** The list has no older rows. */
  readonly isToEnd: boolean;
  /** Every row of the stretch could be read. */
  readonly isWhole: boolean;
}

export const NOTHING_READ: Stretch<never> = { rows: [], isToEnd: false, isWhole: true };

/** When the request left; the messages that are it can be told by that. */
export const toLeftAt = (send: Send): number => send.attemptedAt ?? send.createdAt;

/** Whether the outbound messages were read down to where this send cannot be any more. */
export function reachesMessage({ rows, isToEnd }: Stretch<Message>, send: Send): boolean {
  if (isToEnd) return true;
  const { afterMessageId } = send;
  const isBelowId = afterMessageId !== null && rows.some(({ id }) => id <= afterMessageId);
  return isBelowId || toReadBackTo(rows) < toLeftAt(send) - CLOCK_TRUST_MS;
}

/** Whether the service's sends were read down to where this one cannot be any more. */
export function reachesSend({ rows, isToEnd }: Stretch<ServiceSend>, send: Send): boolean {
  return isToEnd || toReadBackTo(rows) < toLeftAt(send) - MATCH_WINDOW_MS;
}

/**
 * Time of the last row that has one; `Infinity` where there is none. Not the earliest of all: one row with an odd time
 * among the newest does not say that everything down to then was read.
 */
export function toReadBackTo(rows: readonly { readonly at: number | null }[]): number {
  return rows.findLast(({ at }) => at !== null)?.at ?? Infinity;
}
