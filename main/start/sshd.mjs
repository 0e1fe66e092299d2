import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { installFromDebian } from './debian.mjs';
import { say } from './say.mjs';

/**
 * What the tests with a real ssh server need, on Debian as root; elsewhere nothing is installed. The tests start servers of
 * their own on loopback: the one of the system, where it was not there before, is neither started now nor with the system.
 */
export async function prepareSshTests() {
  if (process.platform === 'win32') return;
  const installed = await installFromDebian(
    ['openssh-server', 'openssh-client'],
    'Installing an ssh server for the tests',
  );
  if (installed.includes('openssh-server')) spawnSync('systemctl', ['disable', 'ssh.service', 'ssh.socket']);
  if (!fs.existsSync('/usr/sbin/sshd')) say('Tests with a real ssh server are skipped: there is no /usr/sbin/sshd.');
}
