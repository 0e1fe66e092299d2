import { toKeys } from './chords.ts';

const KEY_LABELS: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  PageDown: 'Page ↓',
  PageUp: 'Page ↑',
  Plus: '+',
  '-': '−',
  ContextMenu: 'Menu',
};
const MAC_KEY_LABELS: Readonly<Record<string, string>> = {
  Ctrl: '⌘',
  Shift: '⇧',
  Alt: '⌥',
  Enter: '↵',
  Backspace: '⌫',
  Delete: '⌦',
};

/** Whether the keys of this computer are those of a Mac. */
export function isMacKeyboard(userAgent: string): boolean {
  return /\bMac(intosh| OS)\b/.test(userAgent);
}

/** How the keys of a shortcut are written on this keyboard: `Ctrl Shift Enter`, on a Mac `⌘ ⇧ ↵`. */
export function toKeyLabels(keys: readonly string[], userAgent: string): readonly string[] {
  const isMac = isMacKeyboard(userAgent);
  return keys.map((key) => (isMac ? MAC_KEY_LABELS[key] : undefined) ?? KEY_LABELS[key] ?? key);
}

/** A chord as its key labels; none for none. */
export function toChordLabels(chord: string, userAgent: string): readonly string[] {
  return chord === '' ? [] : toKeyLabels(toKeys(chord), userAgent);
}

/** A chord within a sentence: `Ctrl+Shift+Enter`, on a Mac `⌘⇧↵`; '' for none. */
export function toChordText(chord: string, userAgent: string): string {
  return toChordLabels(chord, userAgent).join(isMacKeyboard(userAgent) ? '' : '+');
}

/** A chord as `aria-keyshortcuts` has it: `Control+K`, on a Mac `Meta+K`. */
export function toAriaKeys(chord: string, userAgent: string): string {
  const control = isMacKeyboard(userAgent) ? 'Meta' : 'Control';
  return toKeys(chord)
    .map((key) => (key === 'Ctrl' ? control : key))
    .join('+');
}
