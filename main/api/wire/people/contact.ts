import * as v from 'valibot';
import type { Contact, ContactField } from '#shared/domain/entities.ts';
import type { ListId } from '#shared/domain/ids.ts';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import {
  readCountryOrNull,
  readElements,
  readFlag,
  readFlagOrNull,
  readHrefOrNull,
  readIdOrNull,
  readLetterOrNull,
  readMember,
  readText,
  readTextOrNull,
  readWholeOrNull,
} from '../read.ts';
import { mapRow, parseRow, rowId, soft } from '../schema.ts';
import type { RowResult } from '../schema.ts';
import { readTagsOrNull } from './tag.ts';
import { readUserId, readUserName } from './user-id.ts';

const contactSchema = v.object({
  id: rowId,
  phone: soft(readText),
  firstName: soft(readText),
  lastName: soft(readText),
  companyName: soft(readText),
  email: soft(readText),
  country: soft(readCountryOrNull),
  blocked: soft(readFlagOrNull),
  favorited: soft(readFlag),
  shared: soft(readFlag),
  phoneType: soft(readPhoneTypeOrNull),
  avatar: soft(readHrefOrNull),
  customFields: soft(readFields),
  lists: soft(readListRefs),
  user: soft(readUserId),
  owner: soft((value) => ({ id: readUserId(value), name: readUserName(value) })),
  tags: soft(readTagsOrNull),
});
type WireContact = v.InferOutput<typeof contactSchema>;

/** One contact, from `GET /contacts` and wherever a whole contact is nested. */
export function decodeContact(value: unknown): RowResult<Contact> {
  return mapRow(parseRow(contactSchema, value), toContact);
}

function toContact(wire: WireContact): Contact {
  const { id, phone, companyName, blocked, favorited, shared, avatar, customFields, user, owner, ...same } = wire;
  return {
    ...same,
    id: toContactId(id),
    phone: toPhoneKey(phone),
    company: companyName,
    isBlocked: blocked,
    isFavorite: favorited,
    isShared: shared,
    avatarHref: avatar,
    fields: customFields,
    userId: user,
    ownerId: owner.id,
    ownerName: owner.name,
  };
}

/** Words for the service's numbers (supplement 2.2); it does not know the type of the others. */
const PHONE_TYPES: ReadonlyMap<string, string | null> = new Map([
  ['-1', null],
  ['0', 'landline'],
  ['1', 'mobile'],
  ['2', 'landline-or-mobile'],
  ['3', 'toll-free'],
  ['4', 'premium'],
  ['5', 'shared-cost'],
  ['6', 'voip'],
  ['7', 'personal'],
  ['8', 'pager'],
  ['9', 'universal'],
  ['10', null],
]);

function readPhoneTypeOrNull(value: unknown): string | null {
  const type = readLetterOrNull(value);
  if (type === null) return null;
  const word = PHONE_TYPES.get(type);
  return word === undefined ? type : word;
}

/**
 * Values of custom fields in all their nestings: `{id, userCustomFieldId, name, value}`, `{value, id, name}`,
 * `{value, userCustomField: {id, name}}`, and the specification's `{id, name}` without a value.
 */
function readFields(value: unknown): readonly ContactField[] {
  return readElements(value).flatMap((element) => {
    const nested = readMember(element, 'userCustomField');
    const id =
      readIdOrNull(readMember(element, 'userCustomFieldId')) ??
      readIdOrNull(readMember(nested, 'id')) ??
      readIdOrNull(readMember(element, 'id'));
    if (id === null) return [];
    const name = readText(readMember(element, 'name') ?? readMember(nested, 'name'));
    return [{ id, name, value: readValue(readMember(element, 'value') ?? readMember(nested, 'value')) }];
  });
}

/** Exactly as it was written, blanks included; null where there is none. */
function readValue(value: unknown): string | null {
  return typeof value === 'string' ? value : readTextOrNull(value);
}

/** All of them or null: who sends fewer again takes the contact off the others. */
function readListRefs(value: unknown): readonly { readonly id: ListId; readonly name: string }[] | null {
  return readWholeOrNull(value, (element) => {
    const id = readIdOrNull(readMember(element, 'id'));
    return id === null ? null : { id: toListId(id), name: readText(readMember(element, 'name')) };
  });
}
