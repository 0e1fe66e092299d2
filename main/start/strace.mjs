import { installFromDebian } from './debian.mjs';

/**
 * What the test of a power cut needs, on Debian as root: a program that records what a process writes. Without it, or where
 * nothing may be traced, the test is skipped and says so.
 */
export async function prepareWriteRecording() {
  if (process.platform !== 'linux') return;
  await installFromDebian(['strace'], 'Installing strace for the tests with apt-get');
}
