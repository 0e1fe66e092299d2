import { assertNever } from '#shared/lib/assert.ts';
import type { Chat } from './entities.ts';
import type { ChatAction } from './sync.ts';

/** What of a chat actions are about. */
type ActedChat = Pick<Chat, 'status' | 'unreadCount' | 'isPinned' | 'isMuted' | 'isBlocked'>;

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
