/** Says which chats show another scheduled text than before: schedules that are written or gone change it. */
import type { WriteDb } from '../open.ts';
import type { WriteContext } from './command.ts';
import { CHATS_OF_ALL } from './last.ts';

/** For the query-plan test too. */
export const TARGETS_OF = `
  SELECT schedule_id, targets.at, coalesce(targets.phone, contacts.phone) AS phone
  FROM json_each(?) AS wanted
  CROSS JOIN schedule_targets AS targets ON targets.schedule_id = wanted.value
  LEFT JOIN contacts ON contacts.id = targets.contact_id`;

interface Target {
  readonly schedule_id: number;
  readonly at: number;
  /** Null: a contact that is not here. */
  readonly phone: string | null;
}

/** Runs `write`, which changes these schedules; it says whether it did. */
export function announceScheduled(context: WriteContext, scheduleIds: readonly number[], write: () => boolean): void {
  const before = listTargets(context, scheduleIds);
  if (!write()) return;
  context.changes.addSchedules();
  const after = listTargets(context, scheduleIds);
  const changed = [...before.keys(), ...after.keys()].filter((key) => before.has(key) !== after.has(key));
  const phones = changed.map((key) => before.get(key) ?? after.get(key));
  announceChats(context, phones);
}

function announceChats({ cache, changes }: WriteContext, phones: readonly (string | undefined)[]): void {
  if (phones.length === 0) return;
  const wanted = JSON.stringify([...new Set(phones)]);
  for (const { id } of cache.all<{ id: number }>(CHATS_OF_ALL, [wanted])) changes.addChat(id);
}

/** Numbers, by schedule, time and number. */
function listTargets({ cache }: WriteContext, scheduleIds: readonly number[]): Map<string, string> {
  const targets = new Map<string, string>();
  for (const { schedule_id, at, phone } of cache.all<Target>(TARGETS_OF, [JSON.stringify(scheduleIds)])) {
    if (phone !== null) targets.set(`${schedule_id} ${at} ${phone}`, phone);
  }
  return targets;
}

const SHOWN_OF_OWN = `
  SELECT targets.phone, targets.contact_id, targets.at, text, NULL AS schedule_id FROM own_schedules
    CROSS JOIN own_schedule_targets AS targets ON targets.schedule_seq = own_schedules.seq WHERE own_schedules.id = @id
  UNION ALL SELECT NULL, NULL, NULL, NULL, replaces_id FROM own_schedules
    WHERE id = @id AND over_at IS NULL AND replaces_id IS NOT NULL
  UNION ALL SELECT NULL, NULL, NULL, NULL, service_id FROM own_schedules WHERE id = @id AND service_id IS NOT NULL`;
const PHONES_OF = `
  SELECT phone FROM json_each(?) AS wanted CROSS JOIN contacts ON contacts.id = wanted.value`;

/** Of a schedule of this computer: whom it names, and the schedules of the service that it stands for. */
interface OwnTarget {
  readonly phone: string | null;
  readonly contact_id: number | null;
  readonly at: number | null;
  readonly text: string | null;
  readonly schedule_id: number | null;
}

/** Runs `write`, which changes this schedule of this computer; what its chats show of it is given back. */
export function showOwnSchedule(context: WriteContext, id: string, write: () => void): () => void {
  const before = listOwnTargets(context.owned, id);
  write();
  const after = listOwnTargets(context.owned, id);
  context.changes.addSchedules();
  const changed = [...before.keys(), ...after.keys()].filter((key) => before.has(key) !== after.has(key));
  const targets = changed.flatMap((key) => before.get(key) ?? after.get(key) ?? []);
  return () => announceTargets(context, targets);
}

function listOwnTargets(owned: WriteDb, id: string): Map<string, OwnTarget> {
  return new Map(owned.all<OwnTarget>(SHOWN_OF_OWN, { id }).map((target) => [JSON.stringify(target), target]));
}

function announceTargets(context: WriteContext, targets: readonly OwnTarget[]): void {
  if (targets.length === 0) return;
  const contactIds = targets.flatMap(({ contact_id: id }) => id ?? []);
  const scheduleIds = targets.flatMap(({ schedule_id: id }) => id ?? []);
  announceChats(context, [
    ...targets.flatMap(({ phone }) => phone ?? []),
    ...context.cache.all<{ phone: string }>(PHONES_OF, [JSON.stringify(contactIds)]).map(({ phone }) => phone),
    ...listTargets(context, scheduleIds).values(),
  ]);
}

const SCHEDULE_OF_SEND = 'SELECT 1 AS found FROM own_schedules WHERE last_send_id = ?';
/** For the query-plan test too, like those below. */
export const SCHEDULES_OF_SENDS = `
  SELECT 1 AS found FROM json_each(?) AS wanted
  CROSS JOIN schedules INDEXED BY schedules_by_send ON schedules.send_id = wanted.value LIMIT 1`;
export const SCHEDULES_OF_PHONES = `
  SELECT 1 AS found FROM json_each(?) AS wanted WHERE
    EXISTS (SELECT 1 FROM schedule_targets AS theirs WHERE theirs.phone = wanted.value)
    OR EXISTS (SELECT 1 FROM contacts INDEXED BY contacts_by_phone
      CROSS JOIN schedule_targets AS theirs ON theirs.contact_id = contacts.id WHERE contacts.phone = wanted.value)
  LIMIT 1`;
const OWN_PHONES = `
  SELECT 1 AS found FROM json_each(?) AS wanted
  CROSS JOIN own_schedule_targets AS ours ON ours.phone = wanted.value LIMIT 1`;
const OWN_CONTACTS = 'SELECT contact_id AS id FROM own_schedule_targets WHERE contact_id IS NOT NULL';
const CONTACTS_WITH = `
  SELECT 1 AS found FROM json_each(@ids) AS wanted CROSS JOIN contacts ON contacts.id = wanted.value
  WHERE contacts.phone IN (SELECT value FROM json_each(@phones)) LIMIT 1`;
const OF_CONTACTS = `
  SELECT 1 AS found FROM json_each(?) AS wanted
  CROSS JOIN schedule_targets AS theirs ON theirs.contact_id = wanted.value LIMIT 1`;
const ANY_OF_LISTS = `SELECT 1 AS found FROM schedules WHERE list_ids <> '[]' LIMIT 1`;
const ANY_OWN_OF_LISTS = `
  SELECT 1 AS found FROM own_schedules WHERE json_array_length(recipients, '$.listIds') > 0 LIMIT 1`;

/** Where a send is the last time of a schedule, that one shows what became of it. */
export function announceScheduleOfSend({ owned, changes }: WriteContext, sendId: string): void {
  if (owned.get(SCHEDULE_OF_SEND, [sendId]) !== undefined) changes.addSchedules();
}

/** Messages of sends of the service changed: a schedule that one of them belongs to shows what became of it. */
export function announceSchedulesOfSends({ cache, changes }: WriteContext, ids: readonly (number | null)[]): void {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  if (wanted.length === 0) return;
  if (cache.get(SCHEDULES_OF_SENDS, [JSON.stringify(wanted)]) !== undefined) changes.addSchedules();
}

/** Who stands behind these numbers is called otherwise. */
export function announceSchedulesOfPhones({ cache, owned, changes }: WriteContext, phones: readonly string[]): void {
  if (phones.length === 0) return;
  const wanted = [JSON.stringify(phones)];
  const isNamed =
    cache.get(SCHEDULES_OF_PHONES, wanted) !== undefined ||
    owned.get(OWN_PHONES, wanted) !== undefined ||
    hasOwnContacts({ cache, owned }, phones);
  if (isNamed) changes.addSchedules();
}

function hasOwnContacts({ cache, owned }: Pick<WriteContext, 'cache' | 'owned'>, phones: readonly string[]): boolean {
  const ids = owned.all<{ id: number }>(OWN_CONTACTS).map(({ id }) => id);
  if (ids.length === 0) return false;
  return cache.get(CONTACTS_WITH, { ids: JSON.stringify(ids), phones: JSON.stringify(phones) }) !== undefined;
}

interface Named {
  readonly name: string;
}

/** Contacts that are gone. */
export function announceSchedulesOfContacts({ cache, changes }: WriteContext, ids: readonly number[]): void {
  if (ids.length > 0 && cache.get(OF_CONTACTS, [JSON.stringify(ids)]) !== undefined) changes.addSchedules();
}

/** A list that is called otherwise than before, or is gone. */
export function announceSchedulesOfList(
  { cache, owned, changes }: WriteContext,
  before: Named | undefined,
  after: Named | null,
): void {
  if (before?.name === after?.name) return;
  if (cache.get(ANY_OF_LISTS) !== undefined || owned.get(ANY_OWN_OF_LISTS) !== undefined) changes.addSchedules();
}
