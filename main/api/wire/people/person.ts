import * as v from 'valibot';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import type { ContactDetails, ContactNote, CustomField } from '#shared/domain/people.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import type { Favorite, RecipientSuggestion } from '#shared/domain/people.ts';
import { decodeContact } from './contact.ts';
import { readInstantOrNull } from '../instant.ts';
import {
  readCountOrNull,
  readElements,
  readFlag,
  readHrefOrNull,
  readIdOrNull,
  readLetterOrNull,
  readText,
  readTextOrNull,
} from '../read.ts';
import { mapRow, parseRow, rowId, soft } from '../schema.ts';
import type { RowResult } from '../schema.ts';
import { readUserId, readUserName } from './user-id.ts';

const noteSchema = v.object({
  id: rowId,
  note: soft(readText),
  createdAt: soft(readInstantOrNull),
  user: soft((value) => ({ id: readUserId(value), name: readUserName(value) })),
});

/** One note about a contact. */
export function decodeContactNote(value: unknown): RowResult<ContactNote> {
  return mapRow(parseRow(noteSchema, value), ({ id, note, createdAt, user }): ContactNote => {
    return { id, text: note, createdAt, authorId: user.id, authorName: user.name };
  });
}

function readNotes(value: unknown): readonly ContactNote[] {
  return readElements(value).flatMap((element) => {
    const row = decodeContactNote(element);
    return row.isOk ? [row.value] : [];
  });
}

const detailsSchema = v.object({ notes: soft(readNotes) });

/** One contact with all that is kept about it. */
export function decodeContactDetails(value: unknown): RowResult<ContactDetails> {
  const contact = decodeContact(value);
  const details = parseRow(detailsSchema, value);
  if (!contact.isOk) return contact;
  const { userId = null, ownerId = null, tags = null } = contact.value;
  return mapRow(details, ({ notes }): ContactDetails => ({ ...contact.value, userId, ownerId, tags, notes }));
}

const fieldSchema = v.object({ id: rowId, name: soft(readText), createdAt: soft(readInstantOrNull) });

/** One custom field of the account. */
export function decodeCustomField(value: unknown): RowResult<CustomField> {
  return parseRow(fieldSchema, value);
}

const favoriteSchema = v.object({
  entityId: rowId,
  entityType: soft(readLetterOrNull),
  primaryLabel: soft(readText),
  secondaryLabel: soft((value) => value),
  tertiaryLabel: soft(readTextOrNull),
  avatar: soft(readHrefOrNull),
});

/** One favourite: its second label is a contact's number, and how many members a list has. */
export function decodeFavorite(value: unknown): RowResult<Favorite> {
  return mapRow(parseRow(favoriteSchema, value), (wire): Favorite => {
    const kind = wire.entityType === 'contact' || wire.entityType === 'list' ? wire.entityType : 'unknown';
    return {
      ...{ kind, id: wire.entityId, name: wire.primaryLabel, avatarHref: wire.avatar },
      phone: toPhoneKey(kind === 'contact' ? readText(wire.secondaryLabel) : ''),
      membersCount: kind === 'list' ? readCountOrNull(wire.secondaryLabel) : null,
      countryName: wire.tertiaryLabel,
    };
  });
}

const suggestionSchema = v.object({
  entityId: soft(readIdOrNull),
  entityType: soft(readLetterOrNull),
  value: soft(readText),
  label: soft(readText),
  avatar: soft(readHrefOrNull),
  favorited: soft(readFlag),
  isShared: soft(readFlag),
  sharedBy: soft(readTextOrNull),
  countryName: soft(readTextOrNull),
});

/** One suggestion; null where it is of a kind that nobody knows how to write to. */
export function decodeSuggestion(value: unknown): RowResult<RecipientSuggestion | null> {
  return mapRow(parseRow(suggestionSchema, value), (wire): RecipientSuggestion | null => {
    const { entityId, entityType, favorited, avatar, ...same } = wire;
    const { value: its, ...base } = { ...same, isFavorite: favorited, avatarHref: avatar };
    const phone = toPhoneKey(its);
    if (entityType === 'reply') return phone === '' ? null : { ...base, kind: 'reply', phone };
    const id = entityId ?? readIdOrNull(its);
    if (id === null) return null;
    if (entityType === 'contact') return { ...base, kind: 'contact', contactId: toContactId(id) };
    return entityType === 'list' ? { ...base, kind: 'list', listId: toListId(id) } : null;
  });
}
