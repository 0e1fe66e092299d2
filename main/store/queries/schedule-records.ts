/** Schedules as the user sees them, from the rows of both files, with whom they go to. */
import type { ScheduleRecord } from '../api/schedules.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import { toDisplayName } from '#shared/domain/names.ts';
import type { Schedule } from '#shared/domain/schedules.ts';
import type { OwnSchedule } from '#shared/domain/scheduling/own-schedule.ts';
import type { ReadDb } from '../open.ts';
import { toOwnSchedule } from '../rows/own-schedule-row.ts';
import type { OwnScheduleRow } from '../rows/own-schedule-row.ts';
import { toSchedule } from '../rows/schedule-row.ts';
import type { ScheduleColumns } from '../rows/schedule-row.ts';
import { createFillIn } from './filled-text.ts';
import type { ScheduleEntry } from './schedule-joins.ts';

/** For the query-plan test too, like those below. */
export const OWN_ROWS = `
  SELECT own_schedules.* FROM json_each(?) AS wanted CROSS JOIN own_schedules ON own_schedules.seq = wanted.value`;
export const SERVICE_ROWS = `
  SELECT schedules.* FROM json_each(?) AS wanted CROSS JOIN schedules ON schedules.id = wanted.value`;

/** In the order of the entries. */
export function toRecords(db: ReadDb, entries: readonly ScheduleEntry[]): ScheduleRecord[] {
  if (entries.length === 0) return [];
  const seqs = entries.flatMap(({ seq }) => seq ?? []);
  const ids = entries.flatMap(({ schedule_id: id }) => id ?? []);
  const own = new Map(
    db.all<OwnScheduleRow>(OWN_ROWS, [JSON.stringify(seqs)]).map((row) => [row.seq, toOwnSchedule(row)]),
  );
  const service = new Map(
    db.all<ScheduleColumns>(SERVICE_ROWS, [JSON.stringify(ids)]).map((row) => [row.id, toSchedule(row)]),
  );
  const parts = entries.map((entry) => ({
    own: own.get(entry.seq ?? 0) ?? null,
    service: service.get(entry.schedule_id ?? 0) ?? null,
    isPaused: entry.is_paused === 1,
    overAt: entry.is_done === 1 && entry.at > 0 ? entry.at : null,
  }));
  const findPerson = createFindPerson(db, parts);
  const findNames = createFindNames(db, parts);
  const fillIn = createFillIn(db);
  return parts.map((part) => {
    const person = findPerson(part);
    const text = part.own?.text ?? part.service?.text ?? '';
    return { ...part, person, listNames: findNames(part), filledText: fillIn(text, person?.contactId ?? null) };
  });
}

type Part = Pick<ScheduleRecord, 'own' | 'service'>;

/** Whom it names; what this computer made says it itself. */
function toRecipients({ own, service }: { own: OwnSchedule | null; service: Schedule | null }): {
  readonly phones: readonly PhoneKey[];
  readonly contactIds: readonly number[];
  readonly listIds: readonly number[];
  readonly hasViews: boolean;
} {
  if (own !== null) return { ...own.recipients, hasViews: false };
  if (service === null) return { phones: [], contactIds: [], listIds: [], hasViews: false };
  const { phones, contactIds, listIds, filteredViewIds } = service;
  return { phones, contactIds, listIds, hasViews: filteredViewIds.length > 0 };
}

/** The one number or contact that it goes to; null: it goes to several. */
function toOnly(part: Part): { readonly phone: PhoneKey | null; readonly contactId: number | null } | null {
  const { phones, contactIds, listIds, hasViews } = toRecipients(part);
  if (hasViews || listIds.length > 0 || phones.length + contactIds.length !== 1) return null;
  return { phone: phones[0] ?? null, contactId: contactIds[0] ?? null };
}

export const CONTACTS_OF = `
  SELECT contacts.id, contacts.phone, contacts.first_name, contacts.last_name, contacts.company
  FROM json_each(?) AS wanted CROSS JOIN contacts ON contacts.id = wanted.value`;
/** The chat of a number as `find-chat-id.ts` chooses it. */
export const PEOPLE_OF = `
  SELECT wanted.value AS phone, coalesce(people.name, '') AS name, people.contact_id AS contact_id,
    (SELECT id FROM chats WHERE chats.phone = wanted.value ORDER BY shelf, id < 0, sort_at DESC, id LIMIT 1) AS chat_id
  FROM json_each(?) AS wanted LEFT JOIN people ON people.phone = wanted.value`;

interface ContactOf {
  readonly id: number;
  readonly phone: PhoneKey;
  readonly first_name: string;
  readonly last_name: string;
  readonly company: string;
}

interface PersonOf {
  readonly phone: PhoneKey;
  readonly name: string;
  readonly contact_id: number | null;
  readonly chat_id: number | null;
}

function createFindPerson(db: ReadDb, parts: readonly Part[]): (part: Part) => ScheduleRecord['person'] {
  const only = new Map(parts.map((part) => [part, toOnly(part)]));
  const contactIds = [...only.values()].flatMap((one) => one?.contactId ?? []);
  const contacts = new Map(
    db.all<ContactOf>(CONTACTS_OF, [JSON.stringify([...new Set(contactIds)])]).map((row) => [row.id, row]),
  );
  const toPhone = (one: ReturnType<typeof toOnly>): PhoneKey | null =>
    one?.phone ?? contacts.get(one?.contactId ?? 0)?.phone ?? null;
  const phones = [...only.values()].flatMap((one) => toPhone(one) ?? []);
  const people = new Map(
    db.all<PersonOf>(PEOPLE_OF, [JSON.stringify([...new Set(phones)])]).map((row) => [row.phone, row]),
  );
  return (part) => {
    const one = only.get(part) ?? null;
    const phone = toPhone(one);
    if (phone === null) return null;
    const person = people.get(phone);
    const contact = contacts.get(one?.contactId ?? 0);
    const name = contact === undefined ? (person?.name ?? '') : toContactName(contact);
    const chatId = person?.chat_id ?? null;
    return {
      ...{ phone, name, chatId: chatId === null ? null : toChatId(chatId) },
      contactId: contact?.id ?? person?.contact_id ?? null,
    };
  };
}

function toContactName({ first_name: firstName, last_name: lastName, company }: ContactOf): string {
  return toDisplayName({ firstName, lastName, company });
}

const LIST_NAMES = `
  SELECT wanted.value AS id, coalesce(lists.name, list_names.name, '') AS name FROM json_each(?) AS wanted
  LEFT JOIN lists ON lists.id = wanted.value LEFT JOIN list_names ON list_names.list_id = wanted.value`;

function createFindNames(db: ReadDb, parts: readonly Part[]): (part: Part) => readonly string[] {
  const listIds = [...new Set(parts.flatMap((part) => toRecipients(part).listIds))];
  if (listIds.length === 0) return () => [];
  const rows = db.all<{ id: number; name: string }>(LIST_NAMES, [JSON.stringify(listIds)]);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (part) => toRecipients(part).listIds.map((id) => names.get(id) ?? '');
}
