import fs from 'node:fs';
import { ensureRenderer } from '../build.mjs';
import { ensureChromium } from '../chromium.mjs';
import { prepareKeyringTests } from '../keytar.mjs';
import { BUILD_DIR, inProject } from '../paths.mjs';
import {
  emptyOutcome,
  findPlaywrightOutcome,
  findVitestOutcome,
  listPlaywrightTests,
  sum,
  toFailLines,
  toSkipLines,
  toSummary,
} from '../reports.mjs';
import { runForeground, runQuietly } from '../run.mjs';
import { say } from '../say.mjs';
import { prepareSshTests } from '../sshd.mjs';

const BROWSER_FOLDERS = ['test/component', 'test/e2e'];

/**
 * `test` and `test:full`: every suite, at small or full counts. Paths after the command narrow it down:
 * `npm test -- test/unit/api`. The last line is always `N passed, N failed, N skipped`.
 */
export async function run({ task, args }) {
  const scale = task === 'test:full' ? 'full' : 'small';
  process.env.SWITCHBOARD_TEST_SCALE = process.env.SWITCHBOARD_TEST_SCALE ?? scale;
  // The keyring of whoever runs the tests is not for tests; those of a real one have a bus and a keyring of their own.
  process.env.SWITCHBOARD_KEYRING = 'off';
  fs.mkdirSync(BUILD_DIR, { recursive: true });
  await ensureRenderer();
  const isForBrowser = (filter) => BROWSER_FOLDERS.some((folder) => filter.startsWith(folder));
  const plain = args.filter((filter) => !isForBrowser(filter));
  const browser = args.filter(isForBrowser);
  const outcomes = [];
  if (mayNeed(['test/integration/keyring', 'test/e2e'], args)) await prepareKeyringTests();
  if (mayNeed(['test/integration/tunnel'], args)) await prepareSshTests();
  if (plain.length > 0 || browser.length === 0) outcomes.push(await runVitest(plain));
  if (browser.length > 0 || plain.length === 0) outcomes.push(await runPlaywright(browser));
  return report(sum(outcomes));
}

function mayNeed(folders, filters) {
  return filters.length === 0 || filters.some((filter) => folders.some((folder) => isBelow(folder, filter)));
}

/** Whether one of the two holds the other. */
function isBelow(folder, filter) {
  return folder.startsWith(filter) || filter.startsWith(folder);
}

function report(total) {
  for (const line of [...toSkipLines(total.skipped), ...toFailLines(total.failures)]) say(line);
  const nothingRan = total.passed + total.failed === 0;
  if (nothingRan) say('No test ran.');
  process.stdout.write(`${toSummary(total)}\n`);
  return total.failed > 0 || nothingRan ? 1 : 0;
}

async function runVitest(filters) {
  const file = freshReport('vitest.json');
  const reporters = ['--reporter=default', '--reporter=./test/support/summary-reporter.ts'];
  const code = await runForeground(
    [
      process.execPath,
      inProject('node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--passWithNoTests',
      ...reporters,
      ...filters,
    ],
    { env: { SWITCHBOARD_TEST_REPORT: file } },
  );
  return withExitCode(findVitestOutcome(file), code, 'vitest');
}

async function runPlaywright(filters) {
  if (!BROWSER_FOLDERS.some((folder) => fs.existsSync(inProject(folder)))) return emptyOutcome();
  const chromium = await ensureChromium();
  if (chromium.executable === undefined) return await skipBrowserSuites(filters, chromium.reason);
  const file = freshReport('playwright.json');
  const code = await runForeground(toPlaywrightCommand('--reporter=list,json', filters), {
    env: { SWITCHBOARD_CHROMIUM: chromium.executable, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  });
  return withExitCode(findPlaywrightOutcome(file), code, 'playwright');
}

async function skipBrowserSuites(filters, reason) {
  const file = freshReport('playwright.json');
  const listed = await runQuietly(toPlaywrightCommand('--reporter=json', ['--list', ...filters]), {
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  });
  if (listed.code !== 0) return withExitCode(undefined, listed.code, 'playwright');
  return { ...emptyOutcome(), skipped: listPlaywrightTests(file).map((name) => ({ name, reason })) };
}

function toPlaywrightCommand(reporter, rest) {
  const cli = inProject('node_modules', '@playwright', 'test', 'cli.js');
  return [process.execPath, cli, 'test', '--pass-with-no-tests', reporter, ...rest];
}

/** A runner that failed without a failed test (a broken config, a crash) counts as one failure. */
function withExitCode(outcome, code, name) {
  const found = outcome ?? emptyOutcome();
  if (code === 0 || found.failed > 0) return found;
  say(`${name} itself failed with exit code ${code}.`);
  return { ...found, failed: found.failed + 1 };
}

function freshReport(name) {
  const file = `${BUILD_DIR}/${name}`;
  fs.rmSync(file, { force: true });
  return file;
}
