import * as v from 'valibot';
import { toPhoneKey } from '#shared/domain/phones.ts';
import type { Unsubscriber } from '#shared/domain/unsubscribers.ts';
import { readInstantOrNull } from '../instant.ts';
import { readText } from '../read.ts';
import { mapRow, parseRow, rowId, soft } from '../schema.ts';
import type { RowResult } from '../schema.ts';

const unsubscriberSchema = v.object({
  id: rowId,
  phone: soft(readText),
  firstName: soft(readText),
  lastName: soft(readText),
  unsubscribeTime: soft(readInstantOrNull),
});

/** One number that gets no more texts. */
export function decodeUnsubscriber(value: unknown): RowResult<Unsubscriber> {
  return mapRow(parseRow(unsubscriberSchema, value), ({ phone, unsubscribeTime, ...same }) => ({
    ...same,
    phone: toPhoneKey(phone),
    unsubscribedAt: unsubscribeTime,
  }));
}
