/** How an action on chats is taken back: which chats are still as it left them, and which actions restore each. */
import type { ChatBefore } from '#main/store/api/chats.ts';
import type { ChatView } from '#shared/contract/index.ts';
import { isActionApplied } from '#shared/domain/chat-actions.ts';
import type { ChatId } from '#shared/domain/ids.ts';
import type { ChatAct } from '#shared/domain/sync.ts';

const HOUR_MS = 3_600_000;
/** The service reckons the end of a mute by its own clock. */
const SAME_MUTE_MS = 10 * 60_000;

type Shown = Pick<
  ChatView,
  'status' | 'unreadCount' | 'isPinned' | 'isMuted' | 'mutedUntil' | 'isBlocked' | 'snoozedUntil' | 'waitingSince'
>;

/** Whether nothing that the action was about has changed since it was done at `at`. */
export function isAsLeft(chat: Shown, action: ChatAct, at: number): boolean {
  if (action.kind === 'snooze') return chat.snoozedUntil === action.until;
  if (action.kind === 'reply') return (chat.waitingSince !== null) === action.isNeeded;
  if (!isActionApplied(chat, action)) return false;
  return action.kind !== 'mute' || isSameEnd(chat.mutedUntil, action, at);
}

function isSameEnd(
  mutedUntil: number | null,
  { isMuted, hours, endsAt }: Extract<ChatAct, { kind: 'mute' }>,
  at: number,
): boolean {
  if (!isMuted) return true;
  if (hours === null || mutedUntil === null) return hours === null && mutedUntil === null;
  const longerMs = mutedUntil - (endsAt ?? at + hours * HOUR_MS);
  // What came to the service late has the whole hours that were left.
  return longerMs < SAME_MUTE_MS && longerMs > -HOUR_MS - SAME_MUTE_MS;
}

/** What makes a chat what it was before an action of that kind, in this order; nothing where that cannot be restored. */
export function planRestoring(before: ChatBefore, kind: ChatAct['kind'], now: number): readonly ChatAct[] {
  const snoozedUntil = before.snoozedUntil !== null && before.snoozedUntil > now ? before.snoozedUntil : null;
  switch (kind) {
    case 'read':
      return [toRead(before)];
    case 'status':
      if (before.status === 'unknown') return [];
      // Closing and deleting end a snooze, so that it is begun again.
      return [{ kind, status: before.status }, ...(snoozedUntil === null ? [] : [toSnooze(snoozedUntil)])];
    case 'pin':
      return [{ kind, isPinned: before.isPinned }];
    case 'mute':
      return [toMute(before, now)];
    case 'block':
      return [{ kind, isBlocked: before.isBlocked }];
    case 'snooze':
      return [toSnooze(snoozedUntil)];
    case 'reply':
      return [{ kind, isNeeded: before.isReplyNeeded }];
  }
}

/** With the number that was unread. */
function toRead({ unreadCount }: ChatBefore): ChatAct {
  if (unreadCount <= 1) return { kind: 'read', isRead: unreadCount === 0 };
  return { kind: 'read', isRead: false, unreadCount };
}

const toSnooze = (until: number | null): ChatAct => ({ kind: 'snooze', until });

/** With the end that it had: the service counts in whole hours. A mute that is over meanwhile is over. */
function toMute({ isMuted, mutedUntil }: ChatBefore, now: number): ChatAct {
  if (!isMuted || (mutedUntil !== null && mutedUntil <= now)) return { kind: 'mute', isMuted: false, hours: null };
  if (mutedUntil === null) return { kind: 'mute', isMuted: true, hours: null };
  return { kind: 'mute', isMuted: true, hours: Math.ceil((mutedUntil - now) / HOUR_MS), endsAt: mutedUntil };
}

export interface RestoringGroup {
  readonly action: ChatAct;
  readonly chatIds: readonly ChatId[];
}

/** All of them, grouped by action, in an order in which the actions of one chat follow each other. */
export function planRestorings(
  chats: readonly ChatBefore[],
  kind: ChatAct['kind'],
  now: number,
): readonly RestoringGroup[] {
  const groups = new Map<string, { action: ChatAct; chatIds: ChatId[] }>();
  for (const before of chats) {
    for (const [place, action] of planRestoring(before, kind, now).entries()) {
      const name = `${String(place)} ${JSON.stringify(action)}`;
      const group = groups.get(name) ?? { action, chatIds: [] };
      group.chatIds.push(before.chatId);
      groups.set(name, group);
    }
  }
  return [...groups].toSorted(([one], [other]) => toPlace(one) - toPlace(other)).map(([, group]) => group);
}

const toPlace = (name: string): number => Number.parseInt(name, 10);
