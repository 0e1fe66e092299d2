/**
 * Messages that a person deletes:
 *
 *   deleteMessages ─► waiting (hidden) ─► finishMessageDeletion ─► done: gone, and kept in mind for a while
 *                        └──► restoreMessages, or refused: shown again
 */
import type { MessageKey } from '#shared/domain/ids.ts';
import { toMessageKey } from '#shared/domain/ids.ts';
import { findMessagePlace, toKeyParts } from '../core/line-key.ts';
import { OUTDATED_MS, listDeleted, listWaitingDeletions, toKey } from '../queries/deletions.ts';
import type { DeletionRow } from '../queries/deletions.ts';
import { findChatId } from '../queries/find-chat-id.ts';
import type { MessageRow } from '../rows/message-row.ts';
import type { OwnedCommand, WriteContext } from './command.ts';
import { findRows, keepHidden, listHidden, takeHidden } from './hidden-messages.ts';
import { refreshLast } from './last.ts';
import { writeMessages } from './messages.ts';
import { dropSends, forgetMessages, takeOut } from './remove-messages.ts';
import { refreshUnread } from './unread.ts';

const ENTER = `
  INSERT OR REPLACE INTO message_deletions (sequence, id, chat_id, created_at, due_at) VALUES (?, ?, ?, ?, ?)`;
const FORGET_OLD = 'DELETE FROM message_deletions WHERE deleted_at <= ?';
const MESSAGE_OF_SEND = 'SELECT message_id AS id FROM sends WHERE id = ? AND message_id IS NOT NULL';
const IS_OF = `sequence || ':' || id IN (SELECT value FROM json_each(?))`;
const TAKE_BACK = `DELETE FROM message_deletions WHERE deleted_at IS NULL AND ${IS_OF} RETURNING *`;
const MARK_DONE = `UPDATE message_deletions SET deleted_at = ? WHERE deleted_at IS NULL AND ${IS_OF}`;

/** Messages of ours may be named by their sends. */
export const deleteMessages: OwnedCommand<'deleteMessages'> = {
  file: 'owned',
  own: (context, { chatId, keys, at, dueAt }) => {
    const { owned, cache, now } = context;
    owned.run(FORGET_OLD, [now - OUTDATED_MS]);
    const id = findChatId(cache, { chatId, phone: null });
    const rows = id === undefined ? [] : listDeletable(context, id, keys);
    const found = rows.map(({ sequence, id }) => toMessageKey(sequence, id));
    if (id === undefined || found.length === 0) return { output: { keys: [] }, follow: () => undefined };
    for (const row of rows) owned.run(ENTER, [row.sequence, row.id, id, at, dueAt]);
    context.changes.addOutbox();
    return { output: { keys: found }, follow: () => hideMessages(context, found) };
  },
};

function listDeletable(context: WriteContext, chatId: number, keys: readonly string[]): MessageRow[] {
  const { cache } = context;
  const chat = cache.get<{ phone: string }>('SELECT phone FROM chats WHERE id = ?', [chatId]);
  const meant = keys.map((key) => findMessageKey(context, key) ?? key);
  const rows = findRows<MessageRow>(cache, 'messages', meant);
  return rows.filter(({ phone, sequence }) => phone === chat?.phone && sequence !== 'note');
}

/** The message that a send of ours has become. */
function findMessageKey({ owned }: WriteContext, key: string): MessageKey | undefined {
  if (findMessagePlace(key) !== undefined) return undefined;
  const send = owned.get<{ id: number }>(MESSAGE_OF_SEND, [toKeyParts(key).id]);
  return send === undefined ? undefined : toMessageKey('out', send.id);
}

/** Out of sight, with all that follows for their chats. */
function hideMessages(context: WriteContext, keys: readonly MessageKey[]): void {
  const rows = findRows<MessageRow>(context.cache, 'messages', keys);
  for (const { seq: _seq, ...columns } of rows) keepHidden(context.cache, columns);
  takeOut(context, rows, { keepsLetters: true });
}

export const restoreMessages: OwnedCommand<'restoreMessages'> = {
  file: 'owned',
  own: (context, { keys }) => {
    const back = takeBack(context, keys);
    return { output: { keys: back }, follow: () => showMessages(context, back) };
  },
};

function takeBack({ owned, changes }: WriteContext, keys: readonly MessageKey[]): MessageKey[] {
  const back = owned.all<DeletionRow>(TAKE_BACK, [JSON.stringify(keys)]).map(toKey);
  if (back.length > 0) changes.addOutbox();
  return back;
}

/** They are no news: whoever deleted them knew them. */
function showMessages(context: WriteContext, keys: readonly MessageKey[]): void {
  const messages = takeHidden(context, keys);
  if (messages.length === 0) return;
  writeMessages(context, messages, { source: 'page', via: null });
  // What the service's row of a chat says counts again, though no message of it may be newer.
  const phones = new Set(messages.map(({ phone }) => phone));
  refreshLast(context, phones);
  refreshUnread(context, phones);
}

export const finishMessageDeletion: OwnedCommand<'finishMessageDeletion'> = {
  file: 'owned',
  own: (context, { keys, isDeleted }) => {
    if (!isDeleted) {
      const back = takeBack(context, keys);
      return { output: undefined, follow: () => showMessages(context, back) };
    }
    const { owned, now, changes } = context;
    dropSends(context, keys);
    if (owned.run(MARK_DONE, [now, JSON.stringify(keys)]).changes > 0) changes.addOutbox();
    return { output: undefined, follow: () => forgetMessages(context, keys) };
  },
};

/** What is hidden is what waits: after a crash between the two commits, and in a cache that was read anew. */
export function reconcileDeletions(context: WriteContext): void {
  const { owned, cache, now } = context;
  hideMessages(context, listWaitingDeletions(owned).map(toKey));
  const hidden = listHidden(cache);
  const deleted = listDeleted(owned, { keys: hidden, now });
  forgetMessages(
    context,
    hidden.filter((key) => deleted.get(key) === 'done'),
  );
  showMessages(
    context,
    hidden.filter((key) => !deleted.has(key)),
  );
}
