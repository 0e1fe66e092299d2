import { ensureMain, ensureRenderer } from '../build.mjs';
import { ensureElectron, findElectronObstacle } from '../electron.mjs';
import { toNodeCommand } from '../node-args.mjs';
import { inProject, ROOT } from '../paths.mjs';
import { runForeground } from '../run.mjs';
import { print } from '../console.mjs';

/**
 * `start` and `demo`: builds what is stale and opens the app, in Electron where that can be had, else in the
 * browser host, saying why in one line. All other arguments go to the app.
 */
export async function run({ task, args }) {
  const appArgs = [...(task === 'demo' ? ['--demo'] : []), ...args.filter((arg) => arg !== '--browser')];
  const host = args.includes('--browser') ? { kind: 'browser' } : await chooseHost();
  if (host.reason !== undefined) print(`Opening in the browser: ${host.reason}.`);
  await ensureRenderer();
  if (host.kind === 'browser') return await runForeground(toBrowserHostCommand(appArgs));
  await ensureMain();
  return await runForeground([host.binary, ROOT, ...appArgs]);
}

/** How the browser host is started. */
export function toBrowserHostCommand(args) {
  return toNodeCommand(inProject('main', 'browser.ts'), args);
}

async function chooseHost() {
  const obstacle = findElectronObstacle({ platform: process.platform, env: process.env, uid: process.getuid?.() });
  if (obstacle !== undefined) return { kind: 'browser', reason: obstacle };
  const electron = await ensureElectron();
  if (electron.binary === undefined)
    return { kind: 'browser', reason: `Electron isn't installed (${electron.reason})` };
  return { kind: 'electron', binary: electron.binary };
}
