/** Programs that some tests need, installed on Debian as root; elsewhere nothing is installed and those tests are skipped. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { print } from './console.mjs';
import { installFromDebian } from './debian.mjs';

/** A keyring, the bus that it answers on, and the library by which keytar asks it. */
export async function prepareKeyringTests() {
  if (process.platform !== 'linux') return;
  await installFromDebian(
    ['gnome-keyring', 'dbus', 'libsecret-1-0'],
    'Installing a keyring for the tests with apt-get',
  );
}

/** The tests start servers of their own on loopback: a newly installed ssh server must not start now nor with the system. */
export async function prepareSshTests() {
  if (process.platform === 'win32') return;
  const installed = await installFromDebian(
    ['openssh-server', 'openssh-client'],
    'Installing an ssh server for the tests',
  );
  if (installed.includes('openssh-server')) spawnSync('systemctl', ['disable', 'ssh.service', 'ssh.socket']);
  if (!fs.existsSync('/usr/sbin/sshd')) print('Tests with a real ssh server are skipped: there is no /usr/sbin/sshd.');
}

/** The test of a power cut records what a process writes. */
export async function preparePowerCutTests() {
  if (process.platform !== 'linux') return;
  await installFromDebian(['strace'], 'Installing strace for the tests with apt-get');
}
