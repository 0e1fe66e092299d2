/** Gives the focus to what usually cannot have it, until it goes elsewhere: Tab and F6 continue from there. */
export function lendFocus(element: HTMLElement): void {
  element.tabIndex = -1;
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  element.focus({ preventScroll: true });
}
