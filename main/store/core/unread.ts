/** How many messages of a chat are unread: the service's own count, what came since, and what a person made of it. */

/** What a person did about reading a chat and the service's row does not say yet. */
export interface ReadAct {
  readonly isRead: boolean;
  /** Time of the newest incoming message that was known then, so says the service; null: none was. */
  readonly upToAt: number | null;
}

export interface UnreadParts {
  /** What the chat's row said. */
  readonly serviceUnread: number;
  /** Time of the newest incoming message that this covers; null: nobody knows, so nothing is added. */
  readonly countedTo: number | null;
  readonly act: ReadAct | null;
}

/**
 * The count to show. Every time in it is the service's own, so that no clock of this computer matters.
 * @param countSince Incoming messages here that are newer than that; what is of the same instant is not.
 */
export function toShownUnread(parts: UnreadParts, countSince: (at: number) => number): number {
  const { serviceUnread, countedTo, act } = parts;
  const total = serviceUnread + (countedTo === null ? 0 : countSince(countedTo));
  if (act === null) return total;
  const since = act.upToAt === null ? 0 : Math.min(total, countSince(act.upToAt));
  // What a person marked unread counts at least one, and what came after that comes on top.
  return act.isRead ? since : Math.max(1, total - since) + since;
}
