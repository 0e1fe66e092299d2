import type { Json } from '../http.ts';
import { findCountryOf } from '../rules/countries.ts';
import type { Contact, ContactList, ContactNote } from '../state/model.ts';
import { toCountry, toImage, toUser } from './account.ts';
import { toDateTime, toNullable, toOnce } from './view.ts';
import type { View } from './view.ts';
import { toValueKey } from '../state/contact-values.ts';

export function toList(list: ContactList, view: View): Json {
  return toOnce(view, `list ${list.id}`, () => toFreshList(list, view));
}

function toFreshList(list: ContactList, view: View): Json {
  return {
    id: list.id,
    name: list.name,
    description: toNullable(list.description, view),
    favorited: list.favorited,
    membersCount: view.world.membersCount(list.id),
    user: toUser(view.world.findUser(list.userId) ?? view.world.account, view),
    service: list.service === true,
    shared: list.shared,
    avatar: toImage(list.avatar),
    isDefault: list.isDefault,
  };
}

export function toContactNote(note: ContactNote, view: View): Json {
  return {
    id: note.id,
    note: note.note,
    createdAt: toDateTime(note.createdAt),
    user: toUser(view.world.findUser(note.userId) ?? view.world.account, view),
  };
}

/** The specification lists a contact's fields without their values; the client libraries have them flattened. */
function toCustomFields(contact: Contact, view: View): Json[] {
  return view.world.data.fields.flatMap((field): Json[] => {
    const value = contact.values[toValueKey(field.id)];
    if (value === undefined) return [];
    const createdAt = toDateTime(field.createdAt);
    if (view.shape === 'spec') return [{ id: field.id, name: field.name, createdAt }];
    return [{ id: field.id, userCustomFieldId: field.id, name: field.name, value, createdAt }];
  });
}

export function listContactLists(contact: Contact, view: View): ContactList[] {
  return contact.listIds.flatMap((id) => view.world.lists.find(id) ?? []);
}

export function toTags(tagIds: readonly number[], view: View): Json {
  return tagIds.flatMap((tagId): Json[] => {
    const tag = view.world.tags.find(tagId);
    return tag === undefined ? [] : [{ id: tag.id, title: tag.title }];
  });
}

export function toContact(contact: Contact, view: View): Json {
  const { world } = view;
  const { account } = world;
  const user = world.findUser(contact.userId ?? account.id) ?? account;
  const base = {
    id: contact.id,
    firstName: toNullable(contact.firstName, view),
    lastName: toNullable(contact.lastName, view),
    email: toNullable(contact.email, view),
    phone: contact.phone,
    companyName: toNullable(contact.company, view),
    favorited: contact.favorited,
    country: toCountry(findCountryOf(contact.phone)?.id ?? ''),
    customFields: toCustomFields(contact, view),
    user: toUser(user, view),
    lists: listContactLists(contact, view).map((list) => toList(list, view)),
    phoneType: String(contact.phoneType),
    avatar: toImage(contact.avatar),
    notes: world.contactIndex.notesOf(contact.id).map((note) => toContactNote(note, view)),
  };
  if (view.shape === 'spec') return base;
  const { ownerId = user.id } = contact;
  const owner = ownerId === null ? null : toUser(world.findUser(ownerId) ?? user, view);
  return { ...base, blocked: contact.blocked, owner, whatsappPhone: null, tags: toTags(contact.tagIds, view) };
}
