/** Chords of `shared/domain/commands.ts`: what a press is one of, whatever the keyboard. */
import { isWholePress, type KeyPress } from './press.ts';

/** The keys whose name would be taken for a part of the notation. */
const NAMES: Readonly<Record<string, string>> = { ' ': 'Space', '+': 'Plus' };

/** `Ctrl+N N` as its chords. */
export function listChords(keys: string): readonly string[] {
  return keys.split(' ').filter((chord) => chord !== '');
}

/** The keys of a chord, the last one being what is pressed with the others held. */
export function toKeys(chord: string): readonly string[] {
  return chord.split('+');
}

/** Whether a chord writes a character where people write: no Ctrl, no Alt, one letter, digit or sign. */
export function isSingleKey(chord: string): boolean {
  const keys = toKeys(chord);
  const last = keys.at(-1) ?? '';
  const isHeld = keys.includes('Ctrl') || keys.includes('Alt');
  return !isHeld && ([...last].length === 1 || last === 'Space' || last === 'Plus');
}

/**
 * The chords that a press may be, the likeliest first; none where an input method or a modifier has it.
 *
 * Letters are what they write, and where they stand on keyboards of other scripts. Digits are where they are. Signs are
 * what they write: the Shift or AltGr that it takes to write one is no part of the chord.
 */
export function toChords(press: KeyPress, isMac: boolean): readonly string[] {
  if (!isWholePress(press)) return [];
  const isWriting = press.getModifierState?.('AltGraph') === true;
  const isControl = isMac ? press.metaKey : press.ctrlKey && !isWriting;
  // The key of the system beside it, and on a Mac Ctrl, belong to others.
  if (isMac ? press.ctrlKey : press.metaKey) return [];
  const isAlt = press.altKey && !isWriting;
  const build = (key: string, isShift: boolean, withAlt = isAlt): string =>
    [...(isControl ? ['Ctrl'] : []), ...(withAlt ? ['Alt'] : []), ...(isShift ? ['Shift'] : []), key].join('+');
  return [...new Set(listKeys(press, { build, isMac }))];
}

type Build = (key: string, isShift: boolean, withAlt?: boolean) => string;

function listKeys({ key, code, shiftKey }: KeyPress, { build, isMac }: { build: Build; isMac: boolean }): string[] {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  const onDigit = digit === undefined ? [] : [build(digit, shiftKey)];
  if ([...key].length > 1) return [build(key, shiftKey)];
  if (/^\d$/.test(key)) return onDigit.length > 0 ? onDigit : [build(key, shiftKey)];
  const isLetter = /^\p{L}$/u.test(key);
  if (isLetter && digit === undefined) return listLetter(key, code, (letter) => build(letter, shiftKey));
  const name = NAMES[key] ?? key;
  // Option writes signs there, as Shift does.
  const signs = isMac ? [build(name, false), build(name, false, false)] : [build(name, false)];
  // Where plus is beside equals, nobody cares which of the two is above.
  const alias = key === '+' ? [build('=', false)] : [];
  return isLetter ? onDigit : [...signs, ...alias, ...onDigit];
}

function listLetter(key: string, code: string, build: (letter: string) => string): string[] {
  const written = build(key.toUpperCase());
  const place = /^Key([A-Z])$/.exec(code)?.[1];
  return /\p{Script=Latin}/u.test(key) || place === undefined ? [written] : [build(place), written];
}
