import { defineConfig, type LaunchOptions } from '@playwright/test';
import { isFull } from './test/support/full-counts.ts';

const executablePath = process.env['SWITCHBOARD_CHROMIUM'];

/** At full counts only: `test:full` runs these files and tests, `npm test` does not know them. */
const fullOnly = isFull ? {} : { testIgnore: ['**/*.full.spec.ts'], grepInvert: /@full/ };

/**
 * A page of a test lives for two seconds: compiled anew beside each load and optimised for a long life, its scripts cost
 * an eighth of the time of all page tests.
 */
const SHORT_LIFE = '--js-flags=--no-script-streaming,--no-maglev,--no-turbofan,--single-threaded-gc';
const ARGS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

const toLaunchOptions = (args: string[]): LaunchOptions => ({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [...ARGS, ...args],
});

/**
 * End-to-end and component tests in a real Chromium. `npm test` finds or fetches the browser and names it in
 * SWITCHBOARD_CHROMIUM; without it Playwright looks for its own download.
 */
export default defineConfig({
  outputDir: 'test-results/playwright',
  ...fullOnly,
  // The app and the demo as processes, bundled: they start in less than half the time.
  globalSetup: './test/support/bundles/build-bundles.ts',
  fullyParallel: false,
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Ends a test that hangs. No test is about these times, so a machine with much else to do must not reach them.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    headless: true,
    locale: 'en-GB',
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    // Recording one takes a third of the time: `--trace retain-on-failure` for the test that fails.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'component',
      testDir: 'test/component',
      testMatch: '**/*.spec.ts',
      // Each test stands alone: the workers take them one by one and end together.
      fullyParallel: true,
      // The pages of a worker share one process, which has the scripts of the app compiled.
      use: { launchOptions: toLaunchOptions(['--process-per-site', SHORT_LIFE]) },
    },
    {
      name: 'e2e',
      testDir: 'test/e2e',
      testMatch: '**/*.spec.ts',
      // Real processes and a real sync: these only end a test that hangs, also where every core has other work.
      timeout: 180_000,
      expect: { timeout: 60_000 },
      use: {
        actionTimeout: 60_000,
        navigationTimeout: 60_000,
        // At full counts some measure the page as it is used.
        launchOptions: toLaunchOptions(isFull ? [] : [SHORT_LIFE]),
      },
    },
  ],
});
