import { assertNever } from '#shared/lib/assert.ts';
import type { Chat, Message } from './entities.ts';
import type { ActCoverage, ChatAction } from './sync.ts';

/** What of a chat actions are about. */
type ActedChat = Pick<Chat, 'status' | 'unreadCount' | 'isPinned' | 'isMuted' | 'isBlocked'>;

/** Marks of chats that the user holds on to: what is done to all read chats leaves them alone. */
export const HELD_MARKS = ['pinned', 'draft', 'failed'] as const;

/** Whether a chat, as the service has it or as it is shown, is what the action wants; when a mute ends does not count. */
export function isActionApplied(chat: ActedChat, action: ChatAction): boolean {
  switch (action.kind) {
    case 'read':
      return chat.unreadCount > 0 !== action.isRead;
    case 'status':
      return chat.status === action.status;
    case 'pin':
      return chat.isPinned === action.isPinned;
    case 'mute':
      return chat.isMuted === action.isMuted;
    case 'block':
      return chat.isBlocked === action.isBlocked;
    default:
      return assertNever(action, 'Every action on a chat is known');
  }
}

/** Whether a newer text undoes it: reading, closing and deleting are about what was there. */
export function isOvertakable(action: ChatAction): boolean {
  if (action.kind === 'read') return action.isRead;
  return action.kind === 'status' && action.status !== 'active';
}

/** Whether an incoming text of the chat is among those that the act was about. */
export function isCovered(covers: ActCoverage, { id, at, text }: Pick<Message, 'id' | 'at' | 'text'>): boolean {
  const { upToAt, upToId, upToText } = covers;
  if (upToId !== null) return id <= upToId;
  if (upToAt === null) return false;
  return at < upToAt || (at === upToAt && (upToText === null || text.startsWith(upToText)));
}
