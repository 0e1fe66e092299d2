import * as v from 'valibot';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import type { Schedule, ScheduleKind } from '#shared/domain/schedules.ts';
import { readInstantOrNull } from '../instant.ts';
import {
  readCountOrNull,
  readCountryOrNull,
  readElements,
  readFlag,
  readHrefOrNull,
  readIdOrNull,
  readMember,
  readNumberOrNull,
  readText,
  readTextOrNull,
} from '../read.ts';
import { mapRow, parseRow, rowId, soft } from '../schema.ts';
import type { RowResult } from '../schema.ts';
import { readZoneOrNull } from '../account/zone.ts';

const KINDS: readonly ScheduleKind[] = ['once', 'hourly', 'daily', 'weekly', 'monthly', 'yearly'];

function readEach<T>(read: (value: unknown) => T | null): (value: unknown) => readonly T[] {
  return (value) => readElements(value).flatMap((one) => read(one) ?? []);
}

/** Letter case differs between the documents and their samples. */
function readKind(value: unknown): ScheduleKind {
  const word = readText(value).trim().toLowerCase();
  return KINDS.find((kind) => kind === word) ?? 'unknown';
}

function readPhone(value: unknown): Schedule['phones'][number] | null {
  const key = toPhoneKey(readText(value));
  return key === '' ? null : key;
}

/** An object that may be absent or null, read as if all of its fields were. */
function readSoftly<T>(read: (value: unknown) => T) {
  return soft((value) => read(value));
}

const readIds = readEach(readIdOrNull);
const readPhones = readEach(readPhone);
const readCountries = readEach(readCountryOrNull);

const scheduleSchema = v.object({
  id: rowId,
  nextSend: soft(readInstantOrNull),
  rrule: soft(readTextOrNull),
  session: readSoftly((value) => ({
    sendId: readIdOrNull(readMember(value, 'id')),
    referenceId: readTextOrNull(readMember(value, 'referenceId')),
  })),
  lastSent: soft(readInstantOrNull),
  contactName: soft(readTextOrNull),
  parameters: readSoftly((value) => {
    const recipients = readMember(value, 'recipients');
    return {
      text: readText(readMember(value, 'text')),
      contactIds: readIds(readMember(recipients, 'contacts')).map(toContactId),
      listIds: readIds(readMember(recipients, 'groups')).map(toListId),
      phones: readPhones(readMember(recipients, 'numbers')),
      filteredViewIds: readIds(readMember(recipients, 'filteredViews')),
    };
  }),
  type: soft(readKind),
  summary: soft(readText),
  textParameters: readSoftly((value) => ({
    cost: readNumberOrNull(readMember(value, 'cost')),
    parts: readCountOrNull(readMember(value, 'parts')),
    chars: readCountOrNull(readMember(value, 'chars')),
    encoding: readTextOrNull(readMember(value, 'encoding')) ?? readTextOrNull(readMember(value, 'charsetLabel')),
    countries: readCountries(readMember(value, 'countries')),
  })),
  firstOccurrence: soft(readInstantOrNull),
  lastOccurrence: soft(readInstantOrNull),
  recipientsCount: soft(readCountOrNull),
  timezone: soft(readZoneOrNull),
  completed: soft(readFlag),
  avatar: soft(readHrefOrNull),
  createdAt: soft(readInstantOrNull),
});

/** One schedule (supplement 1.5). Everything but its id may be missing. */
export function decodeSchedule(value: unknown): RowResult<Schedule> {
  return mapRow(parseRow(scheduleSchema, value), (row): Schedule => ({
    ...{ id: row.id, nextAt: row.nextSend, rule: row.rrule, ...row.session, lastAt: row.lastSent },
    ...{ contactName: row.contactName, kind: row.type, summary: row.summary },
    ...row.parameters,
    ...row.textParameters,
    ...{ firstAt: row.firstOccurrence, endAt: row.lastOccurrence, recipientsCount: row.recipientsCount },
    ...{ timeZone: row.timezone, isCompleted: row.completed, avatarHref: row.avatar, createdAt: row.createdAt },
  }));
}
