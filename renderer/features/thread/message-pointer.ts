import { findRowAround } from './held-row.svelte.ts';
import type { MessageHand } from './message-hand.svelte.ts';

/** The menu of the message under the pointer, there where it is. A key that asks for it gets it beside the message. */
export function openMenuByPointer(event: MouseEvent, hand: MessageHand): void {
  const row = findRowAround(event.target);
  const key = row?.dataset['key'];
  if (row === null || key === undefined) return;
  event.preventDefault();
  const isPointer = event instanceof PointerEvent && event.pointerType !== '';
  const point = new DOMRect(event.clientX, event.clientY, 0, 0);
  hand.openMenu(key, isPointer ? { getBoundingClientRect: () => point } : row, event.target);
}

/** While some are checked, a click checks: not on what has a click of its own, and not the end of a selection. */
export function checkByClick(event: MouseEvent, hand: MessageHand): void {
  if (!hand.checked.isAny || !(event.target instanceof Element) || event.target.closest('a, button') !== null) return;
  const key = findRowAround(event.target)?.dataset['key'];
  if (key !== undefined && getSelection()?.isCollapsed !== false) hand.toggle(key);
}

/**
 * The message that a person moves the pointer to or taps, not one that is scrolled below it. While a button is pressed
 * something is dragged or selected: it stays the one before.
 */
export function point(event: MouseEvent, hand: MessageHand): void {
  const key = findRowAround(event.target)?.dataset['key'];
  if (key !== undefined && event.buttons === 0) hand.point(key);
}
