import type { MenuItemConstructorOptions } from 'electron';
import { COMMANDS, type CommandId } from '#shared/domain/commands.ts';
import type { ZoomStep } from '#shared/domain/zoom.ts';
import type { ElectronApi } from '../electron-api.ts';

export interface MenuOptions {
  readonly platform: NodeJS.Platform;
  /** Off in the packaged app. */
  readonly hasDeveloperTools: boolean;
  readonly zoom: (step: ZoomStep) => void;
}

/**
 * The menu of the app. On macOS copying and pasting work only through it; on Windows and Linux it is behind Alt. It has no
 * Reload, which the user never needs, and no Ctrl+W where that would end the app.
 */
export function toMenuTemplate(options: MenuOptions): MenuItemConstructorOptions[] {
  const view: MenuItemConstructorOptions = { label: '&View', submenu: toViewItems(options) };
  if (options.platform === 'darwin') {
    const file: MenuItemConstructorOptions = { label: 'File', submenu: [{ role: 'close' }] };
    return [{ role: 'appMenu' }, file, { role: 'editMenu' }, { ...view, label: 'View' }, { role: 'windowMenu' }];
  }
  const quit: MenuItemConstructorOptions = { role: 'quit', accelerator: 'Ctrl+Q' };
  return [{ label: '&File', submenu: [quit] }, { role: 'editMenu' }, view];
}

function toViewItems({ zoom, hasDeveloperTools }: MenuOptions): MenuItemConstructorOptions[] {
  const items: MenuItemConstructorOptions[] = [
    { label: 'Actual size', ...toKeys('zoom-reset'), click: () => zoom('reset') },
    { label: 'Zoom in', accelerator: 'CmdOrCtrl+Plus', click: () => zoom('in') },
    // Where plus needs Shift, users press the key without it.
    {
      label: 'Zoom in',
      ...toKeys('zoom-in'),
      visible: false,
      acceleratorWorksWhenHidden: true,
      click: () => zoom('in'),
    },
    { label: 'Zoom out', ...toKeys('zoom-out'), click: () => zoom('out') },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ];
  return hasDeveloperTools ? [...items, { type: 'separator' }, { role: 'toggleDevTools' }] : items;
}

/** The accelerator from the command table, where the command has one. */
function toKeys(id: CommandId): { readonly accelerator?: string } {
  const accelerator = toAccelerator(id);
  return accelerator === undefined ? {} : { accelerator };
}

/** Once Electron is ready and before there is a window, which takes the menu with it on Windows and Linux. */
export function installMenu(menu: ElectronApi['menu'], options: MenuOptions): void {
  menu.setApplicationMenu(menu.buildFromTemplate(toMenuTemplate(options)));
}

const NAMES: Readonly<Record<string, string>> = {
  ArrowDown: 'Down',
  ArrowUp: 'Up',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Escape: 'Esc',
};

/** The first usual chord of a command in Electron's notation; undefined where it has none. */
export function toAccelerator(id: CommandId): string | undefined {
  const chord = COMMANDS.find((row) => row.id === id)?.keys.split(' ')[0];
  if (chord === undefined || chord === '') return undefined;
  return chord
    .split('+')
    .map((key) => (key === 'Ctrl' ? 'CmdOrCtrl' : (NAMES[key] ?? key)))
    .join('+');
}
