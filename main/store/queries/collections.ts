/** What the service keeps whole besides chats and messages. */
import { toContactId, toListId } from '#shared/domain/ids.ts';
import { toCustomField, toNote, toTemplate } from '../rows/collection-rows.ts';
import type { FieldColumns, NoteColumns, TemplateColumns } from '../rows/collection-rows.ts';
import { toSchedule } from '../rows/schedule-row.ts';
import type { ScheduleColumns } from '../rows/schedule-row.ts';
import type { Query } from './query.ts';

const TABLES = {
  chats: 'chats',
  contacts: 'contacts',
  lists: 'lists',
  fields: 'custom_fields',
  templates: 'templates',
  schedules: 'schedules',
  sends: 'service_sends',
  bulks: 'bulks',
  unsubscribers: 'unsubscribers',
  blocked: 'blocked_contacts',
} as const;

type IdRow = { readonly id: number };
const toIds = (rows: readonly IdRow[]): number[] => rows.map(({ id }) => id);

/** A contact that is out of sight, since its deletion waits, is still at the service. */
const CONTACT_IDS = `
  SELECT id FROM contacts
  UNION SELECT contact_id FROM service_contacts WHERE is_hidden = 1 AND contact IS NOT NULL ORDER BY 1`;

export const listRowIds: Query<'listRowIds'> = (db, { name, status }) => {
  if (name === 'contacts') return toIds(db.all<IdRow>(CONTACT_IDS));
  // A number that was blocked here and has no contact yet is compared too: the service's register says whose it is.
  if (name !== 'chats') return toIds(db.all<IdRow>(`SELECT id FROM ${TABLES[name]} ORDER BY id`));
  if (status === undefined) return toIds(db.all<IdRow>('SELECT id FROM chats WHERE id > 0 ORDER BY id'));
  return toIds(db.all<IdRow>('SELECT id FROM chats WHERE id > 0 AND status = ? ORDER BY id', [status]));
};

/** Contacts that wait to be added or taken off are counted as the service has them. */
const UNEVEN_LISTS = `
  SELECT id FROM lists
  WHERE members_count <> (SELECT count(*) FROM contact_lists WHERE contact_lists.list_id = lists.id)
    - coalesce((SELECT sum(is_shown - is_member) FROM service_members WHERE service_members.list_id = lists.id), 0)
  ORDER BY id`;

export const listUnevenLists: Query<'listUnevenLists'> = (db) =>
  db.all<IdRow>(UNEVEN_LISTS).map(({ id }) => toListId(id));

export const listTemplates: Query<'listTemplates'> = (db) =>
  db.all<TemplateColumns>('SELECT * FROM templates ORDER BY name, id').map(toTemplate);

export const listSchedules: Query<'listSchedules'> = (db) =>
  db.all<ScheduleColumns>('SELECT * FROM schedules ORDER BY is_completed, next_at, id').map(toSchedule);

export const listCustomFields: Query<'listCustomFields'> = (db) =>
  db.all<FieldColumns>('SELECT * FROM custom_fields ORDER BY name, id').map(toCustomField);

export const listContactNotes: Query<'listContactNotes'> = (db, { contactId }) =>
  db.all<NoteColumns>('SELECT * FROM contact_notes WHERE contact_id = ? ORDER BY id', [contactId]).map(toNote);

const MEMBERS = `
  SELECT contact_id AS id FROM contact_lists
  WHERE list_id = ? AND contact_id NOT IN (SELECT contact_id FROM service_contacts WHERE is_hidden = 1) ORDER BY contact_id`;

export const listMembers: Query<'listMembers'> = (db, { listId }) =>
  db.all<IdRow>(MEMBERS, [listId]).map(({ id }) => toContactId(id));
