/**
 * Holds: the moments in which a person can still take a text back.
 *
 * SEND-12  A held send leaves when its hold is over, or when a person ends it, and not before.
 * SEND-13  No hold lasts longer than itself from when it was first seen, whatever becomes of the clock.
 */
import type { SendId } from '#shared/domain/ids.ts';
import type { Send } from '#shared/domain/sends.ts';

/** How long a held send stays from now on; never longer than it was to be held at all. */
export function planHoldMs({ createdAt, dueAt }: Pick<Send, 'createdAt' | 'dueAt'>, now: number): number {
  return Math.max(0, Math.min(dueAt - now, dueAt - createdAt));
}

/** Those whose hold is over. `elapsed` are those that were held for as long as they were to be, by no clock's word. */
export function listEndedHolds(given: {
  readonly waiting: readonly Send[];
  readonly elapsed: ReadonlySet<SendId>;
  readonly now: number;
}): readonly Send[] {
  const { waiting, elapsed, now } = given;
  return waiting.filter((send) => send.state === 'held' && (elapsed.has(send.id) || planHoldMs(send, now) === 0));
}

/** Those that a person ends with this one: it and all before it to the same number, which it must not overtake. */
export function listHeldUpTo(waiting: readonly Send[], sendId: SendId): readonly Send[] {
  const index = waiting.findIndex(({ id, state }) => id === sendId && state === 'held');
  const { phone } = waiting[index] ?? {};
  return waiting.slice(0, index + 1).filter((send) => send.state === 'held' && send.phone === phone);
}
