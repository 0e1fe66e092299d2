import * as v from 'valibot';
import type { MessagePreview } from '#shared/domain/estimates.ts';
import { toContactId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { toWhole } from '../entries.ts';
import { decodePage } from '../page.ts';
import {
  findElements,
  readCountOrNull,
  readCountryOrNull,
  readIdOrNull,
  readMember,
  readNumberOrNull,
  readSenderOrNull,
  readText,
} from '../read.ts';
import { mapRow, parseRow, soft } from '../schema.ts';
import type { RowResult } from '../schema.ts';

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
  const row = mapRow(parseRow(previewSchema, value), ({ receiver, phone, contactId, fromNumber, sender, ...same }) => ({
    ...same,
    phone: toPhoneKey(receiver === '' ? phone : receiver),
    contactId: contactId === null ? null : toContactId(contactId),
    sender: sender ?? fromNumber,
  }));
  return row.isOk && row.value.phone === '' ? { isOk: false, path: 'receiver' } : row;
}

/**
 * `{messages}`, which may be missing where there is nothing to show, or the rows by themselves, in a page or not. Rows
 * without a number are left out, unless that is all of them.
 */
export function decodePreviews(value: unknown): RowResult<readonly MessagePreview[]> {
  const said = readMember(value, 'messages');
  const rows = said === undefined ? value : said;
  if (said === null || findElements(rows)?.length === 0) return { isOk: true, value: [] };
  const decoded = decodePage(rows, { page: 1, limit: 100 }, decodePreview);
  return decoded === null ? { isOk: false, path: 'messages' } : toWhole(decoded);
}
