/** On Linux a file in the user's autostart folder starts a program with the session (freedesktop.org: Autostart). */
import { readFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const NAME = 'switchboard.desktop';

export interface AutostartPlace {
  readonly environment: Readonly<Record<string, string>>;
  readonly homeFolder: string;
  readonly execPath: string;
}

/** Null in a sandbox of a store, which has its own way to start programs. */
export function findAutostartFile({ environment, homeFolder }: AutostartPlace): string | null {
  if (environment['SNAP'] !== undefined || environment['FLATPAK_ID'] !== undefined) return null;
  const given = environment['XDG_CONFIG_HOME'];
  // A relative one is to be ignored, says its specification.
  const base = given !== undefined && path.isAbsolute(given) ? given : path.join(homeFolder, '.config');
  return path.join(base, 'autostart', NAME);
}

export async function isAutostartOn(file: string, place: AutostartPlace): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  // Desktops switch an entry off by these lines and leave the file.
  const isOff = lines.includes('Hidden=true') || lines.includes('X-GNOME-Autostart-enabled=false');
  return !isOff && lines.includes(toExecLine(place));
}

/** False where the file cannot be written. */
export async function setAutostart(file: string, isOn: boolean, place: AutostartPlace): Promise<boolean> {
  try {
    if (isOn) {
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, toEntry(place));
    } else await rm(file, { force: true });
    return true;
  } catch {
    return false;
  }
}

function toEntry(place: AutostartPlace): string {
  const lines = ['[Desktop Entry]', 'Type=Application', 'Name=Switchboard', toExecLine(place), 'Terminal=false'];
  return `${lines.join('\n')}\n`;
}

/** An AppImage is started by its own file: what runs inside has another path each time. */
function toExecLine({ environment, execPath }: AutostartPlace): string {
  return `Exec=${quoteForExec(environment['APPIMAGE'] ?? execPath)} --hidden`;
}

/**
 * One argument of `Exec`, by the Desktop Entry Specification: quoted, with `"`, `` ` ``, `$` and `\` behind a backslash and
 * `%` doubled; then each backslash doubled once more, as in every value of such a file.
 */
export function quoteForExec(argument: string): string {
  const quoted = argument.replace(/["`$\\]/g, String.raw`\$&`).replaceAll('%', '%%');
  return `"${quoted.replaceAll('\\', '\\\\')}"`;
}
