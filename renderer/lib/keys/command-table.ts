/** The table of the commands: each with its chords, and which of them collide. */
import { COMMANDS, type CommandId, type CommandPage, type CommandScope } from '#shared/domain/commands.ts';
import { listChords } from './chords.ts';

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

/** Whether two commands with one chord would be in each other's way. */
export function canCollide(one: CommandId, other: CommandId): boolean {
  const pages = [getCommand(one).on, getCommand(other).on];
  if (!pages.includes(undefined) && pages[0] !== pages[1]) return false;
  const scopes = [getCommand(one).scope, getCommand(other).scope];
  const [first, second] = scopes;
  if (first === second || scopes.includes('anywhere')) return true;
  return scopes.includes('chat') && scopes.includes('list');
}
