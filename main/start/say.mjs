/**
 * What the scripts say. Everything goes to stderr: stdout belongs to the task (one JSON line, an address, a table).
 */

/** A failure that is explained in one sentence: what happened and what to do. Shown without a stack. */
export class Trouble extends Error {
  name = 'Trouble';
}

/** Prints one line. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** Seconds as people read them: `0.4 s`, `12 s`, `2 min 05 s`. */
export function toDuration(elapsedMs) {
  if (elapsedMs < 10_000) return `${(elapsedMs / 1000).toFixed(1)} s`;
  const seconds = Math.round(elapsedMs / 1000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

const FIRST_LINE_AFTER_MS = 1_500;
const HEARTBEAT_EVERY_MS = 10_000;

/**
 * Says `label …` once something takes longer than a moment, and again every ten seconds while it lasts.
 * Returns a function that ends it and, if anything was said, closes with the time it took.
 */
export function createProgress(label) {
  const startedAt = Date.now();
  let spoken = false;
  let timer = setTimeout(function beat() {
    say(spoken ? `  ${label} … ${toDuration(Date.now() - startedAt)}` : `${label} …`);
    spoken = true;
    timer = setTimeout(beat, HEARTBEAT_EVERY_MS);
  }, FIRST_LINE_AFTER_MS);
  return function end(outcome = 'done') {
    clearTimeout(timer);
    if (spoken) say(`  ${label}: ${outcome} in ${toDuration(Date.now() - startedAt)}`);
  };
}
