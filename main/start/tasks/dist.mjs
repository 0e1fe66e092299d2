import { ensureMain, ensureRenderer } from '../build.mjs';
import { ensureElectron } from '../electron.mjs';
import { inProject } from '../paths.mjs';
import { runForeground } from '../run.mjs';
import { UserError } from '../console.mjs';

/**
 * `dist`: installers for this system into `release/`. Arguments go to electron-builder, but for
 * `--electron-dist PATH`, a folder with Electron's binary for machines that cannot download it.
 */
export async function run({ args }) {
  const { electronDist, rest } = takeElectronDist(args);
  if (electronDist === undefined) await requireElectron();
  await ensureRenderer();
  await ensureMain();
  const config = [
    ...(electronDist === undefined ? [] : [`--config.electronDist=${electronDist}`]),
    ...toUpdateConfig(process.env.SWITCHBOARD_UPDATE_URL ?? ''),
  ];
  const cli = inProject('node_modules', 'electron-builder', 'cli.js');
  return await runForeground([process.execPath, cli, '--publish', 'never', ...config, ...rest]);
}

/** Where the installed app looks for newer versions: without it, it does not. */
function toUpdateConfig(url) {
  if (url === '') return [];
  const parsed = URL.parse(url);
  if (parsed?.protocol !== 'https:')
    throw new UserError('SWITCHBOARD_UPDATE_URL needs an address starting with https://.');
  return ['--config.publish.provider=generic', `--config.publish.url=${parsed.href}`];
}

async function requireElectron() {
  const electron = await ensureElectron({ retry: true });
  if (electron.binary !== undefined) return;
  throw new UserError(
    `Installers need Electron's binary, but ${electron.reason}. Try again where its releases can be reached, ` +
      'or give a folder that contains it with --electron-dist.',
  );
}

function takeElectronDist(args) {
  const at = args.indexOf('--electron-dist');
  if (at === -1) return { electronDist: process.env.SWITCHBOARD_ELECTRON_DIST, rest: args };
  if (args[at + 1] === undefined) throw new UserError('--electron-dist needs a folder.');
  return { electronDist: args[at + 1], rest: args.toSpliced(at, 2) };
}
