import type { PhoneKey } from '#shared/domain/ids.ts';
import { toOverlaidChat } from '../core/overlay.ts';
import type { KeptAction } from '../rows/action-row.ts';
import { toChat } from '../rows/chat-row.ts';
import type { ChatRow } from '../rows/chat-row.ts';
import { showBlock } from './blocks.ts';
import { writeChat } from './chats.ts';
import type { WriteContext } from './command.ts';
import { refreshUnread, toReadAct } from './unread.ts';

/** Shows unconfirmed actions on the chats of the cache; nothing where one is not there or looks like it already. */
export function showActions(context: WriteContext, actions: readonly KeptAction[]): void {
  const recounted = new Set<string>();
  for (const action of actions) {
    const phone = showOne(context, action);
    if (phone !== null) recounted.add(phone);
  }
  if (recounted.size > 0) refreshUnread(context, recounted);
}

/** The number whose unread count that may have changed. */
function showOne(context: WriteContext, kept: KeptAction): string | null {
  const { chatId, action, read } = kept;
  const row = context.cache.get<ChatRow>('SELECT * FROM chats WHERE id = ?', [chatId]);
  if (row === undefined) return null;
  if (action.kind === 'block') {
    showBlock(context, row.phone as PhoneKey, action.isBlocked);
    return null;
  }
  if (!writeChat(context, toOverlaidChat(toChat(row), [kept]), read ?? toReadAct(row))) return null;
  context.changes.addChat(row.id);
  return action.kind === 'read' || action.kind === 'status' ? row.phone : null;
}
