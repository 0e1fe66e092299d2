/**
 * Running failed tests again (`--confirm-failures`): which files may run again, and the result of both runs together.
 * @typedef {import('./reports.mjs').FileOutcome} FileOutcome
 * @typedef {import('./reports.mjs').Flake} Flake
 */

/**
 * Tests of what must never lose or double a text: a failure that comes once in a thousand runs is a bug there, not a flake.
 * Names of folders and files, whole or up to the first hyphen or dot.
 */
const NEVER_RETRIED = ['faults', 'sending', 'send', 'sends', 'outbox', 'sync', 'store', 'migrations'];
const NEVER_RETRIED_FILES = /\/(first-sync|lost-answers?|undecidable)\./;

/** A property that failed has found its counterexample; other random cases say nothing about it. */
const COUNTEREXAMPLE = /Property failed|\bseed\b/i;

/** With more failed files than this, the run is broken rather than flaky. */
const MAX_FILES = 10;

/** Whether a failure in this file may be a flake. */
export function mayRetry(file) {
  if (NEVER_RETRIED_FILES.test(file)) return false;
  return !file.split('/').some((segment) => NEVER_RETRIED.includes(segment.split(/[-.]/)[0]));
}

/** The failed files that are to run once more. @param {readonly FileOutcome[]} files @returns {string[]} */
export function listRetries(files) {
  const failed = files.filter(({ failures }) => failures.length > 0);
  if (failed.length > MAX_FILES) return [];
  const isRetried = ({ file, failures }) =>
    file.startsWith('test/') && mayRetry(file) && !failures.some(({ reason }) => COUNTEREXAMPLE.test(reason));
  return failed.filter(isRetried).map(({ file }) => file);
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
  const flaky = [...listFlakes(once, again), ...listFlakes(again, once)];
  const names = new Set(flaky.map(({ name }) => name));
  const repeated = [...once.failures, ...again.failures].filter(({ name }) => !names.has(name));
  flakes.push(...flaky.map((failure) => ({ file: once.file, ...failure })));
  return {
    ...once,
    durationMs: once.durationMs + again.durationMs,
    passed: [...once.passed, ...[...names].filter((name) => !once.passed.includes(name))],
    failures: [...Map.groupBy(repeated, ({ name }) => name).values()].map(([failure]) => failure),
  };
}

/** What failed in one run and passed in the other. Two tests of one name pass only where both do. */
function listFlakes(run, other) {
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
