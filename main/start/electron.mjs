import fs from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { inProject, RUNTIME_DIR } from './paths.mjs';
import { runQuietly } from './run.mjs';

const STALL_MS = 60_000;
const REMEMBER_MS = 24 * 60 * 60 * 1000;
const MEMORY_FILE = path.join(RUNTIME_DIR, 'electron-unavailable.json');

/**
 * Why Electron cannot be the host here whether or not its binary exists, or undefined.
 * @param {{ platform: string, env: Record<string, string | undefined>, uid: number | undefined }} machine
 */
export function findElectronObstacle({ platform, env, uid }) {
  if (platform !== 'linux') return undefined;
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display';
  if (uid === 0) return 'Electron doesn’t run as root';
  return undefined;
}

/** The path of Electron's binary if its package has it, else undefined. */
export function findElectron() {
  const folder = inProject('node_modules', 'electron');
  const pathFile = path.join(folder, 'path.txt');
  if (!fs.existsSync(pathFile)) return undefined;
  const binary = path.join(folder, 'dist', fs.readFileSync(pathFile, 'utf8').trim());
  return fs.existsSync(binary) ? binary : undefined;
}

/**
 * Electron's binary, downloaded by its own package if it is missing. Gives up after 60 seconds without progress
 * and does not try again for a day, unless `retry` asks for it.
 * @returns {Promise<{ binary: string } | { reason: string }>}
 */
export async function ensureElectron({ retry = false } = {}) {
  const present = findElectron();
  if (present !== undefined) return { binary: present };
  const remembered = retry ? undefined : findRememberedFailure();
  if (remembered !== undefined) return { reason: remembered };
  return await withLock('electron', download);
}

async function download() {
  const downloads = path.join(RUNTIME_DIR, 'electron-download');
  fs.rmSync(downloads, { recursive: true, force: true });
  fs.mkdirSync(downloads, { recursive: true });
  const unpacked = inProject('node_modules', 'electron', 'dist');
  const result = await runQuietly([process.execPath, inProject('node_modules', 'electron', 'install.js')], {
    label: 'Downloading Electron',
    // Its temporary folder is ours, so that the bytes that have arrived can be counted.
    env: { TMPDIR: downloads, TEMP: downloads, TMP: downloads },
    stallMs: STALL_MS,
    measure: () => toBytes(downloads) + toBytes(unpacked),
  });
  fs.rmSync(downloads, { recursive: true, force: true });
  const binary = findElectron();
  if (binary !== undefined) return { binary };
  const reason = result.stalled ? 'its download made no progress for 60 s' : toReason(result.output);
  fs.writeFileSync(MEMORY_FILE, JSON.stringify({ at: Date.now(), reason }));
  return { reason };
}

function findRememberedFailure() {
  if (!fs.existsSync(MEMORY_FILE)) return undefined;
  const { at, reason } = JSON.parse(fs.readFileSync(MEMORY_FILE, 'utf8'));
  const ageMs = Date.now() - at;
  return ageMs >= 0 && ageMs < REMEMBER_MS ? `${reason} (tried ${toAge(ageMs)} ago)` : undefined;
}

function toAge(ageMs) {
  const minutes = Math.round(ageMs / 60_000);
  if (minutes < 1) return 'a moment';
  return minutes < 60 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

function toReason(output) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|fetch failed/.test(output)) {
    return 'its releases can’t be reached from here';
  }
  const line = output.split('\n').find((candidate) => /error|unable|fail/i.test(candidate)) ?? output;
  return `its download failed: ${line.trim().slice(0, 200)}`;
}

function toBytes(location) {
  if (!fs.existsSync(location)) return 0;
  const stats = fs.statSync(location, { throwIfNoEntry: false });
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) return stats.size;
  return fs.readdirSync(location).reduce((sum, name) => sum + toBytes(path.join(location, name)), 0);
}
