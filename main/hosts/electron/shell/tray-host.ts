/**
 * Whether anything on this Linux desktop shows tray icons: its watcher has an owner on the session bus. Electron does not
 * tell, and without one the icon is nowhere. No answer counts as none: a window must not hide where nothing brings it back.
 */
import { execFile } from 'node:child_process';

const WATCHER = 'org.kde.StatusNotifierWatcher';
const BUS = 'org.freedesktop.DBus';
const WITHIN_MS = 2_000;

/** Programs that can ask, of which every desktop has one: of GLib, of systemd, of D-Bus itself. */
const QUESTIONS: readonly (readonly [program: string, ...args: string[]])[] = [
  ['gdbus', 'call', '--session', `--dest=${BUS}`, '--object-path=/', `--method=${BUS}.NameHasOwner`, WATCHER],
  ['busctl', '--user', 'call', BUS, '/', BUS, 'NameHasOwner', 's', WATCHER],
  ['dbus-send', '--session', '--print-reply', `--dest=${BUS}`, '/', `${BUS}.NameHasOwner`, `string:${WATCHER}`],
];

type Run = (program: string, args: readonly string[]) => Promise<'absent' | 'failed' | string>;

/** False after two seconds for each program. */
export async function hasTrayHost(run: Run = runProgram): Promise<boolean> {
  for (const [program, ...args] of QUESTIONS) {
    const answer = await run(program, args);
    if (answer !== 'absent') return /\btrue\b/.test(answer);
  }
  return false;
}

/** What it prints; `absent`: there is no such program. */
function runProgram(program: string, args: readonly string[]): ReturnType<Run> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: WITHIN_MS, killSignal: 'SIGKILL' }, (error, output) => {
      if (error === null) resolve(output);
      else resolve(error.code === 'ENOENT' ? 'absent' : 'failed');
    });
  });
}
