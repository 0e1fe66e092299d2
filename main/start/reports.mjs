import fs from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * The results of one suite: counts, and what was skipped or failed, each with its reason.
 * @typedef {{ name: string, reason: string }} Told
 * @typedef {{ passed: number, failed: number, skipped: Told[], failures: Told[] }} Outcome
 */

/** An outcome in which nothing happened. */
export function emptyOutcome() {
  return { passed: 0, failed: 0, skipped: [], failures: [] };
}

/** What the vitest reporter in test/support wrote; undefined if it wrote nothing (vitest itself broke). */
export function findVitestOutcome(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined;
}

/** Playwright's JSON report as an Outcome; errors outside any test count as failures. Undefined if there is none. */
export function findPlaywrightOutcome(file) {
  if (!fs.existsSync(file)) return undefined;
  const report = JSON.parse(fs.readFileSync(file, 'utf8'));
  const outcome = emptyOutcome();
  for (const error of report.errors)
    addFailure(outcome, { name: 'outside any test', reason: toFirstLine(error.message) });
  for (const test of report.suites.flatMap((suite) => listTests(suite, []))) {
    if (test.status === 'skipped') outcome.skipped.push({ name: test.name, reason: test.reason });
    else if (test.status === 'expected') outcome.passed += 1;
    else addFailure(outcome, test);
  }
  return outcome;
}

function addFailure(outcome, { name, reason }) {
  outcome.failed += 1;
  outcome.failures.push({ name, reason });
}

/** The names of all tests in a Playwright report, run or only listed. */
export function listPlaywrightTests(file) {
  const report = JSON.parse(fs.readFileSync(file, 'utf8'));
  return report.suites.flatMap((suite) => listTests(suite, [])).map(({ name }) => name);
}

function listTests(suite, above) {
  const titles = [...above, suite.title].filter((title) => title !== '');
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.map((test) => ({
      name: [...titles, spec.title].join(' › '),
      status: test.status,
      reason: test.status === 'skipped' ? toSkipReason(test) : toFailReason(test),
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => listTests(inner, titles))];
}

function toSkipReason({ annotations }) {
  return annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description ?? 'no reason given';
}

function toFailReason({ results }) {
  return toFirstLine(results.flatMap(({ errors }) => errors ?? [])[0]?.message);
}

/** Without the colours of a terminal. */
function toFirstLine(message = '') {
  const plain = stripVTControlCharacters(message).trim();
  return plain === '' ? 'no reason given' : plain.split('\n')[0];
}

/** Sums outcomes. */
export function sum(outcomes) {
  return {
    passed: outcomes.reduce((total, { passed }) => total + passed, 0),
    failed: outcomes.reduce((total, { failed }) => total + failed, 0),
    skipped: outcomes.flatMap(({ skipped }) => skipped),
    failures: outcomes.flatMap(({ failures }) => failures),
  };
}

/** One line per reason, with how many tests it kept from running. */
export function toSkipLines(skipped) {
  const byReason = Map.groupBy(skipped, ({ reason }) => reason);
  return [...byReason].map(([reason, tests]) => {
    const names = tests.length > 3 ? `${tests.length} tests` : tests.map(({ name }) => name).join(', ');
    return `skipped: ${names} (${reason})`;
  });
}

/** One line per failed test: whoever reads only the end of a long output sees which it was. */
export function toFailLines(failures) {
  return failures.map(({ name, reason }) => `failed: ${name} (${reason})`);
}

/** The last line of every test run. */
export function toSummary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped.length} skipped`;
}
