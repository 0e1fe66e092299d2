import type { Chat } from '#shared/domain/entities.ts';
import type { PendingAction } from '#shared/domain/sync.ts';

const HOUR_MS = 3_600_000;

/** The chat as it is once the service knows what a person did to it. Actions in the order in which they happened. */
export function toOverlaidChat(chat: Chat, actions: readonly PendingAction[]): Chat {
  return actions.reduce(applyOne, chat);
}

function applyOne(chat: Chat, { action, createdAt }: PendingAction): Chat {
  switch (action.kind) {
    case 'read':
      return { ...chat, unreadCount: action.isRead ? 0 : Math.max(1, chat.unreadCount) };
    case 'status':
      return { ...chat, status: action.status };
    case 'pin':
      return { ...chat, isPinned: action.isPinned };
    case 'mute': {
      const mutedUntil = action.isMuted && action.hours !== null ? createdAt + action.hours * HOUR_MS : null;
      return { ...chat, isMuted: action.isMuted, mutedUntil };
    }
  }
}
