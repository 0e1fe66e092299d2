/** A text that was just sent and can still be taken back. */

/** When it was sent, and when it goes out, epoch ms. */
export interface Held {
  readonly createdAt: number;
  readonly dueAt: number;
}

/** How long it is held in all, ms. */
export function toHoldMs({ createdAt, dueAt }: Held): number {
  return Math.max(0, dueAt - createdAt);
}

/** Whole seconds until it goes out. A clock that lies behind never makes it longer than it is. */
export function toSecondsLeft(held: Held, now: number): number {
  const leftMs = Math.min(toHoldMs(held), held.dueAt - now);
  return Math.max(0, Math.ceil(leftMs / 1_000));
}
