import * as v from 'valibot';
import type { ServiceSend } from '#shared/domain/entities.ts';
import { readInstantOrNull } from './instant.ts';
import { readText, readTextOrNull } from './read.ts';
import { mapRow, parseRow, rowId, soft } from './schema.ts';
import type { RowResult } from './schema.ts';

const sessionSchema = v.object({
  id: rowId,
  startTime: soft(readInstantOrNull),
  text: soft(readText),
  source: soft(readTextOrNull),
  referenceId: soft(readTextOrNull),
});

/** One session, as the service calls a send: what one request sent to one person or to many. */
export function decodeSession(value: unknown): RowResult<ServiceSend> {
  return mapRow(parseRow(sessionSchema, value), ({ id, startTime, text, source, referenceId }): ServiceSend => ({
    ...{ id, at: startTime, text },
    source: source?.trim().toUpperCase() ?? null,
    referenceId: referenceId?.trim() ?? null,
  }));
}
