/**
 * Whether anything on this Linux desktop shows tray icons: its watcher has an owner on the session bus. Electron does not
 * tell, and without one the icon is nowhere. No answer counts as none: a window must not hide where nothing brings it back.
 */
import { execFile } from 'node:child_process';

const WATCHER = 'org.kde.StatusNotifierWatcher';
const BUS = 'org.freedesktop.DBus';
const WITHIN_MS = 2_000;

/** Programs that can ask, of which every desktop has one: of GLib, of systemd, of D-Bus itself. */
const QUESTIONS: readonly (readonly [program: string, toArgs: (name: string) => readonly string[]])[] = [
  ['gdbus', (name) => ['call', '--session', `--dest=${BUS}`, '--object-path=/', `--method=${BUS}.NameHasOwner`, name]],
  ['busctl', (name) => ['--user', 'call', BUS, '/', BUS, 'NameHasOwner', 's', name]],
  [
    'dbus-send',
    (name) => ['--session', '--print-reply', `--dest=${BUS}`, '/', `${BUS}.NameHasOwner`, `string:${name}`],
  ],
];

/** What a program prints; null: there is no such program. */
type Run = (program: string, args: readonly string[]) => Promise<string | null>;

export function hasTrayHost(): Promise<boolean> {
  return hasOwner(WATCHER);
}

/** The first program that is there answers, within two seconds. */
export async function hasOwner(name: string, run: Run = runProgram): Promise<boolean> {
  for (const [program, toArgs] of QUESTIONS) {
    const answer = await run(program, toArgs(name));
    if (answer !== null) return /\btrue\b/.test(answer);
  }
  return false;
}

export function runProgram(program: string, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: WITHIN_MS, killSignal: 'SIGKILL' }, (error, output) => {
      if (error === null) resolve(output);
      // A failure is an answer: another program would ask the same bus.
      else resolve(error.code === 'ENOENT' ? null : '');
    });
  });
}
