/** What the fate of a call says about the action that it carried. */
import type { AppError } from '#shared/domain/app-error.ts';
import type { Chat } from '#shared/domain/entities.ts';
import type { ChatId } from '#shared/domain/ids.ts';
import type { ChatAction, PendingAction } from '#shared/domain/sync.ts';
import { assertNever } from '#shared/lib/assert.ts';

/**
 * `later`: surely not accepted, stays as it is. `refused`: the service said no, it is rolled back.
 * `verify`: nobody knows; the chat is read before the action is tried again.
 */
export type ActionFate = 'later' | 'refused' | 'verify';

/** After this many unknown outcomes of one action it is given up. */
export const MAX_UNKNOWN_OUTCOMES = 5;

/** Sorts a failed call by the rules of sending. */
export function classifyActionFailure(error: AppError): ActionFate {
  if (error.code === 'unauthorized' || error.code === 'cancelled' || error.code === 'rate-limited') return 'later';
  if (error.code === 'validation' || error.code === 'forbidden' || error.code === 'not-found') return 'refused';
  if (error.outcome === 'refused') return 'refused';
  return error.outcome === 'not-accepted' ? 'later' : 'verify';
}

/** Whether the chat as the service has it already is what the action wants. */
export function isActionApplied(chat: Chat, action: ChatAction): boolean {
  switch (action.kind) {
    case 'read':
      return chat.unreadCount > 0 !== action.isRead;
    case 'status':
      return chat.status === action.status;
    case 'pin':
      return chat.isPinned === action.isPinned;
    case 'mute':
      return chat.isMuted === action.isMuted;
    default:
      return assertNever(action, 'Every action on a chat is known');
  }
}

/** Lanes of actions, one per chat, in the order they were made. A chat that the service does not know yet has to wait. */
export function planActionLanes(actions: readonly PendingAction[]): readonly (readonly PendingAction[])[] {
  const lanes = new Map<ChatId, PendingAction[]>();
  for (const action of [...actions].sort((a, b) => a.id - b.id)) {
    if (action.chatId <= 0) continue;
    const lane = lanes.get(action.chatId);
    if (lane === undefined) lanes.set(action.chatId, [action]);
    else lane.push(action);
  }
  return [...lanes.values()];
}
