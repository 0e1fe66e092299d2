/**
 * Output of the scripts. Everything goes to stderr: stdout belongs to the task (one JSON line, an address, a table).
 */

/** A failure that is explained in one sentence: what happened and what to do. Shown without a stack. */
export class UserError extends Error {
  name = 'UserError';
}

/** Prints one line. */
export function print(line) {
  process.stderr.write(`${line}\n`);
}

/** A duration for the user: `0.4 s`, `12 s`, `2 min 05 s`. */
export function toDuration(elapsedMs) {
  if (elapsedMs < 10_000) return `${(elapsedMs / 1000).toFixed(1)} s`;
  const seconds = Math.round(elapsedMs / 1000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

const FIRST_LINE_AFTER_MS = 1_500;
const HEARTBEAT_EVERY_MS = 10_000;

/**
 * Prints `label …` once something takes longer than 1.5 s, and again every ten seconds while it lasts.
 * Returns a function that ends it and, if anything was printed, prints the time it took.
 */
export function createProgress(label) {
  const startedAt = Date.now();
  let hasPrinted = false;
  let timer = setTimeout(function beat() {
    print(hasPrinted ? `  ${label} … ${toDuration(Date.now() - startedAt)}` : `${label} …`);
    hasPrinted = true;
    timer = setTimeout(beat, HEARTBEAT_EVERY_MS);
  }, FIRST_LINE_AFTER_MS);
  return function end(outcome = 'done') {
    clearTimeout(timer);
    if (hasPrinted) print(`  ${label}: ${outcome} in ${toDuration(Date.now() - startedAt)}`);
  };
}
