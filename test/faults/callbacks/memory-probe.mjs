/*
 * Preloaded with `--import` into an app under measurement, and no part of it: the memory that the system counts for its
 * process, nothing being collected for the occasion, and its open sockets. Every quarter of a second a line of JSON goes
 * into the file that SWITCHBOARD_MEMORY_PROBE names; `live-app.ts` reads it.
 */
import { appendFileSync } from 'node:fs';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 250;

function tell(file) {
  const sockets = process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
  appendFileSync(file, `${JSON.stringify({ at: Date.now(), rssBytes: process.memoryUsage.rss(), sockets })}\n`);
}

const file = process.env['SWITCHBOARD_MEMORY_PROBE'];
if (isMainThread && file !== undefined) setInterval(() => tell(file), EVERY_MS).unref();
