/** What another client of the account does to the same contacts, notes and lists. */
import { isAppError } from '#shared/domain/app-error.ts';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import type { ContactId, ListId } from '#shared/domain/ids.ts';
import type { ContactDetails, ContactDraft } from '#shared/domain/people.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import type { OtherClient } from '../convergence/other-client.ts';
import type { LastTouched } from './intents.ts';

const USER = { priority: 'user' } as const;

type Edit = (other: OtherClient, last: LastTouched) => Promise<unknown>;

const pickContact = (other: OtherClient) =>
  toContactId(other.pick(other.demo.world.contacts.rows.filter(({ userId }) => userId === undefined)).id);
const pickList = (other: OtherClient) => toListId(other.pick(other.demo.world.lists.rows).id);

/** Reads the contact and puts it back with one value changed. */
async function editOneContact(other: OtherClient, contactId: ContactId, field: string): Promise<void> {
  const contact = await other.client.getContact({ contactId }, USER);
  const { phone, lists, firstName, lastName, company, email, isFavorite, isBlocked, fields, phoneType } = contact;
  const values = fields.flatMap(({ id, value }) => (value === null ? [] : [{ id, value }]));
  const type: Partial<ContactDraft> = phoneType === 'mobile' || phoneType === 'landline' ? { phoneType } : {};
  const same = { phone, firstName, lastName, company, email, isFavorite, isBlocked, ...type, fields: values };
  const listIds = (lists ?? []).map(({ id }) => id);
  const draft = { ...same, listIds, ...toEdit(other, field, contact) };
  await other.client.updateContact({ contactId, draft }, USER);
}

function toEdit(other: OtherClient, field: string, { isFavorite, tags }: ContactDetails): Partial<ContactDraft> {
  if (field === 'isFavorite') return { isFavorite: !isFavorite };
  if (field === 'email') return { email: `${other.name('theirs').replace(' ', '')}@mail.example` };
  if (field === 'ownerId') return { ownerId: other.pick(other.demo.world.data.users).id };
  if (field !== 'tags') return { [field]: other.name('Theirs') };
  const { id } = other.pick(other.demo.world.tags.rows);
  const others = (tags ?? []).map((tag) => tag.id).filter((tagId) => tagId !== id);
  return { tagIds: others.length === tags?.length ? [...others, id] : others };
}

const FIELDS = ['firstName', 'lastName', 'company', 'company', 'email', 'isFavorite', 'tags', 'ownerId'];

const editContact: Edit = (other) => editOneContact(other, pickContact(other), other.pick(FIELDS));

/** The very value that the user edited last, or another one of that contact. */
const editSameContact: Edit = async (other, { contact }) => {
  if (contact === null) return;
  const { id, field } = contact;
  const contactId = toContactId(id);
  if (field.startsWith('field:') && other.random.happens(80)) {
    const query = { fieldId: Number(field.slice(6)), contactId, value: other.name('Their value') };
    await other.client.setCustomFieldValue(query, USER);
  } else {
    const isSame = FIELDS.includes(field) && other.random.happens(80);
    await editOneContact(other, contactId, isSame ? field : other.pick(FIELDS));
  }
};

const editSameNote: Edit = async (other, { noteId }) => {
  if (noteId !== null && noteId > 0) await other.client.updateNote({ noteId, text: other.name('Their words') }, USER);
};

const editSameList: Edit = async (other, { listId }) => {
  if (listId !== null) await editOneList(other, toListId(listId));
};

async function editOneList(other: OtherClient, listId: ListId): Promise<void> {
  const { name, isShared, isFavorite, isDefault } = await other.client.getList({ listId }, USER);
  const edit = other.pick([{ name: other.name('Their list') }, { isFavorite: !isFavorite }]);
  await other.client.updateList({ listId, name, isShared, isFavorite, isDefault, ...edit }, USER);
}

async function addContact(other: OtherClient): Promise<void> {
  const phone = `4477009${String(other.random.between(10_000, 99_999))}`;
  const blank = { company: '', email: '', isFavorite: false, isBlocked: null };
  const draft = { phone, listIds: [pickList(other)], firstName: other.name('New'), lastName: 'Theirs', ...blank };
  await other.client.createContact(draft, USER);
}

const EDITS: Readonly<Record<string, Edit>> = {
  editContact,
  editSameContact,
  editSameContactAgain: editSameContact,
  editSameContactOnceMore: editSameContact,
  editSameNote,
  editSameNoteAgain: editSameNote,
  editSameList,
  editSameListAgain: editSameList,
  setValue: (other) => {
    const fieldId = other.pick(other.demo.world.fields.rows).id;
    const value = other.name('Their value');
    return other.client.setCustomFieldValue({ fieldId, contactId: pickContact(other), value }, USER);
  },
  editList: (other) => editOneList(other, pickList(other)),
  addContact,
  deleteContact: (other) => other.client.deleteContact({ contactId: pickContact(other) }, USER),
  addMember: (other) =>
    other.client.addListMembers({ listId: pickList(other), contactIds: [pickContact(other)] }, USER),
  dropMember: (other) =>
    other.client.deleteListMembers({ listId: pickList(other), contactIds: [pickContact(other)] }, USER),
  addNote: (other) => other.client.createNote({ contactId: pickContact(other), text: other.name('Their note') }, USER),
  addSameNote: (other) => other.client.createNote({ contactId: pickContact(other), text: 'Called back' }, USER),
  editNote: (other) => {
    const { id: noteId } = other.pick(other.demo.world.contactNotes.rows);
    return other.client.updateNote({ noteId, text: other.name('Their words') }, USER);
  },
  deleteNote: (other) => other.client.deleteNote({ noteId: other.pick(other.demo.world.contactNotes.rows).id }, USER),
  addField: (other) => other.client.createCustomField({ name: other.name('Their field') }, USER),
  renameField: (other) => {
    const { id: fieldId } = other.pick(other.demo.world.fields.rows);
    return other.client.renameCustomField({ fieldId, name: other.name('Their field') }, USER);
  },
  deleteField: (other) =>
    other.client.deleteCustomField({ fieldId: other.pick(other.demo.world.fields.rows).id }, USER),
  unsubscribe: (other) =>
    other.client.unsubscribePhone({ phone: toPhoneKey(other.pick(other.demo.world.contacts.rows).phone) }, USER),
  block: (other) =>
    other.client.blockPhone({ phone: toPhoneKey(other.pick(other.demo.world.contacts.rows).phone) }, USER),
  unblock: (other) =>
    other.client.unblockPhone({ phone: toPhoneKey(other.pick(other.demo.world.contacts.rows).phone) }, USER),
};

/** Does one of them, unless the service refuses it. Resolves to its name. */
export async function editElsewhere(other: OtherClient, last: LastTouched): Promise<string> {
  const [name, edit] = other.random.pick(Object.entries(EDITS));
  try {
    await edit(other, last);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return `${name} (${error.code})`;
  }
  return name;
}
