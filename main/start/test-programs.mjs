/** Programs that some tests need, installed on Debian as root; elsewhere nothing is installed and those tests are skipped. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { print } from './console.mjs';
import { installFromDebian } from './debian.mjs';

/** Which tests need which of Debian's packages. */
export const TEST_PROGRAMS = [
  // A keyring, the bus that it answers on, and the library by which keytar asks it.
  { folders: ['test/integration/keyring', 'test/e2e'], packages: ['gnome-keyring', 'dbus', 'libsecret-1-0'] },
  { folders: ['test/integration/tunnel'], packages: ['openssh-server', 'openssh-client'] },
  // The test of a power cut records what a process writes.
  { folders: ['test/faults/disk'], packages: ['strace'] },
];

/** @param {readonly string[]} packages those of `TEST_PROGRAMS` that the tests which run need */
export async function installTestPrograms(packages) {
  const installed = await installFromDebian(packages, 'Installing programs for the tests with apt-get');
  // The tests start servers of their own on loopback: a newly installed one must not start now nor with the system.
  if (installed.includes('openssh-server')) spawnSync('systemctl', ['disable', 'ssh.service', 'ssh.socket']);
  if (packages.includes('openssh-server') && process.platform !== 'win32' && !fs.existsSync('/usr/sbin/sshd'))
    print('Tests with a real ssh server are skipped: there is no /usr/sbin/sshd.');
}
