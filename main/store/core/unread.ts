/** How many messages of a chat are unread: the service's own count, what came since, and what a person made of it. */

/** What a person did about reading a chat and the service's row does not say yet. */
export interface ReadAct {
  readonly isRead: boolean;
  /** Time of the newest incoming message that was known then, so says the service; null: none was. */
  readonly upToAt: number | null;
  /** At least so many are unread: 0 where it was read, 1 where it was marked unread, more where a number was restored. */
  readonly unreadCount: number;
}

/** A number that a person restored, which the service took for one: it can only be told that a chat is unread. */
export type RestoredUnread = Pick<ReadAct, 'upToAt' | 'unreadCount'>;

export interface UnreadParts {
  /** What the chat's row said. */
  readonly serviceUnread: number;
  /** Time of the newest incoming message that this covers; null: nobody knows, so nothing is added. */
  readonly countedTo: number | null;
  readonly act: ReadAct | null;
  /** Holds as long as the service counts at least one of those that it is about: else they were read since. */
  readonly restored: RestoredUnread | null;
}

/**
 * The count to show. Every time in it is the service's own, so that no clock of this computer matters.
 * @param countSince Incoming messages here that are newer than that; what is of the same instant is not.
 */
export function toShownUnread(parts: UnreadParts, countSince: (at: number) => number): number {
  const { serviceUnread, countedTo, act, restored } = parts;
  const total = serviceUnread + (countedTo === null ? 0 : countSince(countedTo));
  const marked = act ?? restored;
  if (marked === null) return total;
  const since = marked.upToAt === null ? 0 : Math.min(total, countSince(marked.upToAt));
  if (act?.isRead === true) return since;
  if (act === null && since === total) return total;
  // What a person marked unread counts at least so many, and what came after that comes on top.
  return Math.max(marked.unreadCount, total - since) + since;
}
