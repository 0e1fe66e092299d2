/** What the service keeps whole besides chats and messages: only rows that differ are written. */
import type { CollectionName, CollectionRows } from '#shared/domain/collections.ts';
import type { SqlValue } from '../open.ts';
import { toFieldColumns, toNoteColumns, toTemplateColumns } from '../rows/collection-rows.ts';
import { toScheduleColumns } from '../rows/schedule-row.ts';
import { toBulkColumns, toServiceSendColumns } from '../rows/service-send-row.ts';
import type { CacheCommand, WriteContext } from './command.ts';
import { noteServiceSends } from './found-sends.ts';
import { rememberMedia } from './media.ts';
import { removeFields } from './remove-fields.ts';
import { removeBlocked, removeUnsubscribers, writeBlocked, writeUnsubscribers } from './registers.ts';
import { removeContacts, removeLists } from './removals.ts';
import { announceScheduled } from './scheduled-chats.ts';
import { editServiceContact, findServiceContact, showContacts } from './service-contacts.ts';
import { listServiceMembersOf, toServiceIds, writeMembership } from './service-members.ts';
import { deleteRow, upsertRow } from './upsert.ts';

export const commitRows: CacheCommand<'commitRows'> = {
  file: 'cache',
  prepare: (context, input) => {
    if (input.name === 'sends') noteServiceSends(context, input.rows);
  },
  run: writeRows,
};

function writeRows(context: WriteContext, input: CollectionRows): void {
  switch (input.name) {
    case 'fields':
      if (writeAll(context, 'custom_fields', input.rows.map(toFieldColumns))) context.changes.addPeople();
      return;
    case 'templates':
      if (writeAll(context, 'templates', input.rows.map(toTemplateColumns))) context.changes.addTemplates();
      return;
    case 'schedules':
      for (const { avatarHref } of input.rows) rememberMedia(context.cache, avatarHref);
      announceScheduled(
        context,
        input.rows.map(({ id }) => id),
        () => writeAll(context, 'schedules', input.rows.map(toScheduleColumns)),
      );
      return;
    case 'sends':
      writeAll(context, 'service_sends', input.rows.map(toServiceSendColumns));
      return;
    case 'bulks':
      writeAll(context, 'bulks', input.rows.map(toBulkColumns));
      return;
    case 'unsubscribers':
      writeUnsubscribers(context, input.rows);
      return;
    case 'blocked':
      writeBlocked(context, input.rows);
      return;
  }
}

type Row = { readonly id: number } & Readonly<Record<string, SqlValue>>;

/** Whether any of them was written. */
function writeAll({ cache }: WriteContext, table: string, rows: readonly Row[]): boolean {
  return rows.filter((row) => upsertRow(cache, table, row)).length > 0;
}

const REMOVALS: { readonly [Name in CollectionName]: (context: WriteContext, ids: readonly number[]) => void } = {
  contacts: removeContacts,
  lists: removeLists,
  fields: removeFields,
  templates: (context, ids) => {
    if (removeAll(context, 'templates', ids)) context.changes.addTemplates();
  },
  schedules: (context, ids) => announceScheduled(context, ids, () => removeAll(context, 'schedules', ids)),
  sends: removeFrom('service_sends'),
  bulks: removeFrom('bulks'),
  unsubscribers: removeUnsubscribers,
  blocked: removeBlocked,
};

function removeFrom(table: string): (context: WriteContext, ids: readonly number[]) => void {
  return (context, ids) => {
    removeAll(context, table, ids);
  };
}

/** Whether any of them was there. */
function removeAll({ cache }: WriteContext, table: string, ids: readonly number[]): boolean {
  return ids.filter((id) => deleteRow(cache, table, id) !== undefined).length > 0;
}

export const removeRows: CacheCommand<'removeRows'> = {
  file: 'cache',
  run: (context, { name, ids }) => REMOVALS[name](context, ids),
};

const MEMBERS_BETWEEN = `
  SELECT contact_id AS id FROM contact_lists WHERE list_id = ? AND contact_id > ? AND contact_id <= ?`;

export const setListMembers: CacheCommand<'setListMembers'> = {
  file: 'cache',
  run: ({ cache, changes }, { listId, contactIds, between }) => {
    const afterId = between?.afterId ?? Number.MIN_SAFE_INTEGER;
    const upToId = between?.upToId ?? Number.MAX_SAFE_INTEGER;
    const shown = cache.all<{ id: number }>(MEMBERS_BETWEEN, [listId, afterId, upToId]).map(({ id }) => id);
    const isMeant = (id: number): boolean => id > afterId && id <= upToId;
    const waiting = listServiceMembersOf(cache, { list_id: listId }).filter((row) => isMeant(row.contact_id));
    const stored = toServiceIds(shown, waiting, 'contact_id');
    const wanted = new Set<number>(contactIds);
    const gone = [...stored].filter((id) => !wanted.has(id));
    const added = [...wanted].filter((id) => !stored.has(id));
    for (const id of gone) writeMembership(cache, { contact_id: id, list_id: listId }, false);
    for (const id of added) writeMembership(cache, { contact_id: id, list_id: listId }, true);
    if (gone.length + added.length > 0) changes.addList(listId);
    for (const id of [...gone, ...added]) changes.addContact(id);
  },
};

export const setContactNotes: CacheCommand<'setContactNotes'> = {
  file: 'cache',
  run: (context, { contactId, notes }) => {
    const { cache, changes } = context;
    if (findServiceContact(cache, contactId)?.notes != null) {
      editServiceContact(context, contactId, () => ({ notes: notes.map((note) => toNoteColumns(contactId, note)) }));
      showContacts(context, [contactId]);
      return;
    }
    const sql = 'SELECT id FROM contact_notes WHERE contact_id = ?';
    const kept = new Set(notes.map(({ id }) => id));
    const gone = cache.all<{ id: number }>(sql, [contactId]).filter(({ id }) => !kept.has(id));
    for (const { id } of gone) deleteRow(cache, 'contact_notes', id);
    const written = notes.filter((note) => upsertRow(cache, 'contact_notes', toNoteColumns(contactId, note)));
    if (gone.length + written.length > 0) changes.addContact(contactId);
  },
};
