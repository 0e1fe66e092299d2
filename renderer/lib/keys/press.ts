/** A press of a key, as far as its chord needs it: every `KeyboardEvent` is one. */
export interface KeyPress {
  readonly key: string;
  /** Where the key is: digits stand in one place, whatever they write with and without Shift. */
  readonly code: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  /** An input method has it. */
  readonly isComposing?: boolean;
  readonly getModifierState?: (name: 'AltGraph') => boolean;
}

/** Where the focus is: what people write in, another field, the chat list, a message of the thread, or anywhere else. */
export type KeyContext = 'composer' | 'field' | 'list' | 'message' | 'elsewhere';

/** What an input method, a dead key, or a modifier alone writes. */
const NO_KEYS: ReadonlySet<string> = new Set([
  'Process',
  'Dead',
  'Unidentified',
  'Control',
  'Shift',
  'Alt',
  'AltGraph',
  'Meta',
  'OS',
  'CapsLock',
  'NumLock',
  'ScrollLock',
  'Fn',
  'FnLock',
  'Compose',
]);

/** Whether the press is one of somebody who means a key: not a part of a word of an input method, nor a modifier alone. */
export function isWholePress(press: KeyPress): boolean {
  return press.isComposing !== true && press.key !== '' && !NO_KEYS.has(press.key);
}
