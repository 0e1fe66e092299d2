import * as v from 'valibot';
import type { ContactList } from '#shared/domain/entities.ts';
import { toListId } from '#shared/domain/ids.ts';
import { readCount, readFlag, readHrefOrNull, readText } from './read.ts';
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
