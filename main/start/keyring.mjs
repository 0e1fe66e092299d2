import { installFromDebian } from './debian.mjs';

/** A keyring, the bus that it answers on, and the library by which keytar asks it. */
const DEBIAN_PACKAGES = ['gnome-keyring', 'dbus', 'libsecret-1-0'];

/**
 * What the tests with a real keyring need, on Debian as root; elsewhere nothing is installed. Tests that lack something
 * are skipped and name it.
 */
export async function prepareKeyringTests() {
  if (process.platform !== 'linux') return;
  await installFromDebian(DEBIAN_PACKAGES, 'Installing a keyring for the tests with apt-get');
}
