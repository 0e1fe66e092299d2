import { COMMANDS, type CommandId } from '#shared/domain/commands.ts';

const NAMES: Readonly<Record<string, string>> = {
  ArrowDown: 'Down',
  ArrowUp: 'Up',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Escape: 'Esc',
};

/** The first usual chord of a command as the menus of the desktop write it; undefined where it has none. */
export function toAccelerator(id: CommandId): string | undefined {
  const chord = COMMANDS.find((row) => row.id === id)?.keys.split(' ')[0];
  if (chord === undefined || chord === '') return undefined;
  return chord
    .split('+')
    .map((key) => (key === 'Ctrl' ? 'CmdOrCtrl' : (NAMES[key] ?? key)))
    .join('+');
}
