import * as v from 'valibot';
import type { ServiceSend } from '#shared/domain/entities.ts';
import type { SendStatistics } from '#shared/domain/send-statistics.ts';
import { readInstantOrNull } from '../instant.ts';
import {
  dropNulls,
  readCountOrNull,
  readIdOrNull,
  readLetterOrNull,
  readNumberOrNull,
  readText,
  readTextOrNull,
} from '../read.ts';
import { mapRow, parseRow, rowId, soft } from '../schema.ts';
import type { RowResult } from '../schema.ts';

const sessionSchema = v.object({
  id: rowId,
  startTime: soft(readInstantOrNull),
  text: soft(readText),
  source: soft(readTextOrNull),
  referenceId: soft(readTextOrNull),
  price: soft(readNumberOrNull),
  numbersCount: soft(readCountOrNull),
  destination: soft(readLetterOrNull),
  initiatorId: soft(readIdOrNull),
  title: soft(readTextOrNull),
});

/** One session, as the service calls a send: what one request sent to one person or to many. */
export function decodeSession(value: unknown): RowResult<ServiceSend> {
  return mapRow(
    parseRow(sessionSchema, value),
    ({ id, startTime, text, source, referenceId, ...more }): ServiceSend => {
      const { price, numbersCount, destination, initiatorId, title } = more;
      return {
        ...{ id, at: startTime, text },
        source: source?.trim().toUpperCase() ?? null,
        referenceId: referenceId?.trim() ?? null,
        ...dropNulls({ price, recipientsCount: numbersCount, destination, initiatorId, title }),
      };
    },
  );
}

const statisticsSchema = v.object({
  all: soft(readCountOrNull),
  sent: soft(readCountOrNull),
  delivered: soft(readCountOrNull),
  accepted: soft(readCountOrNull),
  rejected: soft(readCountOrNull),
  failed: soft(readCountOrNull),
  scheduled: soft(readCountOrNull),
});

/** How the messages of a session stand. Counts that are not said are 0; a total that is not said is their sum. */
export function decodeSendStatistics(value: unknown): RowResult<SendStatistics> {
  const row = parseRow(statisticsSchema, value);
  if (!row.isOk) return row;
  const { all, ...counts } = row.value;
  const told = Object.values(counts).filter((count) => count !== null);
  // Not one number: no statistics, rather than a send that nobody got.
  if (all === null && told.length === 0) return { isOk: false, path: 'all' };
  const { sent, delivered, accepted, rejected, failed, scheduled } = counts;
  const known = { sent: sent ?? 0, delivered: delivered ?? 0, accepted: accepted ?? 0, rejected: rejected ?? 0 };
  const sum = told.reduce((total, count) => total + count, 0);
  const total = all ?? Math.min(sum, Number.MAX_SAFE_INTEGER);
  return { isOk: true, value: { all: total, ...known, failed: failed ?? 0, scheduled: scheduled ?? 0 } };
}
