import { spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './paths.mjs';
import { createProgress } from './console.mjs';

const TAIL_CHARACTERS = 6_000;
const WATCH_EVERY_MS = 1_000;

/**
 * Runs a command quietly and resolves with `{ code, output, stalled }`; never rejects.
 * `output` is the end of what it printed. With `stallMs` it is killed once neither its output nor the number
 * returned by `measure()` (bytes on disk, say) has changed for that long, and `stalled` is true.
 *
 * @param {string[]} command program and arguments
 * @param {{ label?: string, env?: Record<string, string>, cwd?: string, stallMs?: number, measure?: () => number,
 *   keep?: number }} [options] `label` shows progress; `keep` is how many characters of output to keep
 * @returns {Promise<{ code: number, output: string, stalled: boolean }>}
 */
export async function runQuietly(command, options = {}) {
  const child = spawn(command[0], command.slice(1), {
    cwd: options.cwd ?? ROOT,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that a stop reaches what the command itself has started.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const end = options.label === undefined ? () => undefined : createProgress(options.label);
  const tail = collectTail(child, options.keep ?? TAIL_CHARACTERS);
  const watch = watchForStall(child, options);
  const stop = endWithUs(child);
  const { code, error } = await waitFor(child);
  stop();
  watch.stop();
  end(watch.stalled() ? 'stopped' : code === 0 ? 'done' : 'failed');
  return { code, output: error === undefined ? tail() : `${tail()}${error.message}`, stalled: watch.stalled() };
}

/**
 * Runs a command in the foreground with this process's stdin, stdout and stderr, and resolves with its exit code
 * (128 + the signal's number when a signal ended it). With a `prefix` it has no stdin, and each line that it prints is
 * passed on behind the prefix, so that two commands at once can be told apart.
 *
 * @param {string[]} command program and arguments
 * @param {{ env?: Record<string, string>, cwd?: string, stdio?: import('node:child_process').StdioOptions,
 *   prefix?: string }} [options]
 * @returns {Promise<number>}
 */
export async function runForeground(command, options = {}) {
  const { prefix } = options;
  const child = spawn(command[0], command.slice(1), {
    cwd: options.cwd ?? ROOT,
    env: { ...process.env, ...options.env },
    stdio: prefix === undefined ? (options.stdio ?? 'inherit') : ['ignore', 'pipe', 'pipe'],
  });
  if (prefix !== undefined) passLinesOn(child, prefix);
  const release = passSignalsTo(child);
  const { code, error } = await waitFor(child);
  release();
  if (error !== undefined) throw error;
  return code;
}

function passLinesOn(child, prefix) {
  for (const [source, target] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    createInterface({ input: source }).on('line', (line) => target.write(`${prefix}${line}\n`));
  }
}

/**
 * Passes signals on to a foreground child, so that the child decides how to end. Ctrl+C in a terminal reaches the child
 * by itself: passing that on as well would make it two.
 */
export function passSignalsTo(child) {
  const pass = (signal) => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  return onSignals(pass);
}

/** A signal ends a quiet child and then this process: its work is incomplete. */
function endWithUs(child) {
  return onSignals((signal) => {
    killGroup(child, signal);
    child.once('close', () => process.exit(128 + os.constants.signals[signal]));
  });
}

const ORPHAN_CHECK_MS = 500;

/**
 * npm runs scripts in a shell that dies of SIGTERM without passing it on; stopping `npm start` would leave the app
 * running. So when the shell that npm started goes, this process ends as if the signal had reached it.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, ORPHAN_CHECK_MS);
  timer.unref();
}

function onSignals(listener) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, listener);
  return () => {
    for (const signal of signals) process.removeListener(signal, listener);
  };
}

function killGroup(child, signal) {
  if (child.pid === undefined || child.exitCode !== null) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch (error) {
    // It ended between the check and the kill.
    if (error.code !== 'ESRCH') throw error;
  }
}

async function waitFor(child) {
  try {
    const [code, signal] = await once(child, 'close');
    return { code: code ?? 128 + (os.constants.signals[signal] ?? 0) };
  } catch (error) {
    return { code: 127, error };
  }
}

function collectTail(child, limit) {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (chunk) => {
      text = (text + chunk).slice(-limit);
      child.emit('progress');
    });
  }
  return () => stripVTControlCharacters(text);
}

function watchForStall(child, { stallMs, measure = () => 0 }) {
  let stalled = false;
  if (stallMs === undefined) return { stop: () => undefined, stalled: () => false };
  let lastChangeAt = Date.now();
  let lastMeasure = measure();
  child.on('progress', () => {
    lastChangeAt = Date.now();
  });
  const timer = setInterval(() => {
    if (stalled) return;
    const current = measure();
    if (current !== lastMeasure) lastChangeAt = Date.now();
    lastMeasure = current;
    if (Date.now() - lastChangeAt < stallMs) return;
    stalled = true;
    killGroup(child, 'SIGKILL');
  }, WATCH_EVERY_MS);
  return { stop: () => clearInterval(timer), stalled: () => stalled };
}
