import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

const WINDOW_WITHIN_MS = 60_000;
const END_WITHIN_MS = 30_000;
const TAIL_CHARACTERS = 2_000;

/** Where electron-builder leaves the unpacked program of each system, below its output folder. */
const PROGRAMS = {
  linux: ['linux-unpacked/switchboard', 'linux-arm64-unpacked/switchboard'],
  win32: ['win-unpacked/Switchboard.exe', 'win-arm64-unpacked/Switchboard.exe'],
  darwin: ['mac/Switchboard.app/Contents/MacOS/Switchboard', 'mac-arm64/Switchboard.app/Contents/MacOS/Switchboard'],
};

/** That of this computer's processor first: another one may start too, by translation. */
const isOther = (name, arch) => name.includes('arm64') !== (arch === 'arm64');

/** The packed program below this folder, or undefined. */
export function findPacked(folder, platform = process.platform, arch = process.arch) {
  return (PROGRAMS[platform] ?? [])
    .toSorted((one, other) => Number(isOther(one, arch)) - Number(isOther(other, arch)))
    .map((name) => path.join(folder, name))
    .find((file) => fs.existsSync(file));
}

/** Bytes of the archives below this folder, and of the files beside them. */
export function measurePacked(folder) {
  const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const places = files.map((entry) => path.join(entry.parentPath, entry.name));
  const sum = (wanted) => wanted.reduce((bytes, file) => bytes + fs.statSync(file).size, 0);
  return {
    archive: sum(places.filter((file) => path.basename(file) === 'app.asar')),
    beside: sum(places.filter((file) => file.includes(`app.asar.unpacked${path.sep}`))),
    program: sum(places),
  };
}

/**
 * How to start a program that needs a screen: under Xvfb where there is none.
 * @returns {{ command: string[] } | { reason: string }}
 */
export function toScreenCommand(program, { platform, env, uid, hasXvfb }) {
  if (platform !== 'linux') return { command: [program] };
  if (uid === 0) return { reason: 'Electron doesn’t run as root' };
  if (env.DISPLAY || env.WAYLAND_DISPLAY) return { command: [program] };
  if (!hasXvfb) return { reason: 'there is no display and xvfb-run is not installed' };
  return { command: ['xvfb-run', '--auto-servernum', program] };
}

export function hasXvfb() {
  return spawnSync('xvfb-run', ['--help'], { stdio: 'ignore' }).status === 0;
}

/** The program prints this line once its page has loaded (`main/hosts/electron/lifecycle/start.ts`). */
const WINDOW_IS_OPEN = 'The Switchboard window is open.';

/**
 * Starts the program on the demo, waits until it says that its window is open, and ends it.
 * @returns {Promise<{ windowMs: number } | { failure: string }>}
 */
export async function tryOut(command, dataFolder, options = {}) {
  const { windowWithinMs = WINDOW_WITHIN_MS, endWithinMs = END_WITHIN_MS } = options;
  const startedAt = Date.now();
  const child = spawn(command[0], [...command.slice(1), '--demo', '--data', dataFolder], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, SWITCHBOARD_KEYRING: 'off' },
    // A group of its own, so that the end reaches the program behind xvfb-run.
    detached: process.platform !== 'win32',
  });
  const ended = once(child, 'close').then(
    ([code]) => `exit code ${code}`,
    (error) => error.message,
  );
  const words = collect(child.stderr);
  const first = await Promise.race([
    words.hasWindow().then(() => 'open'),
    ended,
    setTimeout(windowWithinMs, 'late', { ref: false }),
  ]);
  if (first === 'open' || first === 'late') end(child, 'SIGTERM');
  else return { failure: `it exited on its own (${first}): ${words.tail()}` };
  const windowMs = Date.now() - startedAt;
  const isEnded = await Promise.race([ended.then(() => true), setTimeout(endWithinMs, false, { ref: false })]);
  if (!isEnded) end(child, 'SIGKILL');
  if (first === 'late') return { failure: `no window opened within ${windowWithinMs / 1000} s: ${words.tail()}` };
  return isEnded ? { windowMs } : { failure: `it didn’t quit within ${endWithinMs / 1000} s of being asked to` };
}

function collect(stream) {
  let words = '';
  const found = Promise.withResolvers();
  stream.setEncoding('utf8');
  stream.on('data', (chunk) => {
    words = (words + chunk).slice(-TAIL_CHARACTERS);
    if (words.includes(WINDOW_IS_OPEN)) found.resolve();
  });
  return { hasWindow: () => found.promise, tail: () => words.trim() || 'it printed nothing' };
}

function end(child, signal) {
  if (process.platform === 'win32') child.kill(signal);
  else process.kill(-child.pid, signal);
}
