/** Messages of one chat with files or links of the web: what was shared in it. */
import { toMessageKey } from '#shared/domain/ids.ts';
import { hasWebAddress } from '#shared/domain/web-address.ts';
import type { MessageRow } from '../rows/message-row.ts';
import { findPhoneOfChat } from './find-chat-id.ts';
import { toMessageView } from './message-view.ts';
import { findOrigins } from './origins.ts';
import type { Query } from './query.ts';
import { END, toMessagePlace, toPlace } from './thread-items.ts';

/** Newest first. No address of the web is without a slash or `www.`. For the query-plan test too. */
export const SHARED = `
  SELECT * FROM messages WHERE phone = @phone AND (at, sequence, id) < (@at, @sequence, @id) AND kind = 'text'
    AND (files IS NOT NULL OR instr(text, '/') > 0 OR instr(text, 'www.') > 0)
  ORDER BY at DESC, sequence DESC, id DESC`;

export const listSharedMessages: Query<'listSharedMessages'> = (db, { chatId, before, limit }) => {
  const phone = findPhoneOfChat(db, chatId);
  if (phone === undefined) return null;
  const from = { phone, ...toMessagePlace(before === null ? END : toPlace(before)) };
  const found: MessageRow[] = [];
  for (const row of db.iterate<MessageRow>(SHARED, from)) {
    if (row.files === null && !hasWebAddress(row.text)) continue;
    found.push(row);
    if (found.length > limit) break;
  }
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const origins = findOrigins(db, shown);
  return {
    items: shown.map((row) => toMessageView(db, row, origins)),
    older:
      found.length > limit && last !== undefined ? { at: last.at, key: toMessageKey(last.sequence, last.id) } : null,
  };
};
