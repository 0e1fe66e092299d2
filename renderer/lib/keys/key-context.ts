import type { CommandId } from '#shared/domain/commands.ts';
import type { KeyContext } from './press.ts';

const FIELDS = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]';
/** Fields in which no letter is written. */
const LETTERLESS = 'input[type="checkbox"], input[type="radio"], input[type="button"]';
const MENUS = '[role="menu"], [role="alertdialog"]';
/** Dialogs in which something is decided or written down: they end before anything else begins. */
const FORMS = '[role="dialog"][data-keys="form"]';
const OVERLAYS = `${MENUS}, [role="dialog"]`;

/** Over the thread and in the palette these go elsewhere; in a menu, a form or a question nothing does. */
const FROM_DIALOGS: ReadonlySet<CommandId> = new Set([
  'toggle-panel',
  'search',
  'search-everywhere',
  'find-in-chat',
  'go-inbox',
  'go-contacts',
  'go-scheduled',
  'go-templates',
  'go-settings',
  'zoom-in',
  'zoom-out',
  'zoom-reset',
]);

/** What lies over a table, from its end: it is one of its rows, and its keys mean that row. */
const PANES = '[role="dialog"][data-keys="pane"]';
const ON_PANES: ReadonlySet<CommandId> = new Set(['edit', 'edit-schedule', 'undo']);

/** What lies over the thread and saves at once: what was done in it is taken back from it. */
const PANELS = '[role="dialog"][data-keys="panel"]';
const ON_PANELS: ReadonlySet<CommandId> = new Set(['undo']);

/** Whether something is decided or written down over the window. */
export function hasOpenForm(root: ParentNode): boolean {
  return root.querySelector(`[role="alertdialog"], ${FORMS}`) !== null;
}

/** Where the focus is, for the keys of the window. */
export function findKeyContext(target: EventTarget | null): KeyContext {
  if (!(target instanceof Element)) return 'elsewhere';
  if (target.matches('[data-place="composer"]')) return 'composer';
  if (target.matches(FIELDS) && !target.matches(LETTERLESS)) return 'field';
  if (target.closest('[data-place="list"]') !== null) return 'list';
  return target.closest('[data-place="message"]') === null ? 'elsewhere' : 'message';
}

/** Whether what has the focus has this key too: a menu, a question, a dialog, a field that records keys. */
export function isTakenElsewhere(target: EventTarget | null, command: CommandId | null): boolean {
  if (!(target instanceof Element)) return false;
  // Regions are walked from everywhere that does not hold the focus.
  if (command === 'next-region' || command === 'previous-region') return false;
  if (target.closest(`[data-keys="recording"], ${MENUS}, ${FORMS}`) !== null) return true;
  const overlay = target.closest(OVERLAYS);
  if (overlay === null || command === null) return overlay !== null;
  if (overlay.matches(PANES) && ON_PANES.has(command)) return false;
  if (overlay.matches(PANELS) && ON_PANELS.has(command)) return false;
  return !FROM_DIALOGS.has(command);
}
