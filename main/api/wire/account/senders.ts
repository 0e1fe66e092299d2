import * as v from 'valibot';
import type { CountrySender, SenderGroup, SenderId, SenderSettings } from '#shared/domain/account.ts';
import { hasAnyOf, isRecord } from '../entries.ts';
import { findElements, readCountryOrNull, readLetterOrNull, readMember, readSenderOrNull, readText } from '../read.ts';
import { mapRow, parseRow, rowId, soft } from '../schema.ts';
import type { RowResult } from '../schema.ts';

/** A sender as it is, or in an object about it. */
function readAnySenderOrNull(value: unknown): string | null {
  const sender = readSenderOrNull(value) ?? readSenderOrNull(readMember(value, 'phone'));
  return sender ?? readSenderOrNull(readMember(value, 'senderId'));
}

/** Of a list with holes the values; of a map from numbers to something about them its keys, which no list has. */
function readSenders(value: unknown): readonly string[] | null {
  const elements = findElements(value);
  const isMap = isRecord(value) && Object.keys(value).some((key) => key.length > 6);
  const senders = isMap && elements !== null ? Object.keys(value) : elements;
  return senders?.flatMap((sender) => readAnySenderOrNull(sender) ?? []) ?? null;
}

/** `GET /sources`: every field that is a list is a group of senders, also those that nobody has heard of. */
export function decodeSenderGroups(value: unknown): RowResult<readonly SenderGroup[]> {
  if (Array.isArray(value) && value.length === 0) return { isOk: true, value: [] };
  if (!isRecord(value)) return { isOk: false, path: '' };
  const groups = Object.entries(value).flatMap(([kind, entries]) => {
    const senders = readSenders(entries);
    return senders === null ? [] : [{ kind, senders }];
  });
  return { isOk: true, value: groups };
}

const KINDS = ['user', 'special', 'other'] as const;

/** Rows `{country, phone}`, or a map from countries to senders or to such rows. */
function readCountrySenders(value: unknown): readonly CountrySender[] {
  const rows = findElements(value)?.map((row) => ['', row] as const);
  const entries: readonly (readonly [string, unknown])[] = rows ?? Object.entries(isRecord(value) ? value : {});
  return entries.flatMap(([key, entry]) => {
    const country = readCountryOrNull(readMember(entry, 'country')) ?? readCountryOrNull(key);
    const sender = readAnySenderOrNull(entry);
    return country === null || sender === null ? [] : [{ country, sender }];
  });
}

/** `GET /sender/settings`, in either of its forms. */
export function decodeSenderSettings(value: unknown): RowResult<SenderSettings> {
  if (!hasAnyOf(value, KINDS)) return { isOk: false, path: '' };
  const read = (kind: (typeof KINDS)[number]) => readCountrySenders(readMember(value, kind));
  return { isOk: true, value: { user: read('user'), special: read('special'), other: read('other') } };
}

const senderIdSchema = v.object({ id: rowId, senderId: soft(readText), status: soft(readLetterOrNull) });

const STATUSES: ReadonlyMap<string, SenderId['status']> = new Map([
  ['p', 'pending'],
  ['r', 'rejected'],
  ['a', 'active'],
]);

/** One name to send by. */
export function decodeSenderId(value: unknown): RowResult<SenderId> {
  return mapRow(parseRow(senderIdSchema, value), ({ id, senderId, status }) => ({
    ...{ id, name: senderId },
    status: STATUSES.get(status ?? '') ?? 'unknown',
  }));
}
