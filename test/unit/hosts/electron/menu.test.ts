import { beforeEach, describe, expect, it } from 'vitest';
import type { MenuItemConstructorOptions } from 'electron';
import { AppMenu, toAccelerator, toMenuTemplate } from '#main/hosts/electron/shell/menu.ts';
import { COMMANDS } from '#shared/domain/commands.ts';
import { MENU_COMMANDS, type MenuCommand } from '#shared/domain/desktop-menu.ts';
import type { DesktopAct } from '#shared/domain/desktop.ts';
import { ElectronDouble } from '#test/support/electron/doubles.ts';
import { flattenMenu } from '#test/support/electron/menu-doubles.ts';

const KNOWN: readonly MenuCommand[] = MENU_COMMANDS.map((id) => {
  const [chord = ''] = COMMANDS.find((row) => row.id === id)?.keys.split(' ') ?? [];
  return { id, label: `Label of ${id}`, chord: /^(?:Ctrl|Alt)/.test(chord) ? chord : '', canRun: true };
});

const toTemplate = (platform: NodeJS.Platform, commands: readonly MenuCommand[], hasDeveloperTools = false) =>
  toMenuTemplate({ platform, hasDeveloperTools, zoom: () => undefined, acts: { tell: () => undefined } }, commands);

const roles = (items: readonly MenuItemConstructorOptions[]) => flattenMenu(items).flatMap(({ role }) => role ?? []);
const labels = (items: readonly MenuItemConstructorOptions[]) => items.map(({ role, label }) => label ?? role);

const EDITING = ['undo', 'redo', 'cut', 'copy', 'paste', 'pasteAndMatchStyle', 'selectAll'];

describe('the menus before the page tells what it can do', () => {
  it('give macOS what is copied and pasted by, and what every program has there', () => {
    const items = toTemplate('darwin', []);
    expect(labels(items)).toEqual(['Switchboard', 'File', 'Edit', 'View', 'windowMenu']);
    expect(roles(items)).toEqual([
      ...['about', 'services', 'hide', 'hideOthers', 'unhide', 'quit', 'close'],
      ...EDITING,
      ...['togglefullscreen', 'windowMenu'],
    ]);
  });

  it.each(['win32', 'linux'] as const)(
    'have quitting and editing on %s, and no key that closes by accident',
    (platform) => {
      const items = toTemplate(platform, []);
      expect(labels(items)).toEqual(['&File', '&Edit', '&View', '&Help']);
      expect(roles(items)).toEqual(['quit', ...EDITING, 'togglefullscreen', 'help', 'about']);
      const keys = flattenMenu(items).flatMap(({ accelerator }) => accelerator ?? []);
      expect(keys).toEqual(['Ctrl+Q', 'CmdOrCtrl+0', 'CmdOrCtrl+Plus', 'CmdOrCtrl+=', 'CmdOrCtrl+-']);
    },
  );

  it('have developer tools only for those who develop', () => {
    expect(roles(toTemplate('linux', []))).not.toContain('toggleDevTools');
    expect(roles(toTemplate('linux', [], true))).toContain('toggleDevTools');
  });
});

describe('the menus with the commands of the page', () => {
  let double: ElectronDouble;
  let acts: DesktopAct[];
  let steps: string[];
  let menu: AppMenu;

  beforeEach(() => {
    double = new ElectronDouble();
    [acts, steps] = [[], []];
    menu = new AppMenu({
      ...{ menu: double.parts.menu, platform: 'linux', hasDeveloperTools: false },
      zoom: (step) => steps.push(step),
      acts: { tell: (act) => acts.push(act) },
    });
  });

  it.each(['darwin', 'win32', 'linux'] as const)('have each of them once on %s', (platform) => {
    const ids = flattenMenu(toTemplate(platform, KNOWN)).flatMap(({ id }) => id ?? []);
    expect(ids.toSorted()).toEqual([...MENU_COMMANDS].toSorted());
  });

  it('have the settings where each system has them', () => {
    const find = (platform: NodeJS.Platform) =>
      toTemplate(platform, KNOWN).find((item) => flattenMenu([item]).some(({ id }) => id === 'go-settings'))?.label;
    expect([find('darwin'), find('win32'), find('linux')]).toEqual(['Switchboard', '&File', '&File']);
  });

  it('leave every key of a command to the page, and are made only once Electron is ready', () => {
    expect(() => menu.install()).toThrow('before Electron is ready');
    double.recorder.isReady = true;
    menu.install();
    menu.set(KNOWN);
    const ours = flattenMenu(double.appMenu?.template ?? []).filter(({ id }) => id !== undefined);
    expect(ours.find(({ id }) => id === 'new-message')).toMatchObject({ accelerator: 'CmdOrCtrl+N', enabled: true });
    expect(
      ours.filter(({ accelerator, registerAccelerator }) => accelerator !== undefined && registerAccelerator !== false),
    ).toEqual([]);
  });

  it('run what is chosen, and nothing that cannot be done now', () => {
    double.recorder.isReady = true;
    menu.install();
    menu.set(KNOWN.map((command) => ({ ...command, canRun: command.id !== 'pin' })));
    double.appMenu?.click('pin');
    double.appMenu?.click('mute');
    expect(acts).toEqual([{ kind: 'command', id: 'mute' }]);
    for (const { click, label } of flattenMenu(double.appMenu?.template ?? [])) {
      if (label?.startsWith('Zoom') === true || label === 'Actual size') click?.({} as never, undefined, {});
    }
    expect(steps).toEqual(['reset', 'in', 'in', 'out']);
  });

  it('are made anew for other words and keys only: an open menu would close', () => {
    double.recorder.isReady = true;
    menu.install();
    menu.set(KNOWN);
    const made = double.appMenu;
    menu.set(KNOWN.map((command) => ({ ...command, canRun: false })));
    expect(double.appMenu).toBe(made);
    expect(made?.find('next-unread')?.enabled).toBe(false);
    menu.set(KNOWN.map((command) => ({ ...command, chord: '' })));
    expect(double.appMenu).not.toBe(made);
    expect(double.recorder.callsOf('Menu.setApplicationMenu')).toHaveLength(3);
  });

  it('open in the window at a place of its page, however large that is shown', () => {
    double.recorder.isReady = true;
    menu.install();
    const window = double.parts.createWindow({});
    window.webContents.setZoomFactor(1.5);
    menu.popUp(window, { x: 10.4, y: 40 });
    menu.popUp(null, { x: 1, y: 1 });
    expect(double.recorder.callsOf('menu.popup')).toEqual([['menu.popup', { x: 16, y: 60, sourceType: undefined }]]);
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
