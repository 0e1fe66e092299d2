import * as v from 'valibot';
import type { Bulk, BulkStatus } from '#shared/domain/bulks.ts';
import type { ServiceSend } from '#shared/domain/entities.ts';
import { readInstantOrNull } from '../instant.ts';
import { readCountOrNull, readLetterOrNull, readText } from '../read.ts';
import { mapRow, parseRow, rowId, soft } from '../schema.ts';
import type { RowResult } from '../schema.ts';
import { decodeSession } from './session.ts';

const STATUSES: ReadonlyMap<string | null, BulkStatus> = new Map([
  ['n', 'created'],
  ['w', 'working'],
  ['f', 'failed'],
  ['c', 'completed'],
  ['s', 'suspended'],
]);

const bulkSchema = v.object({
  id: rowId,
  status: soft(readLetterOrNull),
  itemsProcessed: soft(readCountOrNull),
  itemsTotal: soft(readCountOrNull),
  createdAt: soft(readInstantOrNull),
  text: soft(readText),
  session: soft(readSendOrNull),
});

/** A session inside another resource: null until there is one, whatever stands in its place. */
function readSendOrNull(value: unknown): ServiceSend | null {
  const session = decodeSession(value);
  return session.isOk ? session.value : null;
}

/** One bulk (the service also says "bulk session"). */
export function decodeBulk(value: unknown): RowResult<Bulk> {
  return mapRow(parseRow(bulkSchema, value), ({ id, status, itemsProcessed, itemsTotal, session, ...same }): Bulk => ({
    ...{ id, ...same },
    status: STATUSES.get(status) ?? 'unknown',
    processedCount: itemsProcessed,
    totalCount: itemsTotal,
    send: session,
  }));
}
