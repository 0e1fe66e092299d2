import type { FocusPlace, InboxCommand } from '#renderer/lib/inbox/keys.ts';

const FIELDS = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]';
/** What has keys of its own while it is open. */
const OVERLAYS = '[role="menu"], [role="dialog"], [role="alertdialog"]';

const GOES_ELSEWHERE: ReadonlySet<InboxCommand> = new Set([
  'toggle-panel',
  'search',
  'search-everywhere',
  'find-in-chat',
]);

/** Where the focus is, for the keys of the inbox. */
export function findPlace(target: EventTarget | null): FocusPlace {
  if (!(target instanceof Element)) return 'elsewhere';
  if (target.matches(FIELDS)) return 'field';
  return target.closest('[data-place="list"]') === null ? 'elsewhere' : 'list';
}

export function isInComposer(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('[data-place="composer"]');
}

/** Whether a menu or a dialog has the keys. A panel over the thread and the palette leave those that go elsewhere alone. */
export function isTakenElsewhere(target: EventTarget | null, command: InboxCommand): boolean {
  if (!(target instanceof Element)) return false;
  const overlay = target.closest(OVERLAYS);
  return overlay !== null && !(overlay.role === 'dialog' && GOES_ELSEWHERE.has(command));
}
