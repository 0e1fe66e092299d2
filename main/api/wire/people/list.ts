import * as v from 'valibot';
import type { ContactList, Page } from '#shared/domain/entities.ts';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import type { ContactId } from '#shared/domain/ids.ts';
import { decodePage } from '../page.ts';
import type { AskedPage } from '../page.ts';
import { readCount, readFlag, readHrefOrNull, readIdOrNull, readMember, readText } from '../read.ts';
import { mapRow, parseRow, rowId, soft } from '../schema.ts';
import type { RowResult } from '../schema.ts';
import { readUserId } from './user-id.ts';

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
  user: soft(readUserId),
});

/** One list (the service also says "group"). */
export function decodeList(value: unknown): RowResult<ContactList> {
  return mapRow(
    parseRow(listSchema, value),
    ({ id, favorited, shared, service, avatar, user, ...same }): ContactList => ({
      ...same,
      id: toListId(id),
      isFavorite: favorited,
      isShared: shared,
      isService: service,
      avatarHref: avatar,
      userId: user,
    }),
  );
}

/**
 * Ids of contacts: a bare array, an object keyed by number, or a page of them. One that cannot be read makes all of them
 * unusable: whoever compares them with others must not miss one.
 */
export function decodeContactIds(value: unknown, asked: AskedPage): RowResult<Page<ContactId>> {
  const decoded = decodePage(value, asked, decodeContactId);
  if (decoded === null) return { isOk: false, path: '' };
  const [bad] = decoded.badPaths;
  return bad === undefined ? { isOk: true, value: decoded.page } : { isOk: false, path: bad };
}

function decodeContactId(value: unknown): RowResult<ContactId> {
  const id = readIdOrNull(readMember(value, 'id') ?? value);
  return id === null ? { isOk: false, path: 'id' } : { isOk: true, value: toContactId(id) };
}
