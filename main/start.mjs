import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from '#main/start/install.mjs';
import { ensureNode, toEnvironment } from '#main/start/runtime.mjs';
import { endWithNpm, passSignalsTo } from '#main/start/run.mjs';
import { print, UserError } from './start/console.mjs';

/**
 * Every npm script: `node main/start.mjs <task> [arguments]`. Finds or fetches a Node that is new enough, installs
 * what is missing, then runs the task. Node's own modules only, and it must run on Node 20.20: nothing is installed
 * when it begins. Progress goes to stderr, stdout belongs to the task.
 */
const TASKS = {
  start: () => import('#main/start/tasks/open.mjs'),
  demo: () => import('#main/start/tasks/open.mjs'),
  service: () => import('#main/start/tasks/service.mjs'),
  dev: () => import('#main/start/tasks/dev.mjs'),
  test: () => import('#main/start/tasks/test.mjs'),
  'test:full': () => import('#main/start/tasks/test.mjs'),
  check: () => import('#main/start/tasks/check.mjs'),
  bench: () => import('#main/start/tasks/bench.mjs'),
  dist: () => import('#main/start/tasks/dist.mjs'),
  'start:packed': () => import('#main/start/tasks/start-packed.mjs'),
  'test:electron': () => import('#main/start/tasks/test-electron.mjs'),
  icons: () => import('#main/start/tasks/icons.mjs'),
};

async function main() {
  const [task = '', ...args] = process.argv.slice(2);
  const load = TASKS[task];
  if (load === undefined)
    throw new UserError(`Unknown task “${task}”. Choose one of: ${Object.keys(TASKS).join(', ')}.`);
  const node = await ensureNode();
  if (node !== process.execPath) return await continueUnder(node);
  Object.assign(process.env, toEnvironment(node));
  await ensureInstalled();
  const { run } = await load();
  return await run({ task, args });
}

/** Starts this script again under the Node that was found, with everything passed through. */
async function continueUnder(node) {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, ...toEnvironment(node) },
  });
  const release = passSignalsTo(child);
  const [code] = await once(child, 'close');
  release();
  return code ?? 1;
}

endWithNpm();
try {
  process.exitCode = await main();
} catch (error) {
  print(error instanceof UserError ? error.message : error.stack);
  process.exitCode = 1;
}
