/** What the fate of a call, or a chat as the service has it, says about an action that a person made. */
import type { AppError } from '#shared/domain/app-error.ts';
import type { Chat } from '#shared/domain/entities.ts';
import type { ActCoverage, ChatAction } from '#shared/domain/sync.ts';

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

/** Whether the service surely has nothing of it. A call that was broken off may have arrived, unless it says otherwise. */
export function isSurelyNotSent(error: AppError): boolean {
  if (error.code === 'cancelled') return error.outcome === 'not-accepted';
  return classifyActionFailure(error) === 'later';
}

/**
 * SYNC-21: whether the row of a chat says that somebody wrote in it since, which undoes the act as a reply reopens a chat:
 * doing it once more would hide what nobody has seen. What we sent may move its time too, and is unread by nobody.
 */
export function isOvertaken(chat: Chat, covers: ActCoverage | null): boolean {
  if (covers === null || chat.updatedAt === null) return false;
  if (covers.upToAt !== null && chat.updatedAt <= covers.upToAt) return false;
  return chat.unreadCount > 0 || chat.lastDirection === 'in';
}

/** Whether what the action wanted is so where the service knows no such chat, or no such number. */
export function isDoneByAbsence(action: ChatAction): boolean {
  // A number that the service does not know as blocked is not blocked.
  if (action.kind === 'block') return !action.isBlocked;
  return action.kind === 'status' && action.status === 'deleted';
}
