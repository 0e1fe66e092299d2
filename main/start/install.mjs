import fs from 'node:fs';
import { withLock } from './lock.mjs';
import { getNpmCommand, toNpmReason } from './npm.mjs';
import { inProject } from './paths.mjs';
import { runQuietly } from './run.mjs';
import { UserError } from './console.mjs';

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
  throw new UserError(
    `npm couldn’t install the packages (${toNpmReason(result.output)}). Connect to the network and try again.`,
  );
}

function isInstalled() {
  const wanted = readPackages(inProject('package-lock.json'));
  const present = readPackages(inProject('node_modules', '.package-lock.json'));
  if (wanted === undefined || present === undefined) return false;
  return isUpToDate(wanted, present, process);
}

/**
 * Whether what is in node_modules is what the lock file wants on this system: the same versions, nothing of another
 * system (the folder may have been copied or shared), nothing missing but what is optional.
 *
 * @param {Record<string, LockEntry>} wanted packages of package-lock.json, by location
 * @param {Record<string, LockEntry>} present packages of node_modules/.package-lock.json
 * @param {{ platform: string, arch: string }} system
 *
 * @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean, os?: string[],
 *   cpu?: string[] }} LockEntry
 */
export function isUpToDate(wanted, present, { platform, arch }) {
  const fits = ([location, { version, os, cpu }]) =>
    wanted[location]?.version === version && suits(os, platform) && suits(cpu, arch);
  const isThere = ([location, { optional, devOptional, peer }]) =>
    location === '' || optional || devOptional || peer || present[location] !== undefined;
  return Object.entries(present).every(fits) && Object.entries(wanted).every(isThere);
}

function suits(list, own) {
  if (list === undefined) return true;
  const isBlockList = list.some((item) => item.startsWith('!'));
  return isBlockList ? !list.includes(`!${own}`) : list.includes(own);
}

function readPackages(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')).packages;
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
