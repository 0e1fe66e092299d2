/** What a menu stands beside: an element, or a place. */
export interface MenuAnchor {
  readonly getBoundingClientRect: () => DOMRect;
}

/** Where the pointer asked for the menu; where a key did, the element itself. */
export function toMenuAnchor(event: MouseEvent, element: Element): MenuAnchor {
  if (!(event instanceof PointerEvent) || event.pointerType === '') return element;
  const place = new DOMRect(event.clientX, event.clientY, 0, 0);
  return { getBoundingClientRect: () => place };
}

/** Whether a key asks for the menu of what has the focus. */
export function isMenuPress(event: KeyboardEvent): boolean {
  return event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
}
