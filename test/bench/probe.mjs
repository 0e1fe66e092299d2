/*
 * Preloaded with `--import` into an app under measurement, and no part of it: how long its main thread was busy in one
 * go, in CPU time of that thread. A timer of 1 ms gets its turn once per turn of the event loop, so what the thread used
 * between two of its calls is one turn and at most 1 ms more. Every quarter of a second the worst goes as a line of JSON
 * into the file that SWITCHBOARD_PROBE names; `main-turns.ts` reads it.
 */
import { appendFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 250;

function look() {
  const { user, system } = process.threadCpuUsage();
  return { cpuMs: (user + system) / 1000, at: performance.now() };
}

function watch(file) {
  let last = look();
  let told = last;
  let worst = { cpuMs: 0, wallMs: 0 };
  setInterval(() => {
    const now = look();
    worst = { cpuMs: Math.max(worst.cpuMs, now.cpuMs - last.cpuMs), wallMs: Math.max(worst.wallMs, now.at - last.at) };
    last = now;
    if (now.at - told.at < EVERY_MS) return;
    appendFileSync(file, `${JSON.stringify({ at: Date.now(), usedMs: now.cpuMs - told.cpuMs, ...worst })}\n`);
    worst = { cpuMs: 0, wallMs: 0 };
    // What the telling itself has cost is not the app's.
    last = told = look();
  }, 1).unref();
}

const file = process.env['SWITCHBOARD_PROBE'];
if (isMainThread && file !== undefined) watch(file);
