import * as v from 'valibot';
import type { CountrySender, SenderGroup, SenderId, SenderSettings } from '#shared/domain/account.ts';
import { hasAnyOf, isRecord } from './entries.ts';
import { readCountryOrNull, readLetterOrNull, readMember, readSenderOrNull, readText } from './read.ts';
import { mapRow, parseRow, rowId, soft } from './schema.ts';
import type { RowResult } from './schema.ts';

/** `GET /sources`: every field that is a list is a group of senders, also those that nobody has heard of. */
export function decodeSenderGroups(value: unknown): RowResult<readonly SenderGroup[]> {
  if (Array.isArray(value) && value.length === 0) return { isOk: true, value: [] };
  if (!isRecord(value)) return { isOk: false, path: '' };
  const groups = Object.entries(value).flatMap(([kind, entries]) => {
    if (!Array.isArray(entries)) return [];
    return [{ kind, senders: entries.flatMap((entry: unknown) => readSenderOrNull(entry) ?? []) }];
  });
  return { isOk: true, value: groups };
}

const KINDS = ['user', 'special', 'other'] as const;

/** Rows `{country, phone}`, or a map from countries to senders. */
function readCountrySenders(value: unknown): readonly CountrySender[] {
  const pairs: readonly (readonly [unknown, unknown])[] = Array.isArray(value)
    ? value.map((row: unknown) => [readMember(row, 'country'), readMember(row, 'phone')])
    : Object.entries(isRecord(value) ? value : {});
  return pairs.flatMap(([where, from]) => {
    const country = readCountryOrNull(where);
    const sender = readSenderOrNull(from);
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
