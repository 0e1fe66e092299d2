/**
 * Contacts and notes that something waits for. `service_contacts` keeps what the service says of them; `contacts` and
 * `contact_notes` show what it will say. A contact that is to be deleted is out of `contacts`, so that nothing shows, counts
 * or finds it; its memberships and notes stay where they are and are reached through the contact alone.
 */
import { toDisplayName } from '#shared/domain/names.ts';
import type { PeopleChange } from '#shared/domain/people-changes.ts';
import { withContactText } from '../core/people-values.ts';
import type { WriteDb } from '../open.ts';
import { listWaitingOfContacts } from '../queries/people-changes.ts';
import type { WaitingOfContact } from '../queries/people-changes.ts';
import type { AccountColumns } from '../rows/account-row.ts';
import type { NoteColumns } from '../rows/collection-rows.ts';
import { toNameColumns } from '../rows/contact-row.ts';
import type { ContactRowColumns } from '../rows/contact-row.ts';
import { parseServiceContact, parseServiceNotes } from '../rows/service-rows.ts';
import { isSame, toInsert, toUpdate } from '../rows/sql.ts';
import type { WriteContext } from './command.ts';
import { forgetPeople, refreshPeople } from './people.ts';
import { deleteRow, upsertRow } from './upsert.ts';

interface ServiceRow {
  readonly contact: string | null;
  readonly notes: string | null;
  readonly is_hidden: number;
}

/** What the service says. `notes` null: just what is shown. */
export interface ServiceContact {
  readonly contact: ContactRowColumns | null;
  readonly notes: readonly NoteColumns[] | null;
  readonly isHidden: boolean;
}

const SERVICE = 'SELECT contact, notes, is_hidden FROM service_contacts WHERE contact_id = ?';
const SAVE = `
  INSERT INTO service_contacts (contact_id, contact, notes, is_hidden) VALUES (?, ?, ?, ?)
  ON CONFLICT (contact_id) DO UPDATE SET contact = excluded.contact, notes = excluded.notes, is_hidden = excluded.is_hidden`;
const DROP = 'DELETE FROM service_contacts WHERE contact_id = ?';
const CONTACT = 'SELECT * FROM contacts WHERE id = ?';
const NOTES = 'SELECT * FROM contact_notes WHERE contact_id = ? ORDER BY id';

/** Undefined where nothing waits for the contact. */
export function findServiceContact(cache: WriteDb, contactId: number): ServiceContact | undefined {
  const row = cache.get<ServiceRow>(SERVICE, [contactId]);
  if (row === undefined) return undefined;
  const visible = cache.get<ContactRowColumns>(CONTACT, [contactId]);
  const contact = parseServiceContact(row.contact);
  return {
    // Who is blocked is said of the contact that is shown, by the registers too.
    contact: contact === null || visible === undefined ? contact : { ...contact, is_blocked: visible.is_blocked },
    notes: row.notes === null ? null : parseServiceNotes(row.notes),
    isHidden: row.is_hidden === 1,
  };
}

function save(cache: WriteDb, contactId: number, { contact, notes, isHidden }: ServiceContact): void {
  const toJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
  cache.run(SAVE, [contactId, toJson(contact), toJson(notes), Number(isHidden)]);
}

/** The service says something else of a contact that something waits for; nothing where nothing does. The caller shows it. */
export function editServiceContact(
  { cache }: WriteContext,
  contactId: number,
  toEdited: (said: ServiceContact) => Partial<ServiceContact>,
): void {
  const said = findServiceContact(cache, contactId);
  if (said !== undefined) save(cache, contactId, { ...said, ...toEdited(said) });
}

/** The contact as an edit makes it. */
export function withEdit(
  { cache }: WriteContext,
  contact: ContactRowColumns,
  edit: Pick<Extract<PeopleChange, { kind: 'edit-contact' }>, 'field' | 'value'>,
): ContactRowColumns {
  const sql = 'SELECT name FROM custom_fields WHERE id = ?';
  const edited = withContactText(contact, edit, (id) => cache.get<{ name: string }>(sql, [id])?.name ?? '');
  return { ...edited, ...toNameColumns(edited) };
}

/** Shows these contacts and their notes as they are once all that waits for them is done (STORE-7). */
export function showContacts(context: WriteContext, contactIds: Iterable<number>): void {
  const ids = [...new Set(contactIds)];
  if (ids.length === 0) return;
  const waiting = listWaitingOfContacts(context.owned, ids);
  const phones = new Set<string>();
  for (const id of ids) for (const phone of showContact(context, id, waiting.get(id) ?? [])) phones.add(phone);
  refreshPeople(context, phones);
  forgetPeople(context, phones);
}

/** The numbers whose person may be another one now. */
function showContact(context: WriteContext, id: number, waiting: readonly WaitingOfContact[]): string[] {
  const { cache } = context;
  const known = findServiceContact(cache, id);
  if (known === undefined && waiting.length === 0) return [];
  const said = known ?? { contact: cache.get<ContactRowColumns>(CONTACT, [id]) ?? null, notes: null, isHidden: false };
  const isHidden = waiting.some(({ change }) => change === null);
  const notes = showNotes(context, id, { waiting, said: said.notes });
  const phones = showColumns(context, id, isHidden ? null : toShown(context, said.contact, waiting));
  if (waiting.length === 0) cache.run(DROP, [id]);
  else save(cache, id, { contact: said.contact, notes, isHidden });
  if (isHidden && !said.isHidden) leaveChats(context, id, phones);
  if (!isHidden && said.isHidden) joinChats(context, id, phones);
  return phones;
}

function toShown(
  context: WriteContext,
  said: ContactRowColumns | null,
  waiting: readonly WaitingOfContact[],
): ContactRowColumns | null {
  let shown = said;
  for (const { change } of waiting) {
    if (change?.kind === 'edit-contact' && shown !== null) shown = withEdit(context, shown, change);
  }
  return shown;
}

function showColumns({ cache, changes }: WriteContext, id: number, wanted: ContactRowColumns | null): string[] {
  const visible = cache.get<ContactRowColumns>(CONTACT, [id]);
  if (wanted === null) {
    if (visible === undefined) return [];
    cache.run('DELETE FROM contacts WHERE id = ?', [id]);
    changes.addContact(id);
    return [visible.phone];
  }
  if (visible !== undefined && isSame(visible, wanted)) return [];
  const columns = Object.keys(wanted);
  cache.run(visible === undefined ? toInsert('contacts', columns) : toUpdate('contacts', columns, 'id = @id'), wanted);
  changes.addContact(id);
  return visible === undefined ? [wanted.phone] : [visible.phone, wanted.phone];
}

const isOfNotes = (change: PeopleChange | null): boolean => change !== null && change.kind.includes('note');

/** Notes of the service, to be kept; null where no change of notes waits. */
function showNotes(
  context: WriteContext,
  contactId: number,
  { waiting, said }: { readonly waiting: readonly WaitingOfContact[]; readonly said: readonly NoteColumns[] | null },
): readonly NoteColumns[] | null {
  const { cache, changes } = context;
  const changed = waiting.filter(({ change }) => isOfNotes(change));
  if (changed.length === 0 && said === null) return null;
  const visible = cache.all<NoteColumns>(NOTES, [contactId]);
  const notes = said ?? visible;
  const wanted = changed.reduce((shown, one) => toShownNotes(context, shown, one), notes);
  const kept = new Set(wanted.map(({ id }) => id));
  const gone = visible.filter(({ id }) => !kept.has(id));
  for (const { id } of gone) deleteRow(cache, 'contact_notes', id);
  const written = wanted.filter((note) => upsertRow(cache, 'contact_notes', { ...note }));
  if (gone.length + written.length > 0) changes.addContact(contactId);
  return changed.length === 0 ? null : notes;
}

function toShownNotes(
  { cache }: WriteContext,
  notes: readonly NoteColumns[],
  { change, createdAt }: WaitingOfContact,
): readonly NoteColumns[] {
  if (change?.kind === 'add-note') return [...notes, toNewNote(cache, change, createdAt)];
  return change === null ? notes : toChangedNotes(notes, change);
}

/** Notes after an edit or a deletion of some. */
export function toChangedNotes(notes: readonly NoteColumns[], change: PeopleChange): readonly NoteColumns[] {
  if (change.kind === 'edit-note') {
    return notes.map((note) => (note.id === change.noteId ? { ...note, text: change.text } : note));
  }
  return change.kind === 'delete-notes' ? notes.filter(({ id }) => !change.noteIds.includes(id)) : notes;
}

/** As the service will have it, of this account's user. */
export function toNewNote(
  cache: WriteDb,
  { noteId, contactId, text }: Extract<PeopleChange, { kind: 'add-note' }>,
  createdAt: number,
): NoteColumns {
  const user = cache.get<AccountColumns>('SELECT * FROM account WHERE id = 1');
  const parts = { firstName: user?.first_name ?? '', lastName: user?.last_name ?? '', company: user?.company ?? '' };
  const author = { author_id: user?.user_id ?? null, author_name: toDisplayName(parts) };
  return { id: noteId, contact_id: contactId, text, created_at: createdAt, ...author };
}

/** Its chats stand without it. */
export function leaveChats({ cache, changes }: WriteContext, contactId: number, phones: readonly string[]): void {
  for (const phone of phones) {
    const sql = 'SELECT id, contact_id FROM chats WHERE phone = ?';
    for (const chat of cache.all<{ id: number; contact_id: number | null }>(sql, [phone])) {
      if (chat.contact_id === contactId) cache.run('UPDATE chats SET contact_id = NULL WHERE id = ?', [chat.id]);
      changes.addChat(chat.id);
    }
  }
}

function joinChats({ cache }: WriteContext, contactId: number, phones: readonly string[]): void {
  for (const phone of phones) {
    cache.run('UPDATE chats SET contact_id = ? WHERE phone = ? AND contact_id IS NULL', [contactId, phone]);
  }
}
