import { describe, expect, it } from 'vitest';
import { findElectronObstacle } from '#main/start/electron.mjs';

describe('Electron is not tried', () => {
  it('on Linux without a display', () => {
    const machine = { platform: 'linux', env: {}, uid: 1000 };
    expect(findElectronObstacle(machine)).toBe('there is no display');
  });

  it('on Linux as root', () => {
    const machine = { platform: 'linux', env: { DISPLAY: ':0' }, uid: 0 };
    expect(findElectronObstacle(machine)).toBe('Electron doesn’t run as root');
  });
});

describe('Electron is tried', () => {
  it('on Linux with X11 or Wayland', () => {
    expect(findElectronObstacle({ platform: 'linux', env: { DISPLAY: ':0' }, uid: 1000 })).toBeUndefined();
    expect(findElectronObstacle({ platform: 'linux', env: { WAYLAND_DISPLAY: 'w-0' }, uid: 1000 })).toBeUndefined();
  });

  it('on Windows and macOS, which have no DISPLAY', () => {
    expect(findElectronObstacle({ platform: 'win32', env: {}, uid: undefined })).toBeUndefined();
    expect(findElectronObstacle({ platform: 'darwin', env: {}, uid: 501 })).toBeUndefined();
  });
});
