import { describe, expect, it } from 'vitest';
import type { MenuItemConstructorOptions } from 'electron';
import { installMenu, toAccelerator, toMenuTemplate } from '#main/hosts/electron/shell/menu.ts';
import { ElectronDouble } from '#test/support/electron/doubles.ts';

const template = (platform: NodeJS.Platform, hasDeveloperTools = false) =>
  toMenuTemplate({ platform, hasDeveloperTools, zoom: () => undefined });

function flatten(items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flatten(item.submenu) : [])]);
}

const roles = (items: readonly MenuItemConstructorOptions[]) => flatten(items).flatMap(({ role }) => role ?? []);

describe('the menu', () => {
  it('gives macOS its app, edit and window menus, without which nothing can be copied or pasted', () => {
    expect(roles(template('darwin'))).toEqual(['appMenu', 'close', 'editMenu', 'togglefullscreen', 'windowMenu']);
  });

  it.each(['win32', 'linux'] as const)(
    'has quitting and editing on %s, and no key that closes by accident',
    (platform) => {
      expect(roles(template(platform))).toEqual(['quit', 'editMenu', 'togglefullscreen']);
      const keys = flatten(template(platform)).flatMap(({ accelerator }) => accelerator ?? []);
      expect(keys).toEqual(['Ctrl+Q', 'CmdOrCtrl+0', 'CmdOrCtrl+Plus', 'CmdOrCtrl+=', 'CmdOrCtrl+-']);
    },
  );

  it('has developer tools only for those who develop', () => {
    expect(roles(template('linux'))).not.toContain('toggleDevTools');
    expect(roles(template('linux', true))).toContain('toggleDevTools');
  });

  it('is built and set once Electron is ready, and zooms', () => {
    const double = new ElectronDouble();
    const options = { platform: 'linux' as const, hasDeveloperTools: false, zoom: () => undefined };
    expect(() => installMenu(double.parts.menu, options)).toThrow('before Electron is ready');
    double.recorder.isReady = true;
    const steps: string[] = [];
    installMenu(double.parts.menu, { ...options, zoom: (step) => steps.push(step) });
    expect(double.recorder.callsOf('Menu')).toEqual([['Menu.setApplicationMenu']]);
    for (const { click } of flatten(double.menu)) click?.({} as never, undefined, {});
    expect(steps).toEqual(['reset', 'in', 'in', 'out']);
  });
});

it('writes the keys of the command table in Electron’s notation', () => {
  expect(toAccelerator('zoom-reset')).toBe('CmdOrCtrl+0');
  expect(toAccelerator('zoom-out')).toBe('CmdOrCtrl+-');
  expect(toAccelerator('next-unread')).toBe('Alt+Shift+Down');
  expect(toAccelerator('new-message')).toBe('CmdOrCtrl+N');
  expect(toAccelerator('back')).toBe('Esc');
  expect(toAccelerator('block')).toBeUndefined();
});
