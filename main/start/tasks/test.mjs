import fs from 'node:fs';
import { ensureRenderer } from '../build.mjs';
import { ensureHeadlessChromium } from '../chromium.mjs';
import { BUILD_DIR, inProject } from '../paths.mjs';
import {
  count,
  emptyFile,
  findPlaywrightOutcome,
  findVitestOutcome,
  listPlaywrightTests,
  toFailLines,
  toFlakeLines,
  toOutsideFailure,
  toSkipLines,
  toSlowestLines,
  toSuiteLines,
  toSummary,
} from '../reports.mjs';
import { runForeground, runQuietly } from '../run.mjs';
import { print, toDuration } from '../console.mjs';
import { failFlakes, listRetries, mergeRuns } from '../retry-failures.mjs';
import { installTestPrograms, TEST_PROGRAMS } from '../test-programs.mjs';

const BROWSER_FOLDERS = ['test/component', 'test/e2e'];
const FAULTS = 'test/faults';
const CONFIRM = '--confirm-failures';
/** A run forgives so many tests that failed once and then passed. At full counts it forgives none. */
const MOST_FLAKES = { small: 2, full: 0 };

/**
 * `test` and `test:full`: every suite, at small or full counts. Paths after the command narrow it down:
 * `npm test -- test/unit/api`. With `--confirm-failures`, and always at full counts, failed files run once more, one at a time. The last line is always `N passed, N failed, N skipped`.
 */
export async function run({ task, args }) {
  const startedAt = Date.now();
  const scale = process.env.SWITCHBOARD_TEST_SCALE ?? (task === 'test:full' ? 'full' : 'small');
  process.env.SWITCHBOARD_TEST_SCALE = scale;
  // Tests must not touch the user's keyring; those of a real one start a bus and a keyring of their own.
  process.env.SWITCHBOARD_KEYRING = 'off';
  fs.mkdirSync(BUILD_DIR, { recursive: true });
  const filters = args.filter((argument) => argument !== CONFIRM);
  await prepare(filters);
  const first = await runSuites(splitByRunner(filters));
  const isConfirming = task === 'test:full' || args.includes(CONFIRM);
  const { files, flakes } = isConfirming ? await retryFailures(first) : { files: first, flakes: [] };
  print(`The tests took ${toDuration(Date.now() - startedAt)}.`);
  return report({ files, flakes, most: scale === 'full' ? MOST_FLAKES.full : MOST_FLAKES.small });
}

/** What tests need beside the packages of npm: the built page, and programs where they can be installed. */
async function prepare(filters) {
  const needed = TEST_PROGRAMS.filter(({ folders }) => mayNeed(folders, filters));
  await Promise.all([ensureRenderer(), installTestPrograms(needed.flatMap(({ packages }) => packages))]);
}

function mayNeed(folders, filters) {
  return filters.length === 0 || filters.some((filter) => folders.some((folder) => isBelow(folder, filter)));
}

function hasOnly(folder, filters) {
  return filters.length > 0 && filters.every((filter) => filter.startsWith(folder));
}

/** Whether one of the two contains the other. */
function isBelow(folder, filter) {
  return folder.startsWith(filter) || filter.startsWith(folder);
}

/** Which filters each runner gets; undefined where it has nothing to do. */
function splitByRunner(filters) {
  const isForBrowser = (filter) => BROWSER_FOLDERS.some((folder) => filter.startsWith(folder));
  const plain = filters.filter((filter) => !isForBrowser(filter));
  const browser = filters.filter(isForBrowser);
  return {
    vitest: plain.length > 0 || browser.length === 0 ? plain : undefined,
    playwright: browser.length > 0 || plain.length === 0 ? browser : undefined,
  };
}

/** Output in a terminal is coloured, output in a file is not. */
const PLAIN = process.stdout.isTTY ? {} : { NO_COLOR: '1' };

/**
 * Both runners at once: while the tests of one wait for a page, a process or a socket, those of the other use the core.
 * The tests that kill and starve the real app run after them: their other side, too, waits only so long for an answer.
 */
async function runSuites({ vitest, playwright }) {
  const isBoth = vitest !== undefined && playwright !== undefined;
  const outcomes = await Promise.all([
    vitest === undefined || hasOnly(FAULTS, vitest)
      ? []
      : runVitest(vitest, { project: '!faults', prefix: isBoth ? 'vitest     | ' : undefined }),
    playwright === undefined ? [] : runPlaywright(playwright, { prefix: isBoth ? 'playwright | ' : undefined }),
  ]);
  const faults =
    vitest === undefined || !mayNeed([FAULTS], vitest) ? [] : await runVitest(vitest, { project: 'faults' });
  return [...outcomes.flat(), ...faults];
}

/** Runs the failed files once more, one at a time. */
async function retryFailures(first) {
  const retries = listRetries(first);
  if (retries.length === 0) return { files: first, flakes: [] };
  print(`Running again: ${retries.join(', ')}`);
  const { vitest, playwright } = splitByRunner(retries);
  const second = [
    ...(vitest === undefined ? [] : await runVitest(vitest, { isAlone: true })),
    ...(playwright === undefined ? [] : await runPlaywright(playwright, { isAlone: true })),
  ];
  return mergeRuns(first, second);
}

function report({ files, flakes, most }) {
  const isForgiven = flakes.length <= most;
  const final = isForgiven ? files : failFlakes(files, flakes);
  print('Slowest files:');
  const lines = [toSlowestLines, toSuiteLines, toSkipLines, toFailLines].flatMap((toLines) => toLines(final));
  for (const line of [...lines, ...toFlakeLines(flakes)]) print(line);
  if (flakes.length > 0) {
    print(
      `${flakes.length} flaky: failed once and passed once; ${isForgiven ? 'at most' : 'more than'} ${most} are forgiven`,
    );
  }
  const nothingRan = count(final, 'passed') + count(final, 'failures') === 0;
  if (nothingRan) print('No tests ran.');
  process.stdout.write(`${toSummary(final)}\n`);
  return count(final, 'failures') > 0 || nothingRan ? 1 : 0;
}

async function runVitest(filters, { prefix, project, isAlone = false }) {
  const file = freshReport('vitest.json');
  const command = [
    ...[process.execPath, inProject('node_modules', 'vitest', 'vitest.mjs'), 'run', '--passWithNoTests'],
    ...['--reporter=default', '--reporter=./test/support/summary-reporter.ts'],
    ...(project === undefined ? [] : [`--project=${project}`]),
    ...(isAlone ? ['--no-file-parallelism'] : []),
    ...filters,
  ];
  const code = await runForeground(command, { env: { ...PLAIN, SWITCHBOARD_TEST_REPORT: file }, prefix });
  return withExitCode(findVitestOutcome(file), code, 'vitest');
}

async function runPlaywright(filters, { prefix, isAlone = false }) {
  const chromium = await ensureHeadlessChromium();
  if (chromium.executable === undefined) return await skipBrowserSuites(filters, chromium.reason);
  const file = freshReport('playwright.json');
  const code = await runForeground(
    toPlaywrightCommand('--reporter=list,json', [...(isAlone ? ['--workers=1'] : []), ...filters]),
    { env: { ...PLAIN, SWITCHBOARD_CHROMIUM: chromium.executable, PLAYWRIGHT_JSON_OUTPUT_NAME: file }, prefix },
  );
  return withExitCode(findPlaywrightOutcome(file), code, 'playwright');
}

async function skipBrowserSuites(filters, reason) {
  const file = freshReport('playwright.json');
  const listed = await runQuietly(toPlaywrightCommand('--reporter=json', ['--list', ...filters]), {
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  });
  if (listed.code !== 0) return withExitCode(undefined, listed.code, 'playwright');
  const byFile = Map.groupBy(listPlaywrightTests(file), (test) => test.file);
  return [...byFile].map(([name, tests]) => ({
    ...emptyFile(name),
    skipped: tests.map((test) => ({ name: test.name, reason })),
  }));
}

function toPlaywrightCommand(reporter, rest) {
  const cli = inProject('node_modules', '@playwright', 'test', 'cli.js');
  return [process.execPath, cli, 'test', '--pass-with-no-tests', reporter, ...rest];
}

/** A runner that failed without a failed test (a broken config, a crash) counts as one failure. */
function withExitCode(files = [], code, name) {
  if (code === 0 || count(files, 'failures') > 0) return files;
  return [...files, ...toOutsideFailure(`${name} itself failed with exit code ${code}`)];
}

function freshReport(name) {
  const file = `${BUILD_DIR}/${name}`;
  fs.rmSync(file, { force: true });
  return file;
}
