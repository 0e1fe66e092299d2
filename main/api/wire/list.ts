import * as v from 'valibot';
import type { ContactList } from '#shared/domain/entities.ts';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import type { ContactId } from '#shared/domain/ids.ts';
import { findElements, readCount, readFlag, readHrefOrNull, readIdOrNull, readMember, readText } from './read.ts';
import { mapRow, parseRow, rowId, soft } from './schema.ts';
import type { RowResult } from './schema.ts';

const listSchema = v.object({
  id: rowId,
  name: soft(readText),
  description: soft(readText),
  membersCount: soft(readCount),
  favorited: soft(readFlag),
  shared: soft(readFlag),
  isDefault: soft(readFlag),
  service: soft(readFlag),
  avatar: soft(readHrefOrNull),
});

/** One list (the service also says "group"). */
export function decodeList(value: unknown): RowResult<ContactList> {
  return mapRow(parseRow(listSchema, value), ({ id, favorited, shared, service, avatar, ...same }): ContactList => ({
    ...same,
    id: toListId(id),
    isFavorite: favorited,
    isShared: shared,
    isService: service,
    avatarHref: avatar,
  }));
}

/**
 * Ids of contacts: a bare array, a page of them, or an object keyed by number (how PHP writes an array with holes). What
 * is no id is left out, unless nothing else would be left: an empty answer would look like an empty list.
 */
export function decodeContactIds(value: unknown): RowResult<readonly ContactId[]> {
  const elements = findElements(readMember(value, 'resources') ?? value);
  if (elements === null) return { isOk: false, path: '' };
  const ids = elements.flatMap((element) => readIdOrNull(readMember(element, 'id') ?? element) ?? []);
  if (ids.length === 0 && elements.length > 0) return { isOk: false, path: '0' };
  return { isOk: true, value: ids.map(toContactId) };
}
