/** Contacts, lists and the registers that a cache has to hold. */
import type { Contact, ContactList } from '#main/demo/state/model.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { toRows, type Reader, type Row, type Rows } from './service-reader.ts';

export function expectContacts(reader: Reader): Rows {
  return toRows(reader.service.state.contacts, (contact) => toContactRow(reader, contact), ['id']);
}

function toContactRow(reader: Reader, contact: Contact): Row {
  return {
    id: contact.id,
    phone: toPhoneKey(contact.phone),
    first_name: contact.firstName,
    last_name: contact.lastName,
    company: contact.company,
    email: contact.email,
    country: reader.country(contact.phone),
    // Only the client libraries' shape says it of a contact; otherwise the register of blocked contacts does.
    is_blocked: reader.isSdk ? Number(contact.blocked) : null,
    is_favorite: Number(contact.favorited),
    phone_type: String(contact.phoneType),
    avatar_href: reader.avatar(contact.avatar),
    fields: toFields(reader, contact),
  };
}

/** The specification names a contact's fields without their values. */
function toFields(reader: Reader, { values }: Contact): string {
  const fields = reader.service.state.fields.flatMap(({ id, name }) => {
    const value = values[`f${String(id)}`];
    return value === undefined ? [] : [{ id, name, value: reader.isSdk ? value : null }];
  });
  return JSON.stringify(fields);
}

export function expectLists(reader: Reader): Rows {
  return toRows(reader.service.state.lists, (list) => toListRow(reader, list), ['id']);
}

function toListRow(reader: Reader, list: ContactList): Row {
  const members = reader.service.state.contacts.filter(({ listIds }) => listIds.includes(list.id));
  return {
    id: list.id,
    name: list.name,
    description: list.description,
    members_count: members.length,
    is_favorite: Number(list.favorited),
    is_shared: Number(list.shared),
    is_default: Number(list.isDefault),
    is_service: Number(list.service === true),
    avatar_href: reader.avatar(list.avatar),
  };
}

export function expectMembers(reader: Reader): Rows {
  const { contacts, lists } = reader.service.state;
  const known = new Set(lists.map(({ id }) => id));
  const rows = contacts.flatMap(({ id, listIds }) =>
    listIds.filter((listId) => known.has(listId)).map((listId) => ({ list_id: listId, contact_id: id })),
  );
  return toRows(rows, (row) => row, ['list_id', 'contact_id']);
}

export function expectFields(reader: Reader): Rows {
  const toRow = ({ id, name, createdAt }: { id: number; name: string; createdAt: number }): Row => {
    return { id, name, created_at: reader.instant(createdAt) };
  };
  return toRows(reader.service.state.fields, toRow, ['id']);
}

export function expectNotes(reader: Reader): Rows {
  const { contactNotes } = reader.service.state;
  const rows = contactNotes.map(({ id, contactId, note, createdAt, userId }) => {
    const author = reader.users.get(userId);
    return {
      ...{ id, contact_id: contactId, text: note, created_at: reader.instant(createdAt), author_id: userId },
      author_name: `${author?.firstName ?? ''} ${author?.lastName ?? ''}`.trim(),
    };
  });
  return toRows(rows, (row) => row, ['id']);
}

export function expectUnsubscribers(reader: Reader): Rows {
  const rows = reader.service.state.unsubscribed.map(({ id, phone, firstName, lastName, at }) => ({
    ...{ id, phone: toPhoneKey(phone), first_name: firstName, last_name: lastName },
    unsubscribed_at: reader.instant(at),
  }));
  return toRows(rows, (row) => row, ['id']);
}

export function expectBlocked(reader: Reader): Rows {
  const rows = reader.service.state.contacts
    .filter(({ blocked }) => blocked)
    .map(({ id, phone }) => ({ id, phone: toPhoneKey(phone) }));
  return toRows(rows, (row) => row, ['id']);
}

/** One row for each number that has a chat or a contact. */
export function expectPeople(reader: Reader): Rows {
  const { chats, contacts } = reader.service.state;
  const phones = new Set([...chats, ...contacts].map(({ phone }) => phone));
  const rows = [...phones].map((phone) => {
    const contact = reader.contacts.get(phone);
    return { phone: toPhoneKey(phone), contact_id: contact?.id ?? null };
  });
  return toRows(rows, (row) => row, ['phone']);
}
