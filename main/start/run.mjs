import { spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import { ROOT } from './paths.mjs';
import { createProgress } from './say.mjs';

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
 */
export async function runQuietly(command, options = {}) {
  const child = spawn(command[0], command.slice(1), {
    cwd: options.cwd ?? ROOT,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const end = options.label === undefined ? () => undefined : createProgress(options.label);
  const tail = collectTail(child, options.keep ?? TAIL_CHARACTERS);
  const watch = watchForStall(child, options);
  const release = passSignalsTo(child);
  const { code, error } = await waitFor(child);
  release();
  watch.stop();
  end(watch.stalled() ? 'stopped' : code === 0 ? 'done' : 'failed');
  return { code, output: error === undefined ? tail() : `${tail()}${error.message}`, stalled: watch.stalled() };
}

/**
 * Runs a command in the foreground with this process's stdin, stdout and stderr, and resolves with its exit code
 * (128 + the signal's number when a signal ended it).
 */
export async function runForeground(command, options = {}) {
  const child = spawn(command[0], command.slice(1), {
    cwd: options.cwd ?? ROOT,
    env: { ...process.env, ...options.env },
    stdio: options.stdio ?? 'inherit',
  });
  const release = passSignalsTo(child);
  const { code, error } = await waitFor(child);
  release();
  if (error !== undefined) throw error;
  return code;
}

/** Hands SIGINT, SIGTERM and SIGHUP on to a child, so that it is the child that decides how to end. */
export function passSignalsTo(child) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const pass = (signal) => {
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, pass);
  return () => {
    for (const signal of signals) process.removeListener(signal, pass);
  };
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
  return () => text;
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
    const current = measure();
    if (current !== lastMeasure) lastChangeAt = Date.now();
    lastMeasure = current;
    if (Date.now() - lastChangeAt < stallMs) return;
    stalled = true;
    child.kill('SIGKILL');
  }, WATCH_EVERY_MS);
  return { stop: () => clearInterval(timer), stalled: () => stalled };
}
