import * as v from 'valibot';
import type { MessagePreview } from '#shared/domain/estimates.ts';
import { toContactId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import {
  readCountOrNull,
  readCountryOrNull,
  readElements,
  readIdOrNull,
  readMember,
  readNumberOrNull,
  readSenderOrNull,
  readText,
} from './read.ts';
import { mapRow, parseRow, soft } from './schema.ts';
import type { RowResult } from './schema.ts';

const previewSchema = v.object({
  receiver: soft(readText),
  phone: soft(readText),
  text: soft(readText),
  contactId: soft(readIdOrNull),
  firstName: soft(readText),
  lastName: soft(readText),
  country: soft(readCountryOrNull),
  sender: soft(readSenderOrNull),
  fromNumber: soft(readSenderOrNull),
  partsCount: soft(readCountOrNull),
  price: soft(readNumberOrNull),
});

/** An outbound message that has no id and no time, because it was never sent. */
function decodePreview(value: unknown): RowResult<MessagePreview> {
  return mapRow(parseRow(previewSchema, value), ({ receiver, phone, contactId, fromNumber, sender, ...same }) => ({
    ...same,
    phone: toPhoneKey(receiver === '' ? phone : receiver),
    contactId: contactId === null ? null : toContactId(contactId),
    sender: sender ?? fromNumber,
  }));
}

/** `{messages}`, which may be missing where there is nothing to show. Rows without a number are left out. */
export function decodePreviews(value: unknown): RowResult<readonly MessagePreview[]> {
  const rows = Array.isArray(value) ? value : (readMember(value, 'messages') ?? []);
  if (typeof value !== 'object' || value === null) return { isOk: false, path: '' };
  if (!Array.isArray(rows)) return { isOk: false, path: 'messages' };
  const messages = readElements(rows).flatMap((row) => {
    const message = decodePreview(row);
    return message.isOk && message.value.phone !== '' ? [message.value] : [];
  });
  if (messages.length === 0 && rows.length > 0) return { isOk: false, path: 'messages.0.receiver' };
  return { isOk: true, value: messages };
}
