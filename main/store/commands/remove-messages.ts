/** Messages that are gone at the service. What was read without a hole stays so: there is nothing there any more. */
import type { MessageKey } from '#shared/domain/ids.ts';
import type { MessageColumns, MessageRow } from '../rows/message-row.ts';
import type { CacheCommand, WriteContext } from './command.ts';
import { announceMessages, refreshLast } from './last.ts';
import { findRows, forgetHidden } from './hidden-messages.ts';
import { addLedgerEvent } from './ledger.ts';
import { indexMessages } from './search.ts';
import type { TextChange } from './search.ts';
import { refreshUnread } from './unread.ts';

const ACCEPTED = `SELECT id FROM sends WHERE message_id = ? AND state = 'accepted'`;

const FORGET = `
  DELETE FROM message_deletions WHERE sequence || ':' || id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL`;

export const removeMessages: CacheCommand<'removeMessages'> = {
  file: 'cache',
  /** A send of ours whose message is gone would come back as a line of its own; the ledger keeps that it left. */
  prepare: (context, { keys }) => {
    dropSends(context, keys);
    // Whoever wanted them deleted has it.
    if (context.owned.run(FORGET, [JSON.stringify(keys)]).changes > 0) context.changes.addOutbox();
  },
  run: (context, { keys }) => ({ removedCount: forgetMessages(context, keys) }),
};

/** Sends of ours that these messages stand for. In the transaction of `owned.db`, before the messages go. */
export function dropSends(context: WriteContext, keys: readonly MessageKey[]): void {
  const { owned, cache, changes } = context;
  for (const { sequence, id: messageId } of [
    ...findRows<MessageColumns>(cache, 'messages', keys),
    ...findRows<MessageColumns>(cache, 'hidden_messages', keys),
  ]) {
    if (sequence !== 'out') continue;
    for (const { id } of owned.all<{ id: string }>(ACCEPTED, [messageId])) {
      owned.run('DELETE FROM sends WHERE id = ?', [id]);
      owned.run('DELETE FROM files WHERE send_id = ?', [id]);
      addLedgerEvent(context, { sendId: id, kind: 'deleted', detail: { messageId } });
      changes.addSend(id);
    }
  }
}

/** Out of the cache for good, whether they were in sight or not; how many of them were. */
export function forgetMessages(context: WriteContext, keys: readonly MessageKey[]): number {
  const { cache } = context;
  const hiddenPhones = new Set(findRows<MessageColumns>(cache, 'hidden_messages', keys).map(({ phone }) => phone));
  if (hiddenPhones.size > 0) {
    forgetHidden(context, keys);
    refreshLast(context, hiddenPhones);
    refreshUnread(context, hiddenPhones);
  }
  return takeOut(context, findRows<MessageRow>(cache, 'messages', keys));
}

/**
 * With all that hangs on them; how many there were. The history of letters goes too, because nobody could look at it, but
 * for messages that may come back.
 */
export function takeOut(
  context: WriteContext,
  rows: readonly MessageRow[],
  { keepsLetters = false }: { readonly keepsLetters?: boolean } = {},
): number {
  const { cache } = context;
  const texts: TextChange[] = [];
  const touched = new Set<string>();
  for (const { seq, sequence, id, text, phone } of rows) {
    cache.run('DELETE FROM messages WHERE seq = ?', [seq]);
    if (sequence === 'out' && !keepsLetters) cache.run('DELETE FROM message_letters WHERE message_id = ?', [id]);
    if (text !== '') texts.push({ before: seq, after: null, text, phone });
    touched.add(phone);
  }
  if (rows.length === 0) return 0;
  indexMessages(cache, texts);
  refreshLast(context, touched);
  refreshUnread(context, touched);
  announceMessages(context, touched);
  return rows.length;
}
