import fs from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { toDuration } from './console.mjs';

/**
 * What the test runners reported, file by file.
 * @typedef {{ name: string, reason: string }} TestNote
 * @typedef {{ file: string, name: string, reason: string }} Flake
 * @typedef {{ file: string, durationMs: number, passed: string[], skipped: TestNote[], failures: TestNote[] }} FileOutcome
 */

/** The file name of an error that belongs to no file, such as an unhandled rejection. */
export const OUTSIDE = 'outside any file';

/** A file in which nothing happened yet. @returns {FileOutcome} */
export function emptyFile(file) {
  return { file, durationMs: 0, passed: [], skipped: [], failures: [] };
}

/** One failure that belongs to no test, as a report of its own. @returns {FileOutcome[]} */
export function toOutsideFailure(reason) {
  return [{ ...emptyFile(OUTSIDE), failures: [{ name: 'outside any test', reason }] }];
}

/** What the vitest reporter in test/support wrote; undefined if it wrote nothing (vitest itself broke). */
export function findVitestOutcome(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined;
}

/** Playwright's JSON report, file by file; errors outside any test count as failures. Undefined if there is none. */
export function findPlaywrightOutcome(file) {
  if (!fs.existsSync(file)) return undefined;
  const report = JSON.parse(fs.readFileSync(file, 'utf8'));
  const outside = report.errors.flatMap(({ message }) => toOutsideFailure(toFirstLine(message)));
  const byFile = Map.groupBy(listPlaywrightTests(file), (test) => test.file);
  return [...outside, ...[...byFile].map(([name, tests]) => toFileOutcome(name, tests))];
}

function toFileOutcome(file, tests) {
  const outcome = emptyFile(file);
  for (const { name, status, reason, durationMs } of tests) {
    outcome.durationMs += durationMs;
    if (status === 'skipped') outcome.skipped.push({ name, reason });
    else if (status === 'expected') outcome.passed.push(name);
    else outcome.failures.push({ name, reason });
  }
  return outcome;
}

/** All tests in a Playwright report, run or only listed. */
export function listPlaywrightTests(file) {
  const report = JSON.parse(fs.readFileSync(file, 'utf8'));
  return report.suites.flatMap((suite) => listTests(suite, { file: suite.file ?? suite.title, titles: [] }));
}

function listTests(suite, { file, titles }) {
  // The outermost suite is the file itself.
  const own = (suite.specs ?? []).flatMap((spec) => spec.tests.map((test) => toTest(test, [...titles, spec.title])));
  const inner = (suite.suites ?? []).flatMap((child) => listTests(child, { file, titles: [...titles, child.title] }));
  return [...own.map((test) => ({ ...test, file })), ...inner];
}

function toTest(test, titles) {
  return {
    name: titles.join(' › '),
    status: test.status,
    reason: test.status === 'skipped' ? toSkipReason(test) : toFailReason(test),
    durationMs: (test.results ?? []).reduce((total, { duration = 0 }) => total + duration, 0),
  };
}

function toSkipReason({ annotations }) {
  return annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description ?? 'no reason given';
}

function toFailReason({ results = [] }) {
  return toFirstLine(results.flatMap(({ errors }) => errors ?? [])[0]?.message);
}

/** Without the colours of a terminal. */
function toFirstLine(message = '') {
  const plain = stripVTControlCharacters(message).trim();
  return plain === '' ? 'no reason given' : plain.split('\n')[0];
}

/** One line per suite: its folder below `test`, the results of its tests, and the total time of its files. */
export function toSuiteLines(files) {
  const suites = Map.groupBy(files, ({ file }) => file.split('/')[1] ?? OUTSIDE);
  return [...suites].sort().map(([suite, own]) => {
    const counts = `${count(own, 'passed')} passed, ${count(own, 'failures')} failed, ${count(own, 'skipped')} skipped`;
    const durationMs = own.reduce((total, file) => total + file.durationMs, 0);
    return `${suite.padEnd(13)} ${counts} (${own.length} files, ${toDuration(durationMs)})`;
  });
}

/** The files that took longest. */
export function toSlowestLines(files, most = 10) {
  const slowest = files.toSorted((one, other) => other.durationMs - one.durationMs).slice(0, most);
  return slowest.map(({ file, durationMs }) => `${toDuration(durationMs).padStart(12)}  ${file}`);
}

/** One line per reason, with the number of skipped tests. */
export function toSkipLines(files) {
  const byReason = Map.groupBy(
    files.flatMap(({ skipped }) => skipped),
    ({ reason }) => reason,
  );
  return [...byReason].map(([reason, tests]) => {
    const names = tests.length > 3 ? `${tests.length} tests` : tests.map(({ name }) => name).join(', ');
    return `skipped: ${names} (${reason})`;
  });
}

/** One line per failed test, so that the end of a long output names it. */
export function toFailLines(files) {
  return files.flatMap(({ file, failures }) =>
    failures.map(({ name, reason }) => `failed: ${file} ${name} (${reason})`),
  );
}

/** One line per test that failed once and passed once. */
export function toFlakeLines(flakes) {
  return flakes.map(({ file, name, reason }) => `flaky: ${file} ${name} (${reason})`);
}

/** The last line of every test run. */
export function toSummary(files) {
  return `${count(files, 'passed')} passed, ${count(files, 'failures')} failed, ${count(files, 'skipped')} skipped`;
}

/** How many tests of all these files passed, failed or were skipped. */
export function count(files, kind) {
  return files.reduce((total, file) => total + file[kind].length, 0);
}
