import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createUpdates, type DesktopUpdates } from '#main/hosts/electron/lifecycle/updates.ts';
import type { UpdaterNews } from '#shared/domain/updates.ts';
import { ElectronDouble } from '#test/support/electron/doubles.ts';

describe('updates of an installed app', () => {
  let folder: string;
  let double: ElectronDouble;
  let told: string[];
  let news: UpdaterNews[];

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'sb-updates-'));
    writeFileSync(path.join(folder, 'app-update.yml'), 'provider: generic\n');
    double = new ElectronDouble();
    double.recorder.isReady = true;
    [told, news] = [[], []];
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function create(
    changes: { platform?: NodeJS.Platform; isInstalled?: boolean; appImage?: string; type?: string } = {},
  ) {
    if (changes.type !== undefined) writeFileSync(path.join(folder, 'package-type'), `${changes.type}\n`);
    return createUpdates({
      platform: changes.platform ?? 'win32',
      isInstalled: changes.isInstalled ?? true,
      resourcesFolder: folder,
      environment: changes.appImage === undefined ? {} : { APPIMAGE: changes.appImage },
      loadUpdater: double.parts.loadUpdater,
      quit: () => double.parts.app.quit(),
      report: (what) => told.push(what),
    });
  }

  function open(changes: Parameters<typeof create>[0] = {}): DesktopUpdates {
    const updates = create(changes);
    if (updates === null) throw new Error('It does not update itself');
    updates.watch((one) => news.push(one));
    return updates;
  }

  it.each([
    ['NSIS', { platform: 'win32' }, true],
    ['macOS', { platform: 'darwin' }, true],
    ['an AppImage', { platform: 'linux', appImage: '/home/ruth/Switchboard.AppImage' }, true],
    ['a deb', { platform: 'linux', type: 'deb' }, true],
    ['an rpm', { platform: 'linux', type: 'rpm' }, true],
    ['a folder that was unpacked', { platform: 'linux' }, false],
    ['the sources', { platform: 'win32', isInstalled: false }, false],
  ] as const)('are there where the app can be replaced: %s', (_, changes, isThere) => {
    expect(create(changes) !== null).toBe(isThere);
    expect(double.recorder.calls).toEqual([]);
  });

  it('are not there where the package names no place of them', () => {
    rmSync(path.join(folder, 'app-update.yml'));
    expect(create()).toBeNull();
  });

  it('are downloaded by themselves, never an older or an unfinished version, and put in place when the app ends', async () => {
    await open().check();
    await open({ platform: 'linux', type: 'deb' }).check();
    expect(double.updater.real).toMatchObject({ autoDownload: true, allowDowngrade: false, allowPrerelease: false });
    // A deb asks for a password: only once the user wants it.
    expect(double.updater.real.autoInstallOnAppQuit).toBe(false);
    await open({ platform: 'darwin' }).check();
    expect(double.updater.real.autoInstallOnAppQuit).toBe(true);
  });

  it('tell how far one is, and what is new in it', async () => {
    double.updater.look = () => {
      double.updater.emit('update-available', { version: '1.2.0' });
      return Promise.resolve(null);
    };
    await open().check();
    double.updater.emit('download-progress', { percent: 41.5 });
    double.updater.emit('update-downloaded', {
      version: '1.2.0',
      releaseNotes: [{ version: '1.2.0', note: 'Faster' }],
    });
    expect(news.filter(({ kind }) => kind !== 'none')).toEqual([
      { kind: 'downloading', version: '1.2.0', percent: 0 },
      { kind: 'downloading', version: '1.2.0', percent: 41.5 },
      { kind: 'staged', version: '1.2.0', notes: '1.2.0\nFaster' },
    ]);
  });

  it.each([
    ['net::ERR_INTERNET_DISCONNECTED', undefined, 'offline'],
    ['Cannot find latest.yml', 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND', 'refused'],
    ['sha512 checksum mismatch', 'ERR_CHECKSUM_MISMATCH', 'refused'],
    ['no space left', 'ENOSPC', 'disk'],
    ['something else', undefined, 'unknown'],
  ] as const)('tell why a look came to nothing: %s', async (message, code, fault) => {
    double.updater.look = () => Promise.reject(Object.assign(new Error(message), code === undefined ? {} : { code }));
    await open().check();
    expect(news).toEqual([{ kind: 'failed', fault }]);
    expect(told).toEqual(['updates.notChecked']);
  });

  it('leave no failed download uncaught', async () => {
    const downloadPromise = Promise.reject(new Error('net::ERR_CONNECTION_RESET'));
    double.updater.look = () => Promise.resolve({ downloadPromise } as never);
    await open().check();
    await expect(downloadPromise).rejects.toThrow();
  });

  it('are put in place once everything is closed, silently, with the app started again', async () => {
    const updates = open();
    await updates.check();
    expect(updates.end()).toBe(false);
    updates.restart();
    expect(double.recorder.callsOf('app.quit')).toHaveLength(1);
    expect(double.recorder.callsOf('updater.quitAndInstall')).toEqual([]);
    expect(updates.end()).toBe(true);
    expect(double.recorder.callsOf('updater.quitAndInstall')).toEqual([['updater.quitAndInstall', true, true]]);
  });

  it('do not restart at the next end where the user was asked and stayed', async () => {
    const updates = open();
    await updates.check();
    updates.restart();
    updates.stay();
    expect(updates.end()).toBe(false);
  });
});
