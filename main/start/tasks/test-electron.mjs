import { ensureMain, ensureRenderer } from '../build.mjs';
import { print } from '../console.mjs';
import { ensureElectron, findElectronObstacle } from '../electron.mjs';
import { inProject } from '../paths.mjs';
import { runForeground } from '../run.mjs';

/** `test:electron`: the specs of the real Electron. One line says whether they ran, or why not; not running is no failure. */
export async function run({ args }) {
  const obstacle = findElectronObstacle({ platform: process.platform, env: process.env, uid: process.getuid?.() });
  const reason = obstacle ?? (await ensureElectron()).reason;
  if (reason !== undefined) {
    print(`The Electron tests didn’t run: ${reason}.`);
    return 0;
  }
  await ensureRenderer();
  await ensureMain();
  const cli = inProject('node_modules', '@playwright', 'test', 'cli.js');
  const command = [process.execPath, cli, 'test', '--project=e2e', 'test/e2e/electron', '--reporter=list', ...args];
  const code = await runForeground(command, { env: { SWITCHBOARD_KEYRING: 'off' } });
  print(`The Electron tests ran and ${code === 0 ? 'passed' : 'failed'}.`);
  return code;
}
