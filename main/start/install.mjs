import fs from 'node:fs';
import { withLock } from './lock.mjs';
import { getNpmCommand, toNpmReason } from './npm.mjs';
import { inProject } from './paths.mjs';
import { runQuietly } from './run.mjs';
import { Trouble } from './say.mjs';

/**
 * Runs `npm ci` when node_modules is missing, was left half-way or does not match package-lock.json; otherwise
 * does nothing. npm writes `node_modules/.package-lock.json` last, so it tells what is really there.
 */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await withLock('install', async () => {
    if (!isInstalled()) await install();
  });
}

async function install() {
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev', '--include=optional'];
  const env = { ELECTRON_SKIP_BINARY_DOWNLOAD: '1', PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' };
  const result = await runQuietly([...getNpmCommand(), ...args], { label: 'Installing packages', env });
  if (result.code === 0) return;
  throw new Trouble(
    `The packages could not be installed (${toNpmReason(result.output)}): connect to the network and try again.`,
  );
}

function isInstalled() {
  const wanted = readPackages(inProject('package-lock.json'));
  const present = readPackages(inProject('node_modules', '.package-lock.json'));
  if (wanted === undefined || present === undefined) return false;
  const fits = ([location, entry]) => wanted[location]?.version === entry.version && isForThisSystem(entry);
  const isThere = ([location, entry]) => location === '' || isLeftOut(entry) || present[location] !== undefined;
  return Object.entries(present).every(fits) && Object.entries(wanted).every(isThere);
}

/** Packages of other systems are in the lock file and never on disk. */
function isLeftOut(entry) {
  return entry.optional === true || entry.devOptional === true || entry.peer === true;
}

/** A folder copied or shared from another system holds the wrong binaries. */
function isForThisSystem(entry) {
  const { os, cpu } = entry;
  const suits = (list, own) =>
    list === undefined ||
    list.includes(own) ||
    (list.some((item) => item.startsWith('!')) && !list.includes(`!${own}`));
  return suits(os, process.platform) && suits(cpu, process.arch);
}

function readPackages(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')).packages;
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
