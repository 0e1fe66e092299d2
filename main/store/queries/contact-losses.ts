/** What goes for good with contacts, and which contacts go with a list: for the questions before. */
import { toContactId } from '#shared/domain/ids.ts';
import { toDisplayName } from '#shared/domain/names.ts';
import { toMediaId } from '../core/media-id.ts';
import type { ReadDb } from '../open.ts';
import type { ContactRowColumns } from '../rows/contact-row.ts';
import { findPhoneFacts, findUserId, isReadOnly } from './contact-parts.ts';
import { HAS_FIELD, toFieldParams } from './contact-scopes.ts';
import { CONTACTS_BY_ID } from './contact-table.ts';
import { listAgreedToLose } from './people-changes.ts';
import type { Query } from './query.ts';
import { IS_COMING, IS_OURS_COMING } from './schedule-joins.ts';

const OF_ALL = 'FROM json_each(?) AS wanted CROSS JOIN';
const OF_NAMED = 'FROM json_each(@ids) AS wanted CROSS JOIN';
type Owned = Pick<ContactRowColumns, 'id' | 'user_id' | 'is_shared'>;
const OWNERS = `
  SELECT contacts.id, contacts.user_id, contacts.is_shared ${OF_ALL} contacts ON contacts.id = wanted.value`;
const NOTES = `SELECT count(*) AS n ${OF_ALL} contact_notes ON contact_notes.contact_id = wanted.value`;
const VALUES = `
  SELECT count(*) AS n ${OF_ALL} contacts ON contacts.id = wanted.value CROSS JOIN json_each(contacts.fields) AS field
  WHERE contacts.fields <> '[]' AND coalesce(field.value ->> 'value', '') <> ''`;
const LISTS = `
  SELECT count(DISTINCT members.list_id) AS n ${OF_ALL} contact_lists AS members ON members.contact_id = wanted.value`;
/** Scheduled texts that name one of them, or the number of one; those that only this computer has under negative ids. */
const SCHEDULES = `
  SELECT wanted.value AS id, theirs.schedule_id
    ${OF_NAMED} schedule_targets AS theirs ON theirs.contact_id = wanted.value WHERE ${IS_COMING}
  UNION SELECT contacts.id, theirs.schedule_id FROM schedule_targets AS theirs
    CROSS JOIN contacts INDEXED BY contacts_by_phone ON contacts.phone = theirs.phone
    WHERE theirs.phone IS NOT NULL AND ${IS_COMING}
  UNION SELECT wanted.value, -ours.schedule_seq
    ${OF_NAMED} own_schedule_targets AS ours ON ours.contact_id = wanted.value WHERE ${IS_OURS_COMING}
  UNION SELECT contacts.id, -ours.schedule_seq FROM own_schedule_targets AS ours
    CROSS JOIN contacts INDEXED BY contacts_by_phone ON contacts.phone = ours.phone
    WHERE ours.phone IS NOT NULL AND ${IS_OURS_COMING}`;

/** Contacts of others stay. */
export const countLostWith: Query<'countLostWith'> = (db, { contactIds }) => {
  const userId = findUserId(db);
  const rows = db.all<Owned>(OWNERS, [JSON.stringify([...new Set(contactIds)])]);
  const own = rows.filter((row) => !isReadOnly(row, userId)).map(({ id }) => id);
  const params = [JSON.stringify(own)];
  const count = (sql: string): number => db.get<{ n: number }>(sql, params)?.n ?? 0;
  return {
    count: own.length,
    readOnlyCount: rows.length - own.length,
    notesCount: count(NOTES),
    valuesCount: count(VALUES),
    scheduledCount: new Set([...listSchedulesOf(db, own).values()].flatMap((ids) => [...ids])).size,
    listsCount: count(LISTS),
  };
};

function listSchedulesOf(db: ReadDb, contactIds: readonly number[]): ReadonlyMap<number, ReadonlySet<number>> {
  const wanted = new Set(contactIds);
  const found = new Map<number, Set<number>>();
  const rows = db.all<{ id: number; schedule_id: number }>(SCHEDULES, { ids: JSON.stringify(contactIds) });
  for (const { id, schedule_id: scheduleId } of rows) {
    if (!wanted.has(id)) continue;
    const known = found.get(id);
    if (known === undefined) found.set(id, new Set([scheduleId]));
    else known.add(scheduleId);
  }
  return found;
}

/**
 * Who is on the list as it is shown, and who waits to be taken off it. `countsAdded`: 1 where it counts that they wait to be
 * put on another list; else they are not there yet. A list that the account does not have any more keeps no one.
 */
const MEMBERS = `
  WITH members (id, is_shown) AS (
    SELECT contact_id, 1 FROM contact_lists WHERE list_id = @listId
    UNION ALL
    SELECT contact_id, 0 FROM service_members WHERE list_id = @listId AND is_member = 1 AND is_shown = 0
  )
  SELECT members.id, members.is_shown,
    EXISTS (SELECT 1 FROM service_contacts AS waiting WHERE waiting.contact_id = members.id AND waiting.is_hidden = 1)
      AS is_hidden,
    NOT EXISTS (
      SELECT 1 FROM service_members AS own
      WHERE own.list_id = @listId AND own.contact_id = members.id AND own.is_member = 0
    ) AS is_there,
    NOT EXISTS (
      SELECT 1 FROM contact_lists AS others CROSS JOIN lists ON lists.id = others.list_id
      WHERE others.contact_id = members.id AND others.list_id <> @listId
        AND (@countsAdded = 1 OR NOT EXISTS (
          SELECT 1 FROM service_members AS said
          WHERE said.list_id = others.list_id AND said.contact_id = others.contact_id AND said.is_member = 0
        ))
    ) AS is_only_here,
    EXISTS (
      SELECT 1 FROM contact_lists AS shown CROSS JOIN lists ON lists.id = shown.list_id
      WHERE shown.contact_id = members.id AND shown.list_id <> @listId
    ) AS is_elsewhere
  FROM members ORDER BY members.id`;

interface MemberRow {
  readonly id: number;
  readonly is_shown: number;
  readonly is_hidden: number;
  readonly is_there: number;
  readonly is_only_here: number;
  /** As it is shown: also where it only waits to be put on another list, and is not lost any more. */
  readonly is_elsewhere: number;
}

export const listOnlyHere: Query<'listOnlyHere'> = (db, { listId, contactIds, limit }) => {
  const all = db.all<MemberRow>(MEMBERS, { listId, countsAdded: Number(contactIds !== null) });
  const isSeen = (row: MemberRow): boolean => row.is_shown === 1 && row.is_hidden === 0;
  const seen = contactIds === null ? all.filter(isSeen) : pick(all.filter(isSeen), contactIds);
  const lost = contactIds === null ? all.filter(({ is_there: isThere }) => isThere === 1) : seen;
  const onlyHere = lost.filter((row) => row.is_only_here === 1);
  const agreed = onlyHere.every((row) => row.is_shown === 1) ? new Set() : listAgreedToLose(db, listId);
  const isLost = (row: MemberRow): boolean => row.is_shown === 0 && row.is_elsewhere === 0 && agreed.has(row.id);
  const isOutOfSight = (row: MemberRow): boolean => row.is_hidden === 1 || isLost(row);
  const onlyHereIds = onlyHere.filter((row) => !isOutOfSight(row)).map(({ id }) => toContactId(id));
  return {
    membersCount: seen.length,
    onlyHereIds,
    onlyHere: listLost(db, onlyHereIds.slice(0, limit)),
    outOfSightIds: onlyHere.filter(isOutOfSight).map(({ id }) => toContactId(id)),
  };
};

function pick(rows: readonly MemberRow[], contactIds: readonly number[]): readonly MemberRow[] {
  const among = new Set(contactIds);
  return rows.filter(({ id }) => among.has(id));
}

const NOTES_OF_EACH = `
  SELECT contact_notes.contact_id AS id, count(*) AS n
  ${OF_ALL} contact_notes ON contact_notes.contact_id = wanted.value GROUP BY contact_notes.contact_id`;

function listLost(db: ReadDb, contactIds: readonly number[]) {
  if (contactIds.length === 0) return [];
  const params = [JSON.stringify(contactIds)];
  const rows = db.all<ContactRowColumns>(CONTACTS_BY_ID, params);
  const notes = new Map(db.all<{ id: number; n: number }>(NOTES_OF_EACH, params).map(({ id, n }) => [id, n]));
  const schedules = listSchedulesOf(db, contactIds);
  const findFacts = findPhoneFacts(
    db,
    rows.map(({ phone }) => phone),
  );
  return rows.map((row) => ({
    contactId: row.id,
    name: toDisplayName({ firstName: row.first_name, lastName: row.last_name, company: row.company }),
    phone: row.phone,
    avatarId: row.avatar_href === null ? null : toMediaId(row.avatar_href),
    notesCount: notes.get(row.id) ?? 0,
    scheduledCount: schedules.get(row.id)?.size ?? 0,
    lastTextAt: findFacts(row.phone).lastTextAt,
  }));
}

export const countFieldValues: Query<'countFieldValues'> = (db, { fieldId }) =>
  db.get<{ n: number }>(`SELECT count(*) AS n FROM contacts WHERE ${HAS_FIELD}`, toFieldParams(fieldId))?.n ?? 0;
