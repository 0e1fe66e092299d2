/** Which command a press means: the table, what a person changed in it, and where the focus is. */
import { COMMANDS, type CommandId, type CommandPage, type CommandScope } from '#shared/domain/commands.ts';
import { isSingleKey, listChords, toKeys } from './chords.ts';
import type { KeyContext } from './press.ts';

/** The chords of every command. */
export type CommandKeys = ReadonlyMap<CommandId, readonly string[]>;

/** A command of the table with all that may be said of it. */
export interface CommandRow {
  readonly id: CommandId;
  readonly group: (typeof COMMANDS)[number]['group'];
  readonly scope: CommandScope;
  readonly keys: string;
  readonly isFixed?: true;
  readonly on?: CommandPage;
  readonly repeats?: true;
}

export const ROWS: readonly CommandRow[] = COMMANDS;

/** The row of a command. */
export function getCommand(id: CommandId): CommandRow {
  const row = ROWS.find((candidate) => candidate.id === id);
  if (row === undefined) throw new Error(`There is no command ${id}`);
  return row;
}

/** The chords as they are now. `shortcuts`: what a person chose, by command; what nobody knows there is left out. */
export function toCommandKeys(shortcuts: Readonly<Record<string, string>>): CommandKeys {
  return new Map(
    ROWS.map(({ id, keys, isFixed }) => [id, listChords(isFixed === true ? keys : (shortcuts[id] ?? keys))] as const),
  );
}

/** Scopes by place, the nearest first. */
const NEAREST: Readonly<Record<KeyContext, readonly CommandScope[]>> = {
  composer: ['composer', 'chat', 'anywhere'],
  field: ['chat', 'anywhere'],
  list: ['list', 'chat', 'anywhere'],
  message: ['message', 'chat', 'anywhere', 'list'],
  elsewhere: ['chat', 'anywhere', 'list'],
};

/** What a field does with its own text. */
const OF_FIELDS = /^Ctrl\+(?:Shift\+)?(?:[ACVXYZ]|End|Home|Arrow\w+|Backspace|Delete)$/;

export interface FindOptions {
  readonly place: KeyContext;
  /** Whether letters, digits and signs alone are keys. */
  readonly singleKeys: boolean;
}

export interface FindPageOptions extends FindOptions {
  /** What is on screen of that to which commands may be limited; null: nothing. */
  readonly page: CommandPage | null;
}

/** Whether a chord may mean something of ours at that place. */
export function isChordOurs(chord: string, { place, singleKeys }: FindOptions): boolean {
  if (isSingleKey(chord)) return singleKeys && place !== 'field' && place !== 'composer';
  if (place !== 'field' && place !== 'composer') return true;
  const last = toKeys(chord).at(-1) ?? '';
  const isHeld = chord.startsWith('Ctrl+') || chord.startsWith('Alt+');
  return (isHeld && !OF_FIELDS.test(chord)) || /^F\d+$/.test(last) || last === 'Escape';
}

/** The command of the first of these chords that has one; null where none is ours. */
export function findCommand(chords: readonly string[], keys: CommandKeys, options: FindPageOptions): CommandId | null {
  for (const chord of chords) {
    // Whoever undoes decides whether it is for the field.
    const isUndo = chord === 'Ctrl+Z' && keys.get('undo')?.includes(chord) === true;
    if (isUndo) return 'undo';
    if (!isChordOurs(chord, options)) continue;
    const found = findInScopes(chord, keys, options);
    if (found !== null) return found;
  }
  return null;
}

function findInScopes(chord: string, keys: CommandKeys, { place, page }: FindPageOptions): CommandId | null {
  for (const scope of NEAREST[place]) {
    // Beside the list only its letters lead back to it: arrows move what has the focus.
    if (scope === 'list' && place !== 'list' && !isSingleKey(chord)) continue;
    const isMeant = (row: CommandRow): boolean => row.scope === scope && (row.on === undefined || row.on === page);
    const row = ROWS.find((candidate) => isMeant(candidate) && keys.get(candidate.id)?.includes(chord) === true);
    if (row !== undefined) return row.id;
  }
  return null;
}

/** Whether two commands with one chord would be in each other's way. */
export function canCollide(one: CommandId, other: CommandId): boolean {
  const pages = [getCommand(one).on, getCommand(other).on];
  if (!pages.includes(undefined) && pages[0] !== pages[1]) return false;
  const scopes = [getCommand(one).scope, getCommand(other).scope];
  const [first, second] = scopes;
  if (first === second || scopes.includes('anywhere')) return true;
  return scopes.includes('chat') && scopes.includes('list');
}
