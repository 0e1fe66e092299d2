import { isOvertakable } from '#shared/domain/chat-actions.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import type { ChatAction, PendingAction } from '#shared/domain/sync.ts';
import type { ReadAct } from '../core/unread.ts';
import { isReverse, parseAction, parseCoverage } from '../json.ts';

export interface ActionRow {
  readonly id: number;
  readonly chat_id: number;
  /** Empty where an older version wrote it. */
  readonly phone: string;
  readonly action: string;
  readonly created_at: number;
  readonly due_at: number;
  readonly attempts: number;
}

export function toPendingAction(row: ActionRow): PendingAction {
  const action = parseAction(row.action);
  return {
    id: row.id,
    chatId: toChatId(row.chat_id),
    phone: row.phone as PhoneKey,
    action,
    covers: isOvertakable(action) ? parseCoverage(row.action) : null,
    createdAt: row.created_at,
    dueAt: row.due_at,
    attempts: row.attempts,
    ...(isReverse(row.action) ? { isReverse: true } : {}),
  };
}

/** An action as the cache is shown it: with what one about reading covers. */
export interface KeptAction extends PendingAction {
  /** Null: the action is about something else. */
  readonly read: ReadAct | null;
}

export function toKeptAction(row: ActionRow): KeptAction {
  const pending = toPendingAction(row);
  const { action } = pending;
  return {
    ...pending,
    read: action.kind === 'read' ? { ...toReadMark(action), upToAt: parseCoverage(row.action).upToAt } : null,
  };
}

const toReadMark = ({ isRead, unreadCount = 1 }: Extract<ChatAction, { kind: 'read' }>) => ({
  isRead,
  unreadCount: isRead ? 0 : unreadCount,
});
