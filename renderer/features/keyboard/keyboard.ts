/** Changing which keys a command has. Pure: what comes of it is the setting. */
import type { CommandId } from '#shared/domain/commands.ts';
import { listChords, toKeys } from '#renderer/lib/keys/chords.ts';
import { canCollide, getCommand, ROWS, toCommandKeys, type CommandKeys } from '#renderer/lib/keys/command-table.ts';

export type Shortcuts = Readonly<Record<string, string>>;

/** As long as the keys of one command may be. */
const LONGEST = 40;
/** What moves the focus, writes or presses: nobody takes it from the window. */
const OF_WINDOW: ReadonlySet<string> = new Set(['Tab', 'Enter', 'Space', 'Escape', 'Backspace', 'CapsLock']);
const ARROWS = /^Arrow|^Page|^Home$|^End$/;
const OF_FIELDS = /^Ctrl\+[ACVX]$/;

/** Whether a chord is the window's own, or what every field does with its text. */
export function isOfWindow(chord: string): boolean {
  const keys = toKeys(chord);
  const last = keys.at(-1) ?? '';
  const isHeld = keys.includes('Ctrl') || keys.includes('Alt');
  if (last === 'Tab' || OF_FIELDS.test(chord)) return true;
  return !isHeld && (OF_WINDOW.has(last) || (ARROWS.test(last) && keys.length === 1));
}

/** The command that would be in the way if `id` had that chord; null for none. */
export function findHolder(chord: string, id: CommandId, keys: CommandKeys): CommandId | null {
  const row = ROWS.find(
    (other) => other.id !== id && keys.get(other.id)?.includes(chord) === true && canCollide(id, other.id),
  );
  return row?.id ?? null;
}

/** Gives a command these chords; the usual ones are no choice. */
export function withChords(shortcuts: Shortcuts, id: CommandId, chords: readonly string[]): Shortcuts {
  const value = [...new Set(chords)].join(' ').slice(0, LONGEST).trim();
  const rest = withoutChoice(shortcuts, id);
  return value === getCommand(id).keys ? rest : { ...rest, [id]: value };
}

/** One chord in place of what a command has, or beside it. */
export function planChange(
  shortcuts: Shortcuts,
  { id, chord, isMore }: { readonly id: CommandId; readonly chord: string; readonly isMore: boolean },
): Shortcuts {
  const before = isMore ? (toCommandKeys(shortcuts).get(id) ?? []) : [];
  const added = withChords(shortcuts, id, [...before, chord]);
  // What is too long for one command is nothing that anybody would remember.
  return listChords(added[id] ?? getCommand(id).keys).includes(chord) ? added : withChords(shortcuts, id, [chord]);
}

/** Takes one chord away from a command. */
export function withoutChord(shortcuts: Shortcuts, id: CommandId, chord: string): Shortcuts {
  const chords = toCommandKeys(shortcuts).get(id) ?? [];
  return withChords(
    shortcuts,
    id,
    chords.filter((other) => other !== chord),
  );
}

/** The usual keys of one command. */
export function withoutChoice(shortcuts: Shortcuts, id: CommandId): Shortcuts {
  return Object.fromEntries(Object.entries(shortcuts).filter(([other]) => other !== id));
}

/** How many commands have other keys than usual. */
export function countChanged(shortcuts: Shortcuts): number {
  return ROWS.filter(({ id, keys, isFixed }) => isFixed !== true && (shortcuts[id] ?? keys) !== keys).length;
}
