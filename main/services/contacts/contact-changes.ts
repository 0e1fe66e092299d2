/** What the user does to contacts and their notes. */
import { randomInt } from 'node:crypto';
import type { OpenAccount } from '#main/services/account/open-account.ts';
import { EDIT_UNDO_MS, UNDO_MS } from '#main/services/chats/undo-memory.ts';
import { toForbidden, toNotFound, toRefusal } from '#main/services/refusals.ts';
import type { Services } from '#main/services/services.ts';
import type { Store } from '#main/store/api.ts';
import type { ContactDetailsView, RequestInput, RequestOutput } from '#shared/contract/index.ts';
import { isPossibleEmail } from '#shared/domain/email-address.ts';
import { toContactId } from '#shared/domain/ids.ts';
import type { ContactId } from '#shared/domain/ids.ts';
import { parseTagsText, toTagsText } from '#shared/domain/people-changes.ts';
import type { ContactFieldName, KeptPeopleChange } from '#shared/domain/people-changes.ts';
import { parsePhoneEntry } from '#shared/domain/phone-entry.ts';
import { applyPeopleChanges } from './people-changes.ts';

/** Rows that the store gives at a time. */
const ROWS_AT_ONCE = 200;
/** Ids of notes that the service does not have yet: so many can be written in one ms. */
const NOTES_PER_MS = 1_000;

/** Throws `not-found`, `forbidden` for another user's contact, `validation`, and `disk`. */
export async function editContact(
  { session, undo, now }: Services,
  { contactId: id, field, value: typed }: RequestInput<'contacts.edit'>,
): Promise<RequestOutput<'contacts.edit'>> {
  const account = session.getAccount();
  const contactId = toContactId(id);
  const details = await getOwnContact(account.store, contactId);
  const base = await readValue(account.store, details, field);
  const value = await checkValue(account, { contactId, field, value: typed });
  if (value === base) return { undoId: null };
  const change = { kind: 'edit-contact', contactId, field, value, base } as const;
  return {
    undoId: await applyPeopleChanges({ undo, account, changes: [change], at: now(), undoMs: EDIT_UNDO_MS }),
  };
}

/** Other users' contacts are left out. Throws `not-found` where none is here, `forbidden` where all are such, and `disk`. */
export async function deleteContacts(
  { session, undo, now }: Services,
  input: RequestInput<'contacts.delete'>,
): Promise<RequestOutput<'contacts.delete'>> {
  const account = session.getAccount();
  const ids = [...new Set(input.contactIds)].map(toContactId);
  const { count, readOnlyCount } = await account.store.countLostWith({ contactIds: ids });
  const isWhole = count === ids.length && readOnlyCount === 0;
  const contactIds = isWhole ? ids : await listOwn(account.store, ids);
  if (contactIds.length === 0) throw readOnlyCount > 0 ? toForbidden('a shared contact') : toNotFound('contact');
  const changes = [{ kind: 'delete-contacts', contactIds }] as const;
  const undoId = await applyPeopleChanges({ undo, account, changes, at: now(), undoMs: UNDO_MS });
  return { count: contactIds.length, undoId };
}

export async function addNote(
  { session, undo, now }: Services,
  input: RequestInput<'notes.add'>,
): Promise<RequestOutput<'notes.add'>> {
  const account = session.getAccount();
  const contactId = toContactId(input.contactId);
  await getOwnContact(account.store, contactId);
  const at = now();
  const noteId = -(at * NOTES_PER_MS + randomInt(NOTES_PER_MS));
  const change = { kind: 'add-note', contactId, noteId, text: input.text } as const;
  return { undoId: await applyPeopleChanges({ undo, account, changes: [change], at, undoMs: EDIT_UNDO_MS }) };
}

export async function editNote(
  { session, undo, now }: Services,
  { contactId: id, noteId, text }: RequestInput<'notes.edit'>,
): Promise<RequestOutput<'notes.edit'>> {
  const account = session.getAccount();
  const contactId = toContactId(id);
  const { notes } = await getOwnContact(account.store, contactId);
  const note = notes.find((one) => one.id === noteId);
  if (note === undefined) throw toNotFound('note');
  if (note.text === text) return { undoId: null };
  const change = { kind: 'edit-note', contactId, noteId, text, base: note.text } as const;
  return {
    undoId: await applyPeopleChanges({ undo, account, changes: [change], at: now(), undoMs: EDIT_UNDO_MS }),
  };
}

export async function deleteNotes(
  { session, undo, now }: Services,
  input: RequestInput<'notes.delete'>,
): Promise<RequestOutput<'notes.delete'>> {
  const account = session.getAccount();
  const contactId = toContactId(input.contactId);
  const { notes } = await getOwnContact(account.store, contactId);
  const wanted = new Set(input.noteIds);
  const gone = notes.filter(({ id }) => wanted.has(id));
  if (gone.length === 0) throw toNotFound('note');
  const noteIds = gone.map(({ id }) => id);
  const changes = [{ kind: 'delete-notes', contactId, noteIds }] as const;
  const undoId = await applyPeopleChanges({
    ...{ undo, account, changes, at: now(), undoMs: UNDO_MS },
    // A note that never left is not sent at all: the undo writes it again.
    findDropped: async () => {
      const kept = new Set((await account.store.listPeopleChanges({})).flatMap(toNoteIds));
      const dropped = gone.filter(({ id: noteId }) => noteId < 0 && !kept.has(noteId));
      return dropped.map(({ id: noteId, text }) => ({ kind: 'add-note', contactId, noteId, text }) as const);
    },
  });
  return { count: gone.length, undoId };
}

function toNoteIds({ change }: KeptPeopleChange): readonly number[] {
  if (change.kind === 'add-note') return [change.noteId];
  return change.kind === 'delete-notes' ? change.noteIds : [];
}

/** Throws `not-found`, and `forbidden` for another user's contact. */
async function getOwnContact(store: Store, contactId: ContactId): Promise<ContactDetailsView> {
  const details = await store.getContactDetails({ contactId });
  if (details === null) throw toNotFound('contact');
  if (details.isReadOnly) throw toForbidden('a shared contact');
  return details;
}

async function listOwn(store: Store, ids: readonly ContactId[]): Promise<readonly ContactId[]> {
  const own: ContactId[] = [];
  for (let done = 0; done < ids.length; done += ROWS_AT_ONCE) {
    const rows = await store.listContactRows({
      scope: { kind: 'all' },
      ids: ids.slice(done, done + ROWS_AT_ONCE),
    });
    own.push(...rows.flatMap((row) => (row === null || row.isReadOnly ? [] : [toContactId(row.id)])));
  }
  return own;
}

/** As `PeopleChange` writes it. Throws `not-found` for a field that the account does not have. */
async function readValue(store: Store, details: ContactDetailsView, field: ContactFieldName): Promise<string> {
  switch (field) {
    case 'isFavorite':
      return String(details.isFavorite);
    case 'phoneType':
      return details.phoneType ?? '';
    case 'tags':
      return toTagsText(details.tags ?? []);
    case 'ownerId':
      return details.ownerId === null ? '' : String(details.ownerId);
    case 'firstName':
    case 'lastName':
    case 'company':
    case 'email':
    case 'phone':
      return details[field];
    default: {
      const fieldId = Number(field.slice('field:'.length));
      const fields = await store.listCustomFields({});
      if (!fields.some(({ id }) => id === fieldId)) throw toNotFound('field');
      return details.fields.find(({ id }) => id === fieldId)?.value ?? '';
    }
  }
}

const FLAGS = ['true', 'false'];
const PHONE_TYPES = ['mobile', 'landline', ''];

/** The value as it is kept. Throws `validation` with the field. */
async function checkValue(
  { store }: Pick<OpenAccount, 'store'>,
  {
    contactId,
    field,
    value,
  }: { readonly contactId: ContactId; readonly field: ContactFieldName; readonly value: string },
): Promise<string> {
  switch (field) {
    case 'isFavorite':
      if (!FLAGS.includes(value)) throw toRefusal(field, 'not-a-flag');
      return value;
    case 'phoneType':
      if (!PHONE_TYPES.includes(value)) throw toRefusal(field, 'not-a-type');
      return value;
    case 'tags':
      return checkTags(value);
    case 'ownerId':
      if (!/^(|[1-9]\d{0,14})$/.test(value)) throw toRefusal(field, 'not-a-user');
      return value;
    case 'phone':
      return await checkPhone(store, contactId, value);
    case 'firstName':
    case 'lastName':
    case 'company':
      return value.trim();
    case 'email':
      return checkEmail(value.trim());
    default:
      return value;
  }
}

/** Empty takes the address off. Throws `validation`. */
export function checkEmail(email: string): string {
  if (email !== '' && !isPossibleEmail(email)) throw toRefusal('email', 'not-an-address');
  return email;
}

function checkTags(text: string): string {
  const tags = parseTagsText(text);
  if (tags === null) throw toRefusal('tags', 'not-tags');
  return toTagsText([...new Map(tags.map((tag) => [tag.id, tag])).values()]);
}

async function checkPhone(store: Store, contactId: ContactId, typed: string): Promise<string> {
  const account = await store.getAccount({});
  const entry = parsePhoneEntry(typed, account?.phone ?? null, account?.country ?? null);
  if (entry.kind === 'impossible') throw toRefusal('phone', 'not-a-number');
  const holderId = await store.findContactIdByPhone({ phone: entry.phone });
  if (holderId !== null && holderId !== contactId) throw toRefusal('phone', 'taken');
  return entry.phone;
}
