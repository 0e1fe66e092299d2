/*
 * Preloaded with `--import` into an app under measurement, and no part of it. Lines of JSON go into the file that
 * SWITCHBOARD_PROBE names; `main-turns.ts` reads them.
 *
 * Every quarter of a second: how long the main thread was busy in one go, in CPU time of that thread and on the wall. A
 * timer of 1 ms gets its turn once per turn of the event loop, so what went by between two of its calls is one turn and at
 * most 1 ms more. With SWITCHBOARD_PROBE_TURNS=off there is no such timer, which itself costs more than an idle app may.
 *
 * Every second: CPU time of the whole process, all threads, and its memory.
 */
import { appendFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

const TURNS_EVERY_MS = 250;
const USAGE_EVERY_MS = 1_000;
/** Shorter turns keep nobody waiting. */
const TELLING_MS = 2;

function look() {
  const { user, system } = process.threadCpuUsage();
  return { cpuMs: (user + system) / 1000, at: performance.now() };
}

function watchTurns(tell) {
  let last = look();
  let told = last;
  let worst = { cpuMs: 0, wallMs: 0 };
  let long = { longCpuMs: [], longWallMs: [] };
  setInterval(() => {
    const now = look();
    const [cpuMs, wallMs] = [now.cpuMs - last.cpuMs, now.at - last.at];
    worst = { cpuMs: Math.max(worst.cpuMs, cpuMs), wallMs: Math.max(worst.wallMs, wallMs) };
    if (cpuMs > TELLING_MS) long.longCpuMs.push(round(cpuMs));
    if (wallMs > TELLING_MS) long.longWallMs.push(round(wallMs));
    last = now;
    if (now.at - told.at < TURNS_EVERY_MS) return;
    tell({ usedMs: now.cpuMs - told.cpuMs, spanMs: now.at - told.at, ...worst, ...long });
    worst = { cpuMs: 0, wallMs: 0 };
    long = { longCpuMs: [], longWallMs: [] };
    // What the telling itself has cost is not the app's.
    last = told = look();
  }, 1).unref();
}

function watchUsage(tell) {
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed } = process.memoryUsage();
    tell({ processCpuMs: (user + system) / 1000, rssBytes: rss, heapBytes: heapUsed });
  }, USAGE_EVERY_MS).unref();
}

function round(ms) {
  return Math.round(ms * 100) / 100;
}

const file = process.env['SWITCHBOARD_PROBE'];
if (isMainThread && file !== undefined) {
  const tell = (said) => appendFileSync(file, `${JSON.stringify({ at: Date.now(), ...said })}\n`);
  watchUsage(tell);
  if (process.env['SWITCHBOARD_PROBE_TURNS'] !== 'off') watchTurns(tell);
}
