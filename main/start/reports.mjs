import fs from 'node:fs';

/**
 * The results of one suite: counts, and what was skipped or failed, each with its reason.
 * @typedef {{ passed: number, failed: number, skipped: { name: string, reason: string }[] }} Outcome
 */

/** What the vitest reporter in test/support wrote; undefined if it wrote nothing (vitest itself broke). */
export function findVitestOutcome(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined;
}

/** Playwright's JSON report as an Outcome; errors outside any test count as failures. Undefined if there is none. */
export function findPlaywrightOutcome(file) {
  if (!fs.existsSync(file)) return undefined;
  const report = JSON.parse(fs.readFileSync(file, 'utf8'));
  const outcome = { passed: 0, failed: report.errors.length, skipped: [] };
  for (const test of report.suites.flatMap((suite) => listTests(suite, []))) {
    if (test.status === 'skipped') outcome.skipped.push({ name: test.name, reason: test.reason });
    else if (test.status === 'expected') outcome.passed += 1;
    else outcome.failed += 1;
  }
  return outcome;
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
      reason:
        test.annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description ?? 'no reason given',
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => listTests(inner, titles))];
}

/** Sums outcomes. */
export function sum(outcomes) {
  return {
    passed: outcomes.reduce((total, { passed }) => total + passed, 0),
    failed: outcomes.reduce((total, { failed }) => total + failed, 0),
    skipped: outcomes.flatMap(({ skipped }) => skipped),
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

/** The last line of every test run. */
export function toSummary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped.length} skipped`;
}
