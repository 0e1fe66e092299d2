import { toKeys } from './chords.ts';

const CAPS: Readonly<Record<string, string>> = {
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
const MAC_CAPS: Readonly<Record<string, string>> = {
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
export function toKeyCaps(keys: readonly string[], userAgent: string): readonly string[] {
  const isMac = isMacKeyboard(userAgent);
  return keys.map((key) => (isMac ? MAC_CAPS[key] : undefined) ?? CAPS[key] ?? key);
}

/** A chord as its caps; none for none. */
export function toChordCaps(chord: string, userAgent: string): readonly string[] {
  return chord === '' ? [] : toKeyCaps(toKeys(chord), userAgent);
}

/** A chord as `aria-keyshortcuts` has it: `Control+K`, on a Mac `Meta+K`. */
export function toAriaKeys(chord: string, userAgent: string): string {
  const control = isMacKeyboard(userAgent) ? 'Meta' : 'Control';
  return toKeys(chord)
    .map((key) => (key === 'Ctrl' ? control : key))
    .join('+');
}
