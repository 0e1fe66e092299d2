import * as v from 'valibot';
import type { MessagingStatistics, MessagingTotals } from '#shared/domain/account.ts';
import { decodeAll, hasAnyOf } from '../entries.ts';
import { readInstantOrNull } from '../instant.ts';
import { readCountOrNull, readNumberOrNull } from '../read.ts';
import { mapRow, parseRow, soft } from '../schema.ts';
import type { RowResult } from '../schema.ts';

const statisticsSchema = v.object({
  date: soft(readInstantOrNull),
  replyRate: soft(readNumberOrNull),
  deliveryRate: soft(readNumberOrNull),
  costs: soft(readNumberOrNull),
  messagesReceived: soft(readCountOrNull),
  messagesSentDelivered: soft(readCountOrNull),
  messagesSentAccepted: soft(readCountOrNull),
  messagesSentBuffered: soft(readCountOrNull),
  messagesSentFailed: soft(readCountOrNull),
  messagesSentRejected: soft(readCountOrNull),
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

const totalsSchema = v.object({
  contacts: soft(readCountOrNull),
  sent: soft(readCountOrNull),
  received: soft(readCountOrNull),
});

/** `GET /stats/messaging/data`. */
export function decodeTotals(value: unknown): RowResult<MessagingTotals> {
  if (!hasAnyOf(value, Object.keys(totalsSchema.entries))) return { isOk: false, path: '' };
  return mapRow(parseRow(totalsSchema, value), ({ contacts, sent, received }) => ({
    ...{ contactsCount: contacts, sentCount: sent, receivedCount: received },
  }));
}
