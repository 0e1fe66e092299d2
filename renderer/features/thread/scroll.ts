/** Where a thread goes, and when it follows its newest message. */

/** Somebody this close to the bottom reads the newest; further up they read something else. */
const BOTTOM_PX = 80;
/** This close to an end, the page beyond it is asked for. */
const EDGE_PX = 600;

export interface ScrollPlace {
  /** All in CSS pixels. */
  readonly offset: number;
  readonly viewport: number;
  readonly content: number;
}

/** From the bottom, CSS pixels. */
export function toDistance({ scrollTop, clientHeight, scrollHeight }: HTMLElement): number {
  return scrollHeight - scrollTop - clientHeight;
}

/** Whether the newest message is in view, or nearly. */
export function isAtBottom({ offset, viewport, content }: ScrollPlace): boolean {
  return content - offset - viewport <= BOTTOM_PX;
}

/**
 * Whether somebody who followed the newest still does: what is in view grew or moved, and nobody scrolled up meanwhile.
 */
export function isStillFollowing(before: ScrollPlace, now: ScrollPlace): boolean {
  return now.content !== before.content && now.offset >= before.offset - 1;
}

/** Whether it is time to have the page above. */
export function isNearTop({ offset }: ScrollPlace): boolean {
  return offset < EDGE_PX;
}

/** Whether it is time to have the page below. */
export function isNearBottom({ offset, viewport, content }: ScrollPlace): boolean {
  return content - offset - viewport < EDGE_PX;
}

/** Where a thread is placed: at its end, a row with the line "New" near the top, or a row in the middle. */
export type Placing = { readonly at: 'end' } | { readonly at: 'new' | 'middle'; readonly row: number };

/** Where a thread goes: to the line "New" above a row, to a message that somebody is led to, or to its end. */
export function toPlacing(row: number, jump: { readonly key: string | null } | null): Placing {
  if (jump !== null && row !== -1) return { at: 'middle', row };
  return row > 0 ? { at: 'new', row } : { at: 'end' };
}
