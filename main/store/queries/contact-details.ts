/** Everything about one contact, and contacts by their numbers. */
import type { ContactDetailsView } from '#shared/contract/index.ts';
import * as v from 'valibot';
import { toContactId } from '#shared/domain/ids.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import type { KeptPeopleChange } from '#shared/domain/people-changes.ts';
import { toPeopleChangeView } from '../core/people-change-view.ts';
import type { ReadDb } from '../open.ts';
import { SHELF_HIDDEN } from '../rows/chat-row.ts';
import type { NoteColumns } from '../rows/collection-rows.ts';
import type { ContactRowColumns } from '../rows/contact-row.ts';
import type { MessageRow } from '../rows/message-row.ts';
import { findPhoneFacts, findUserId, isReadOnly } from './contact-parts.ts';
import { findSendOf, toViewKey } from './message-view.ts';
import { createFillIn } from './filled-text.ts';
import { listChangesOfContact } from './people-changes.ts';
import { toContactView } from './people.ts';
import type { Query } from './query.ts';
import { IS_COMING, IS_OURS_COMING } from './schedule-joins.ts';
import { findUserName } from './users-and-tags.ts';

const MOST_TEXTS = 5;
const CONTACT = 'SELECT * FROM contacts WHERE id = ?';
const CHATS = `SELECT id FROM chats WHERE phone = ? AND shelf < ${SHELF_HIDDEN} ORDER BY shelf, id < 0, sort_at DESC, id`;
const NOTES = 'SELECT * FROM contact_notes WHERE contact_id = ?';
const TEXTS = `
  SELECT * FROM messages WHERE phone = ? AND kind = 'text' ORDER BY at DESC, sequence DESC, id DESC LIMIT ${MOST_TEXTS}`;
/** Those that only this computer has are told apart by negative ids. */
const SCHEDULED = `
  SELECT id, key, text, at FROM (
    SELECT schedules.id, schedules.text, schedules.next_at AS at, COALESCE(
        (SELECT 'own:' || own.id FROM own_schedules AS own INDEXED BY own_schedules_by_service
          WHERE own.service_id = schedules.id ORDER BY own.seq DESC LIMIT 1),
        'service:' || schedules.id) AS key
      FROM schedules
      WHERE schedules.id IN (
        SELECT theirs.schedule_id FROM schedule_targets AS theirs WHERE theirs.contact_id = @id AND ${IS_COMING}
        UNION SELECT theirs.schedule_id FROM schedule_targets AS theirs WHERE theirs.phone = @phone AND ${IS_COMING})
    UNION ALL SELECT -scheduled.seq, scheduled.text, scheduled.next_at, 'own:' || scheduled.id
      FROM own_schedules AS scheduled
      WHERE scheduled.seq IN (
        SELECT ours.schedule_seq FROM own_schedule_targets AS ours WHERE ours.contact_id = @id AND ${IS_OURS_COMING}
        UNION SELECT ours.schedule_seq FROM own_schedule_targets AS ours
          WHERE ours.phone = @phone AND ${IS_OURS_COMING}))
  ORDER BY at, id`;

const tagsSchema = v.array(v.object({ id: v.number(), title: v.string() }));

export const getContactDetails: Query<'getContactDetails'> = (db, { contactId }) => {
  const row = db.get<ContactRowColumns>(CONTACT, [contactId]);
  if (row === undefined) return null;
  const { phone } = row;
  const { isUnsubscribed, unsubscribedAt } = findPhoneFacts(db, [phone])(phone);
  const changes = listChangesOfContact(db, contactId);
  const userId = findUserId(db);
  const fillIn = createFillIn(db);
  return {
    ...toContactView(db, row),
    firstName: row.first_name,
    lastName: row.last_name,
    phoneType: row.phone_type,
    isReadOnly: isReadOnly(row, userId),
    isUnsubscribed,
    unsubscribedAt,
    ownerId: row.owner_id,
    ownerName: findUserName(db, row.owner_id),
    tags: row.tags === null ? null : v.parse(tagsSchema, JSON.parse(row.tags)),
    notes: listNotes(db, contactId, { changes, userId }),
    changes: changes.map(toPeopleChangeView),
    chatIds: db.all<{ id: number }>(CHATS, [phone]).map(({ id }) => id),
    recentTexts: db.all<MessageRow>(TEXTS, [phone]).map((message) => toText(db, message)),
    scheduledTexts: db
      .all<ContactDetailsView['scheduledTexts'][number]>(SCHEDULED, { id: contactId, phone })
      .map((scheduled) => ({ ...scheduled, text: fillIn(scheduled.text, contactId) })),
  };
};

interface Around {
  readonly changes: readonly KeptPeopleChange[];
  readonly userId: number | null;
}

/** Newest first; of those without a time the higher id is the newer one, but for those that the service does not have. */
function listNotes(db: ReadDb, contactId: number, { changes, userId }: Around): ContactDetailsView['notes'] {
  const edited = new Set(
    changes.flatMap(({ change, state }) => (change.kind === 'edit-note' && state === 'waiting' ? [change.noteId] : [])),
  );
  const rows = db.all<NoteColumns>(NOTES, [contactId]);
  rows.sort(
    (one, other) =>
      (other.created_at ?? 0) - (one.created_at ?? 0) ||
      Number(other.id < 0) - Number(one.id < 0) ||
      Math.abs(other.id) - Math.abs(one.id),
  );
  return rows.map((row) => ({
    id: row.id,
    text: row.text,
    createdAt: row.created_at,
    authorName: row.author_name,
    isOwn: row.author_id !== null && row.author_id === userId,
    isWaiting: row.id < 0 || edited.has(row.id),
  }));
}

function toText(db: ReadDb, row: MessageRow): ContactDetailsView['recentTexts'][number] {
  const { direction, text, at, letter } = row;
  return { key: toViewKey(row, findSendOf(db, row)), direction, text, at, letter };
}

const BY_PHONE = 'SELECT id FROM contacts WHERE phone = ? ORDER BY is_shared, id LIMIT 1';

export const findContactIdByPhone: Query<'findContactIdByPhone'> = (db, { phone }) => {
  const row = db.get<{ id: number }>(BY_PHONE, [phone]);
  return row === undefined ? null : toContactId(row.id);
};

const ALL_BY_PHONE = `
  SELECT contacts.id, contacts.phone FROM json_each(?) AS wanted
  CROSS JOIN contacts INDEXED BY contacts_by_phone ON contacts.phone = wanted.value
  ORDER BY wanted.key, contacts.is_shared, contacts.id`;

/** One of each number. */
export const listContactIdsByPhone: Query<'listContactIdsByPhone'> = (db, { phones }) => {
  const found = new Map<PhoneKey, number>();
  const rows = db.all<{ id: number; phone: PhoneKey }>(ALL_BY_PHONE, [JSON.stringify([...new Set(phones)])]);
  for (const { id, phone } of rows) if (!found.has(phone)) found.set(phone, id);
  return [...found].map(([phone, id]) => ({ phone, contactId: toContactId(id) }));
};

const BLOCKED_BY_PHONE = `
  SELECT DISTINCT wanted.value AS phone, found.id FROM json_each(?) AS wanted CROSS JOIN (
    SELECT id, phone FROM blocked_contacts WHERE id > 0
    UNION ALL SELECT id, phone FROM contacts WHERE is_blocked = 1) AS found ON found.phone = wanted.value
  ORDER BY wanted.key, found.id`;

export const listBlockedContacts: Query<'listBlockedContacts'> = (db, { phones }) =>
  db
    .all<{ phone: PhoneKey; id: number }>(BLOCKED_BY_PHONE, [JSON.stringify([...new Set(phones)])])
    .map(({ phone, id }) => ({ phone, contactId: toContactId(id) }));

/** Those with notes here come last: a note that was deleted at the service must not stay for ever. */
const IN_USE = `
  SELECT id FROM (
    SELECT contacts.id, chats.last_at AS at FROM chats
    LEFT JOIN people ON people.phone = chats.phone
    CROSS JOIN contacts ON contacts.id = coalesce(people.contact_id, chats.contact_id)
    WHERE chats.shelf < ${SHELF_HIDDEN} AND chats.last_at >= @sinceAt
    UNION ALL
    SELECT contact_id AS id, -1 AS at FROM contact_notes WHERE contact_id IN (SELECT id FROM contacts))
  GROUP BY id ORDER BY max(at) DESC, id LIMIT @limit`;

export const listContactIdsInUse: Query<'listContactIdsInUse'> = (db, { sinceAt, limit }) =>
  db.all<{ id: number }>(IN_USE, { sinceAt, limit }).map(({ id }) => toContactId(id));
