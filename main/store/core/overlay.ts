import type { Chat } from '#shared/domain/entities.ts';
import type { ChatAction, PendingAction } from '#shared/domain/sync.ts';

const HOUR_MS = 3_600_000;

/**
 * The chat as it is once the service knows what a person did to it, but for its unread count (`unread.ts`) and for who is
 * blocked, which the register says (`blocks.ts`). Actions in the order in which they happened.
 */
export function toOverlaidChat(chat: Chat, actions: readonly Pick<PendingAction, 'action' | 'createdAt'>[]): Chat {
  return actions.reduce(applyOne, chat);
}

function applyOne(chat: Chat, { action, createdAt }: Pick<PendingAction, 'action' | 'createdAt'>): Chat {
  switch (action.kind) {
    case 'read':
      return chat;
    case 'status':
      return { ...chat, status: action.status };
    case 'pin':
      return { ...chat, isPinned: action.isPinned };
    case 'mute':
      return { ...chat, isMuted: action.isMuted, mutedUntil: toMutedUntil(action, createdAt) };
    case 'block':
      return action.isBlocked ? chat : { ...chat, isBlocked: false };
  }
}

/** When a mute that was made then is over; null: never, or it is none. */
export function toMutedUntil(
  { isMuted, hours, endsAt }: Omit<Extract<ChatAction, { kind: 'mute' }>, 'kind'>,
  at: number,
): number | null {
  return isMuted && hours !== null ? (endsAt ?? at + hours * HOUR_MS) : null;
}
