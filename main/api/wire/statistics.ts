import * as v from 'valibot';
import type { MessagingStatistics, MessagingTotals } from '#shared/domain/account.ts';
import { decodeAll, hasAnyOf } from './entries.ts';
import { readInstantOrNull } from './instant.ts';
import { readCount, readCountOrNull, readNumberOrNull } from './read.ts';
import { mapRow, parseRow, soft } from './schema.ts';
import type { RowResult } from './schema.ts';

/** A share of the whole; services were never seen to go beyond it. */
function readShare(value: unknown): number {
  return Math.min(Math.max(readNumberOrNull(value) ?? 0, 0), 1);
}

const statisticsSchema = v.object({
  date: soft(readInstantOrNull),
  replyRate: soft(readShare),
  deliveryRate: soft(readShare),
  costs: soft(readNumberOrNull),
  messagesReceived: soft(readCount),
  messagesSentDelivered: soft(readCount),
  messagesSentAccepted: soft(readCount),
  messagesSentBuffered: soft(readCount),
  messagesSentFailed: soft(readCount),
  messagesSentRejected: soft(readCount),
  messagesSentParts: soft(readCountOrNull),
});
const NAMES = Object.keys(statisticsSchema.entries);

function decodeRow(value: unknown): RowResult<MessagingStatistics> {
  if (!hasAnyOf(value, NAMES)) return { isOk: false, path: '' };
  return mapRow(parseRow(statisticsSchema, value), (wire) => ({
    at: wire.date,
    replyRate: wire.replyRate,
    deliveryRate: wire.deliveryRate,
    cost: wire.costs,
    receivedCount: wire.messagesReceived,
    deliveredCount: wire.messagesSentDelivered,
    acceptedCount: wire.messagesSentAccepted,
    bufferedCount: wire.messagesSentBuffered,
    failedCount: wire.messagesSentFailed,
    rejectedCount: wire.messagesSentRejected,
    partsCount: wire.messagesSentParts,
  }));
}

/** `GET /stats/messaging`: one row for each period. */
export function decodeStatistics(value: unknown): RowResult<readonly MessagingStatistics[]> {
  return decodeAll(value, decodeRow);
}

const totalsSchema = v.object({ contacts: soft(readCount), sent: soft(readCount), received: soft(readCount) });

/** `GET /stats/messaging/data`. */
export function decodeTotals(value: unknown): RowResult<MessagingTotals> {
  if (!hasAnyOf(value, Object.keys(totalsSchema.entries))) return { isOk: false, path: '' };
  return mapRow(parseRow(totalsSchema, value), ({ contacts, sent, received }) => ({
    ...{ contactsCount: contacts, sentCount: sent, receivedCount: received },
  }));
}
