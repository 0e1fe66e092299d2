/** Names of what was done to a chat and waits for the service, as the window gives them back. */

type WaitingThing =
  | { readonly kind: 'action'; readonly actionId: number }
  /** Messages that were deleted at once. */
  | { readonly kind: 'deletion'; readonly chatId: number; readonly createdAt: number };

export function toActionWaitingId(actionId: number): string {
  return `action:${String(actionId)}`;
}

export function toDeletionWaitingId(chatId: number, createdAt: number): string {
  return `deletion:${String(chatId)}:${String(createdAt)}`;
}

/** Null for what is no such name. */
export function parseWaitingId(waitingId: string): WaitingThing | null {
  const [kind, first, second, ...rest] = waitingId.split(':');
  const [one, other] = [Number(first), Number(second)];
  if (rest.length > 0 || !Number.isSafeInteger(one)) return null;
  if (kind === 'action' && second === undefined) return { kind, actionId: one };
  return kind === 'deletion' && Number.isFinite(other) ? { kind, chatId: one, createdAt: other } : null;
}
