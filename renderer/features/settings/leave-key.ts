const OVERLAYS = '[role="menu"], [role="dialog"], [role="alertdialog"], [role="presentation"]:not([data-leaves])';

/** Whether a key press leaves the settings: Esc, unless what lies over them takes it. */
export function isLeaveKey(event: KeyboardEvent): boolean {
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return false;
  return !(event.target instanceof Element && event.target.closest(OVERLAYS) !== null);
}
