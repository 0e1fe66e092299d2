import fs from 'node:fs';
import path from 'node:path';
import { installFromDebian } from './debian.mjs';
import { withLock } from './lock.mjs';
import { getNpmCommand } from './npm.mjs';
import { inProject, RUNTIME_DIR } from './paths.mjs';
import { runQuietly } from './run.mjs';
import { say } from './say.mjs';

const FOLDER = inProject('node_modules', 'keytar');
const BINDING = path.join(FOLDER, 'build', 'Release', 'keytar.node');
/** Survives `npm ci`, which empties node_modules. One binary serves every Node and Electron of this system. */
const SAVED = path.join(RUNTIME_DIR, `keytar-7.9.0-${process.platform}-${process.arch}.node`);
const MEMORY_FILE = path.join(RUNTIME_DIR, 'keytar-unavailable.json');
const DOWNLOAD_STALL_MS = 8_000;
const COMPILE_STALL_MS = 120_000;
const REMEMBER_MS = 24 * 60 * 60 * 1000;
/** What compiling needs, as Debian names it. The keyring itself and its bus are for the tests. */
const DEBIAN_PACKAGES = ['gnome-keyring', 'dbus', 'libsecret-1-dev', 'pkg-config', 'g++', 'make', 'python3'];

/**
 * The native part of keytar, which keeps the key in the system's keyring. npm never runs its install script (package
 * .json, `allowScripts`): that would reach for GitHub and then for a compiler during every `npm ci`. Here it is fetched,
 * else compiled where `compiles` says so, else left out: the app then says that there is no keyring.
 *
 * @param {{ compiles?: boolean, retry?: boolean }} [options] `retry`: also where it failed within a day
 * @returns {Promise<{ reason?: string }>} why it is not there
 */
export async function ensureKeytar({ compiles = false, retry = false } = {}) {
  if (fs.existsSync(BINDING)) return {};
  if (!fs.existsSync(FOLDER)) return { reason: 'the optional package keytar is not installed' };
  const remembered = retry ? undefined : findRememberedFailure();
  if (remembered !== undefined && !compiles) return { reason: remembered };
  return await withLock('keytar', async () => {
    if (fs.existsSync(BINDING)) return {};
    if (fs.existsSync(SAVED)) return put(SAVED, BINDING);
    return await obtain(compiles, remembered);
  });
}

function put(from, to) {
  fs.mkdirSync(path.dirname(to), { recursive: true });
  fs.copyFileSync(from, to);
  return {};
}

async function obtain(compiles, remembered) {
  const tried = [];
  if (remembered === undefined) await download(tried);
  else tried.push(remembered);
  if (compiles && !fs.existsSync(BINDING)) await compile(tried);
  if (fs.existsSync(BINDING)) return put(BINDING, SAVED);
  const reason = tried.join('; ');
  if (remembered === undefined) fs.writeFileSync(MEMORY_FILE, JSON.stringify({ at: Date.now(), reason: tried[0] }));
  return { reason };
}

/** The ready-made binary of its own release: one for every Node and every Electron (Node-API 3). */
async function download(tried) {
  const script = inProject('node_modules', 'prebuild-install', 'bin.js');
  if (!fs.existsSync(script)) return void tried.push('prebuild-install is not installed');
  const options = { label: 'Fetching keytar', cwd: FOLDER, stallMs: DOWNLOAD_STALL_MS };
  const result = await runQuietly([process.execPath, script, '--runtime', 'napi', '--target', '3'], options);
  if (fs.existsSync(BINDING)) return;
  tried.push(result.stalled ? 'its release did not answer' : 'its release cannot be reached from here');
}

async function compile(tried) {
  const headers = findHeaders();
  if (headers === undefined) return void tried.push('there are no headers of Node beside it to compile with');
  const gyp = path.join(path.dirname(getNpmCommand()[1]), '..', 'node_modules', 'node-gyp', 'bin', 'node-gyp.js');
  if (!fs.existsSync(gyp)) return void tried.push('npm came without node-gyp');
  const command = [process.execPath, gyp, 'rebuild', `--nodedir=${headers}`];
  const options = { label: 'Compiling keytar', cwd: FOLDER, stallMs: COMPILE_STALL_MS };
  const result = await runQuietly(command, options);
  if (fs.existsSync(BINDING)) return;
  fs.rmSync(path.join(FOLDER, 'build'), { recursive: true, force: true });
  tried.push(`compiling failed with ${result.code}`);
}

/** The folder above `include/node` of the Node that runs, or of the one in `.runtime/`. */
function findHeaders() {
  const fetched = path.join(RUNTIME_DIR, 'node_modules');
  const packages = fs.existsSync(fetched) ? fs.readdirSync(fetched).map((name) => path.join(fetched, name)) : [];
  const folders = [path.join(path.dirname(process.execPath), '..'), ...packages];
  return folders.find((folder) => fs.existsSync(path.join(folder, 'include', 'node', 'common.gypi')));
}

/**
 * What the tests with a real keyring need, on Debian as root; elsewhere nothing is installed. Tells in one line what
 * keeps those tests away.
 */
export async function prepareKeyringTests() {
  if (process.platform !== 'linux') return;
  const needed = fs.existsSync(BINDING) ? ['gnome-keyring', 'dbus'] : DEBIAN_PACKAGES;
  await installFromDebian(needed, 'Installing a keyring for the tests with apt-get');
  const { reason } = await ensureKeytar({ compiles: true });
  if (reason !== undefined) say(`Tests with a real keyring are skipped: ${reason}.`);
}

function findRememberedFailure() {
  if (!fs.existsSync(MEMORY_FILE)) return undefined;
  const { at, reason } = JSON.parse(fs.readFileSync(MEMORY_FILE, 'utf8'));
  const ageMs = Date.now() - at;
  return ageMs >= 0 && ageMs < REMEMBER_MS ? reason : undefined;
}
