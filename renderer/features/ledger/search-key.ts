const TAKEN = 'input, textarea, select, [contenteditable], [role="menu"], [role="dialog"], [role="alertdialog"]';

/** Whether a key press means the field of the ledger: `/`, where nothing else takes letters. */
export function isSearchKey(event: KeyboardEvent): boolean {
  if (event.key !== '/' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !(event.target instanceof Element && event.target.closest(TAKEN) !== null);
}
