import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { runQuietly } from './run.mjs';
import { print } from './console.mjs';

/** While this says so, installing a package starts none of its services. */
const POLICY = '/usr/sbin/policy-rc.d';

/**
 * Installs what is missing of these packages, on Debian as root; elsewhere nothing.
 *
 * @param {readonly string[]} packages
 * @param {string} label what they are for, shown as progress
 * @returns {Promise<readonly string[]>} those that were installed
 */
export async function installFromDebian(packages, label) {
  if (!isDebian() || !isRoot()) return [];
  const missing = packages.filter((name) => !isPackaged(name));
  if (missing.length === 0) return [];
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await runQuietly(['apt-get', 'update'], { label: 'Updating the package lists', env });
  const command = ['apt-get', 'install', '-y', '--no-install-recommends', ...missing];
  const result = await withoutServices(() => runQuietly(command, { label, env }));
  if (result.code === 0) return missing;
  print(`apt-get couldn’t install ${missing.join(', ')}.`);
  return [];
}

/** Whether this system has Debian's packages. */
export function isDebian() {
  return fs.existsSync('/usr/bin/apt-get');
}

/** Whether this process may install them. */
export function isRoot() {
  return process.getuid?.() === 0;
}

async function withoutServices(work) {
  if (fs.existsSync(POLICY)) return await work();
  fs.writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    return await work();
  } finally {
    fs.rmSync(POLICY, { force: true });
  }
}

function isPackaged(name) {
  const asked = spawnSync('dpkg-query', ['-W', '-f', '${db:Status-Status}', name], { encoding: 'utf8' });
  return asked.status === 0 && asked.stdout.trim() === 'installed';
}
