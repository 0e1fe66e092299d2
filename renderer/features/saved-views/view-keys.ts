/** Whether a view can have the keys that were pressed for it. */
import type { SavedView } from '#shared/contract/index.ts';
import { COMMANDS, type CommandId } from '#shared/domain/commands.ts';
import { isSingleKey, toKeys } from '#renderer/lib/keys/chords.ts';

/** `command`: taken for good · `view`: that one would lose them · `fixed`: a key that means something by itself. */
export type KeysProblem =
  | { readonly kind: 'command'; readonly id: CommandId }
  | { readonly kind: 'view'; readonly view: SavedView }
  | { readonly kind: 'fixed' };

interface KnownKeys {
  /** The views that have keys; not the one that is edited. */
  readonly others: readonly SavedView[];
  readonly chordsOf: (id: CommandId) => readonly string[];
}

/** What every field does with its text. */
const OF_FIELDS = /^Ctrl\+(?:Shift\+)?[ACVXYZ]$/;

/** What is in the way of a chord; null where nothing is. */
export function findKeysProblem(chord: string, { others, chordsOf }: KnownKeys): KeysProblem | null {
  if (!isFree(chord)) return { kind: 'fixed' };
  const command = COMMANDS.find(({ id }) => chordsOf(id).includes(chord));
  if (command !== undefined) return { kind: 'command', id: command.id };
  const view = others.find(({ keys }) => keys === chord);
  return view === undefined ? null : { kind: 'view', view };
}

/** Letters, digits and signs, keys of their own such as F9, and anything with Ctrl or Alt. */
function isFree(chord: string): boolean {
  const keys = toKeys(chord);
  const last = keys.at(-1) ?? '';
  if (OF_FIELDS.test(chord) || last === 'Tab' || last === 'Escape') return false;
  if (keys.includes('Ctrl') || keys.includes('Alt')) return true;
  return /^F\d+$/.test(last) || (isSingleKey(chord) && last !== 'Space');
}
