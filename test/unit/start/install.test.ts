import { describe, expect, it } from 'vitest';
import { isUpToDate } from '#main/start/install.mjs';

const LINUX = { platform: 'linux', arch: 'x64' };
const WANTED = {
  '': {},
  'node_modules/a': { version: '1.0.0' },
  'node_modules/a-linux-x64': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'] },
  'node_modules/a-darwin-arm64': { version: '1.0.0', optional: true, os: ['darwin'], cpu: ['arm64'] },
};
const PRESENT = {
  'node_modules/a': { version: '1.0.0' },
  'node_modules/a-linux-x64': WANTED['node_modules/a-linux-x64'],
};

describe('node_modules is up to date', () => {
  it('when it has all that is not optional, in the versions of the lock file', () => {
    expect(isUpToDate(WANTED, PRESENT, LINUX)).toBe(true);
  });

  it('where a package only names the systems it does not run on', () => {
    const entry = { version: '1.0.0', os: ['!win32'] };
    expect(isUpToDate({ 'node_modules/b': entry }, { 'node_modules/b': entry }, LINUX)).toBe(true);
    expect(
      isUpToDate({ 'node_modules/b': entry }, { 'node_modules/b': entry }, { platform: 'win32', arch: 'x64' }),
    ).toBe(false);
  });
});

describe('node_modules is stale', () => {
  it('when a package is missing', () => {
    expect(isUpToDate(WANTED, {}, LINUX)).toBe(false);
  });

  it('when the lock file has moved to another version', () => {
    expect(isUpToDate({ ...WANTED, 'node_modules/a': { version: '1.0.1' } }, PRESENT, LINUX)).toBe(false);
  });

  it('when it holds what the lock file no longer names', () => {
    expect(isUpToDate(WANTED, { ...PRESENT, 'node_modules/old': { version: '1.0.0' } }, LINUX)).toBe(false);
  });

  it('when it was installed on another system', () => {
    expect(isUpToDate(WANTED, PRESENT, { platform: 'darwin', arch: 'arm64' })).toBe(false);
  });
});
