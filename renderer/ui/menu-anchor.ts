/** What a menu stands beside. */
export type MenuAnchor = HTMLElement | { readonly getBoundingClientRect: () => DOMRect };

/** Where the right button was pressed; by a key: the element itself. */
export function toMenuAnchor(event: MouseEvent, element: HTMLElement): MenuAnchor {
  if (event.button !== 2) return element;
  const place = new DOMRect(event.clientX, event.clientY, 0, 0);
  return { getBoundingClientRect: () => place };
}

/** Whether a key asks for the menu of what has the focus. */
export function isMenuPress(event: KeyboardEvent): boolean {
  return event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
}
