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

  function end(updates: DesktopUpdates, now: { isWanted?: boolean; isSessionEnding?: boolean } = {}): boolean {
    return updates.end({ isWanted: false, isSessionEnding: false, ...now, startAgain: () => told.push('start again') });
  }

  async function stage(changes: Parameters<typeof create>[0] = {}): Promise<DesktopUpdates> {
    const updates = open(changes);
    await updates.check();
    double.updater.emit('update-downloaded', { version: '1.2.0', releaseNotes: null });
    return updates;
  }

  const installs = () => double.recorder.callsOf('updater.quitAndInstall').map(([, ...values]) => values);

  it('are put in place once everything is closed, silently, with the app started again', async () => {
    const updates = await stage();
    expect(end(updates)).toBe(false);
    updates.restart();
    expect(double.recorder.callsOf('app.quit')).toHaveLength(1);
    expect(installs()).toEqual([]);
    expect(end(updates)).toBe(true);
    expect([installs(), told]).toEqual([[[true, true]], []]);
  });

  it('do not restart at the next end where the user was asked and stayed', async () => {
    const updates = await stage();
    updates.restart();
    updates.stay();
    expect(end(updates)).toBe(false);
  });

  it('start the app by its own arguments where the package manager has put them in place', async () => {
    const updates = await stage({ platform: 'linux', type: 'deb' });
    updates.restart();
    expect(end(updates)).toBe(true);
    expect([installs(), told]).toEqual([[[true, false]], ['start again']]);
  });

  it.each([
    ['the user calls the password off', { platform: 'linux', type: 'rpm' }, 'at once'],
    ['the folder cannot be written', { platform: 'linux', appImage: '/mnt/Switchboard.AppImage' }, 'at once'],
    ['macOS refuses the package', { platform: 'darwin' }, 'later'],
  ] as const)('start the app as it was, once, where %s', async (_, changes, when) => {
    const updates = await stage(changes);
    const fail = (): void => double.updater.emit('error', new Error('exited with 126'));
    if (when === 'at once') double.updater.onInstall = fail;
    updates.restart();
    expect(end(updates)).toBe(true);
    if (when === 'later') fail();
    expect(told).toEqual(['updates.failed', 'start again']);
    expect(double.updater.real.autoInstallOnAppQuit).toBe(false);
  });

  it('are put in place with the app started again where the user starts it while it ends', async () => {
    expect(end(await stage(), { isWanted: true })).toBe(true);
    expect(installs()).toEqual([[true, true]]);
    // It would ask for a password.
    expect(end(await stage({ platform: 'linux', type: 'deb' }), { isWanted: true })).toBe(false);
    expect(end(open(), { isWanted: true })).toBe(false);
  });

  it('wait for the next end where the session of the system ends', async () => {
    const updates = await stage();
    updates.restart();
    expect(end(updates, { isSessionEnding: true })).toBe(false);
    expect(installs()).toEqual([]);
    expect(double.updater.real.autoInstallOnAppQuit).toBe(false);
  });
});
