import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { isFull } from './test/support/full-counts.ts';

/** Rune classes are compiled as for the window, so that `$derived` and `$effect` are the real ones, run by Node. */
const runes = svelte({ dynamicCompileOptions: () => ({ generate: 'client', runes: true }) });

const stripTypes = new URL('./main/start/strip-types.mjs', import.meta.url).href;
const useBundles = new URL('./test/support/bundles/use-bundles.mjs', import.meta.url).href;

/** The threads of the store load sources without vitest: as bundles, which are made once for the run. */
const THREADS = {
  globalSetup: ['test/support/bundles/build-bundles.ts'],
  // Short lives: a larger room for young objects is swept less often.
  execArgv: ['--max-semi-space-size=32', '--import', stripTypes, '--import', useBundles],
};

/** At full counts only: `test:full` runs them, `npm test` does not know them. */
const fullOnly = isFull ? [] : ['test/**/*.full.test.ts'];

/** Ends a test that hangs. No test is about these times, so a machine with much else to do must not reach them. */
const HANG_GUARD = { testTimeout: 300_000, hookTimeout: 300_000 };

export default defineConfig({
  test: {
    // Most of what the larger suites do is waiting for sockets and processes: one file for each core leaves cores idle.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts', 'test/migrations/**/*.test.ts'],
          exclude: ['test/unit/renderer/**', ...fullOnly],
          environment: 'node',
          ...HANG_GUARD,
          // No module has state of its own (architecture §11), so files may share a process: three times as fast.
          isolate: false,
        },
      },
      {
        plugins: [runes],
        ssr: { resolve: { conditions: ['browser'] } },
        // The other end of a socket runs in Node also here.
        resolve: { alias: { ws: fileURLToPath(new URL('./node_modules/ws/wrapper.mjs', import.meta.url)) } },
        test: {
          name: 'unit-renderer',
          include: ['test/unit/renderer/**/*.test.ts'],
          exclude: fullOnly,
          environment: 'node',
          ...HANG_GUARD,
          isolate: false,
          setupFiles: ['test/support/check-fake-answers.ts'],
          server: { deps: { inline: [/svelte/] } },
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          exclude: fullOnly,
          ...THREADS,
          // The keyring of whoever runs the tests is not for tests; those of a real one bring their own.
          env: { SWITCHBOARD_KEYRING: 'off' },
          environment: 'node',
          ...HANG_GUARD,
          // As with the unit tests: no module has state of its own, so files may share a process.
          isolate: false,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          exclude: fullOnly,
          ...THREADS,
          environment: 'node',
          ...HANG_GUARD,
        },
      },
      {
        test: {
          name: 'architecture',
          include: ['test/architecture/**/*.test.ts'],
          exclude: fullOnly,
          environment: 'node',
          ...HANG_GUARD,
        },
      },
    ],
  },
});
