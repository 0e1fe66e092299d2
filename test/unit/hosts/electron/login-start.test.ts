import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findAutostartFile, quoteForExec } from '#main/hosts/electron/lifecycle/autostart-file.ts';
import { LoginStart } from '#main/hosts/electron/lifecycle/login-start.ts';
import { ElectronDouble } from '#test/support/electron/doubles.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sb-login-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Setup {
  readonly isInstalled?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
}

function setup(platform: NodeJS.Platform, { isInstalled = true, environment = {} }: Setup = {}) {
  const double = new ElectronDouble();
  const loginStart = new LoginStart({
    app: double.parts.app,
    platform,
    isInstalled,
    environment,
    homeFolder: folder,
    execPath: '/opt/Switch board/switchboard',
  });
  return { ...double, loginStart };
}

const readEntry = (...names: string[]) => readFileSync(path.join(folder, ...names, 'switchboard.desktop'), 'utf8');

describe('starting with the session', () => {
  it('is asked on Windows as it was set, and is off where the user switched it off in Windows', async () => {
    const { loginStart, system, recorder } = setup('win32');
    expect(await loginStart.find()).toBe(false);
    expect(await loginStart.set(true)).toBe(true);
    expect(recorder.calls).toEqual([['app.setLoginItemSettings', true, ['--hidden']]]);
    expect(await loginStart.find()).toBe(true);
    system.isLoginDenied = true;
    expect(await loginStart.find()).toBe(false);
    await loginStart.set(false);
    expect(system.login).toBeNull();
  });

  it('has no arguments on macOS, which says itself that it started the app', async () => {
    const { loginStart, system, recorder } = setup('darwin');
    expect(await loginStart.set(true)).toBe(true);
    expect(recorder.calls).toEqual([['app.setLoginItemSettings', true, []]]);
    expect([await loginStart.find(), loginStart.isFromLogin]).toEqual([true, false]);
    system.wasOpenedAtLogin = true;
    expect(loginStart.isFromLogin).toBe(true);
  });

  it('is a file on Linux, which comes and goes', async () => {
    const { loginStart, recorder } = setup('linux');
    expect(await loginStart.find()).toBe(false);
    expect(await loginStart.set(true)).toBe(true);
    expect(readEntry('.config', 'autostart')).toBe(
      '[Desktop Entry]\nType=Application\nName=Switchboard\nExec="/opt/Switch board/switchboard" --hidden\nTerminal=false\n',
    );
    expect(await loginStart.find()).toBe(true);
    expect([await loginStart.set(false), await loginStart.set(false), await loginStart.find()]).toEqual([
      true,
      true,
      false,
    ]);
    expect(recorder.calls).toEqual([]);
  });

  it.each(['Hidden=true', 'X-GNOME-Autostart-enabled=false'])(
    'is off on Linux where the desktop wrote %s',
    async (line) => {
      const { loginStart } = setup('linux', { environment: { XDG_CONFIG_HOME: folder } });
      await loginStart.set(true);
      writeFileSync(path.join(folder, 'autostart', 'switchboard.desktop'), `${readEntry('autostart')}${line}\n`);
      expect(await loginStart.find()).toBe(false);
      await loginStart.set(true);
      expect(await loginStart.find()).toBe(true);
    },
  );

  it('starts an AppImage by its own file, and is off for one that was moved', async () => {
    const environment = { XDG_CONFIG_HOME: folder, APPIMAGE: '/home/ada/Switchboard.AppImage' };
    await setup('linux', { environment }).loginStart.set(true);
    expect(readEntry('autostart')).toContain('Exec="/home/ada/Switchboard.AppImage" --hidden\n');
    const moved = setup('linux', { environment: { ...environment, APPIMAGE: '/opt/Switchboard.AppImage' } });
    expect(await moved.loginStart.find()).toBe(false);
  });

  it('says where the file cannot be written', async () => {
    writeFileSync(path.join(folder, 'autostart'), 'in its way');
    const { loginStart } = setup('linux', { environment: { XDG_CONFIG_HOME: folder } });
    expect([await loginStart.set(true), await loginStart.find()]).toEqual([false, false]);
  });

  it.each([
    ['linux', false, {}],
    ['win32', false, {}],
    ['darwin', false, {}],
    ['linux', true, { SNAP: '/snap/switchboard/1' }],
    ['linux', true, { FLATPAK_ID: 'app.switchboard.desktop' }],
  ] as const)('cannot be set on %s, installed: %s, with %j', async (platform, isInstalled, environment) => {
    const { loginStart, recorder, system } = setup(platform, { isInstalled, environment });
    system.wasOpenedAtLogin = true;
    expect([await loginStart.find(), await loginStart.set(true)]).toEqual([null, false]);
    expect(loginStart.isFromLogin).toBe(false);
    expect(recorder.calls).toEqual([]);
  });
});

describe('the file that starts the app with a Linux session', () => {
  it('lies where the desktop looks, a relative folder being none', () => {
    const find = (environment: Readonly<Record<string, string>>) =>
      findAutostartFile({ environment, homeFolder: '/home/ada', execPath: '/x' });
    expect(find({})).toBe('/home/ada/.config/autostart/switchboard.desktop');
    expect(find({ XDG_CONFIG_HOME: 'here' })).toBe('/home/ada/.config/autostart/switchboard.desktop');
    expect(find({ XDG_CONFIG_HOME: '/conf' })).toBe('/conf/autostart/switchboard.desktop');
  });

  it.each([
    ['/opt/a b', '"/opt/a b"'],
    ['/opt/100%', '"/opt/100%%"'],
    ['/opt/$a`b"c', String.raw`"/opt/\\$a\\${'`'}b\\"c"`],
    ['/opt/a\\b', String.raw`"/opt/a\\\\b"`],
  ])('quotes %s', (argument, quoted) => {
    expect(quoteForExec(argument)).toBe(quoted);
  });
});
