/**
 * The second look at failed tests (`--confirm-failures`): which files may run again, and what both runs together say.
 * @typedef {import('./reports.mjs').FileOutcome} FileOutcome
 * @typedef {import('./reports.mjs').Flake} Flake
 */

/**
 * Tests of what must never lose or double a text: a failure there that comes once in a thousand runs is a fault, not bad
 * luck. Folders and names of files, whole or up to the first hyphen or dot.
 */
const NEVER_REPEATED = ['faults', 'sending', 'send', 'sends', 'outbox', 'sync', 'store', 'migrations'];
const NEVER_REPEATED_FILES = /\/(first-sync|lost-answers?|undecidable)\./;

/** A property that failed has found its counterexample; other random cases say nothing about it. */
const COUNTEREXAMPLE = /Property failed|\bseed\b/i;

/** With more failed files than this, the run is broken rather than unlucky. */
const MOST_FILES = 10;

/** Whether a file's failure may be bad luck. */
export function mayRepeat(file) {
  if (NEVER_REPEATED_FILES.test(file)) return false;
  return !file.split('/').some((segment) => NEVER_REPEATED.includes(segment.split(/[-.]/)[0]));
}

/** The failed files that are to run once more. @param {readonly FileOutcome[]} files @returns {string[]} */
export function listRepeats(files) {
  const failed = files.filter(({ failures }) => failures.length > 0);
  if (failed.length > MOST_FILES) return [];
  const isOpen = ({ file, failures }) =>
    file.startsWith('test/') && mayRepeat(file) && !failures.some(({ reason }) => COUNTEREXAMPLE.test(reason));
  return failed.filter(isOpen).map(({ file }) => file);
}

/**
 * Both runs as one: a test that failed in both has failed; one that failed in one of them and passed in the other is a
 * flake, and counts as passed.
 *
 * @param {readonly FileOutcome[]} first
 * @param {readonly FileOutcome[]} second the repeated files only
 * @returns {{ files: FileOutcome[], flakes: Flake[] }}
 */
export function mergeRuns(first, second) {
  const flakes = [];
  const files = first.map((once) => {
    const again = second.find(({ file }) => file === once.file);
    return again === undefined ? once : mergeFile(once, again, flakes);
  });
  const known = new Set(first.map(({ file }) => file));
  return { files: [...files, ...second.filter(({ file }) => !known.has(file))], flakes };
}

function mergeFile(once, again, flakes) {
  const unlucky = [...listLuckless(once, again), ...listLuckless(again, once)];
  const names = new Set(unlucky.map(({ name }) => name));
  const lasting = [...once.failures, ...again.failures].filter(({ name }) => !names.has(name));
  flakes.push(...unlucky.map((told) => ({ file: once.file, ...told })));
  return {
    ...once,
    durationMs: once.durationMs + again.durationMs,
    passed: [...once.passed, ...[...names].filter((name) => !once.passed.includes(name))],
    failures: [...Map.groupBy(lasting, ({ name }) => name).values()].map(([told]) => told),
  };
}

/** What failed in one run and passed in the other. Two tests of one name pass only where both do. */
function listLuckless(run, other) {
  const failed = new Set(other.failures.map(({ name }) => name));
  const passed = new Set(other.passed.filter((name) => !failed.has(name)));
  return run.failures.filter(({ name }) => passed.has(name));
}

/** Flakes that a run does not forgive have failed. @param {readonly FileOutcome[]} files */
export function failFlakes(files, flakes) {
  return files.map((outcome) => {
    const own = flakes.filter(({ file }) => file === outcome.file);
    const names = new Set(own.map(({ name }) => name));
    return {
      ...outcome,
      passed: outcome.passed.filter((name) => !names.has(name)),
      failures: [...outcome.failures, ...own.map(({ name, reason }) => ({ name, reason: `passed once: ${reason}` }))],
    };
  });
}
