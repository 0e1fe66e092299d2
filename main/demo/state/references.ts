import type { World } from './world.ts';

/** What the sender of a message calls its send: its session knows, and until there is one its bulk. */
export function findReference(
  world: World,
  message: { readonly id: number; readonly sessionId: number },
): string | null {
  if (message.sessionId !== 0) return world.sessions.find(message.sessionId)?.referenceId ?? null;
  const bulk = world.bulks.rows.findLast(({ messageIds }) => messageIds.includes(message.id));
  return bulk?.order.referenceId ?? null;
}
