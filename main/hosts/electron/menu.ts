import type { MenuItemConstructorOptions } from 'electron';
import type { CommandId } from '#shared/domain/commands.ts';
import type { ZoomStep } from '#shared/domain/zoom.ts';
import { toAccelerator } from './accelerators.ts';
import type { ElectronParts } from './parts.ts';

export interface MenuOptions {
  readonly platform: NodeJS.Platform;
  /** Developer tools are for those who develop the app. */
  readonly hasDeveloperTools: boolean;
  readonly zoom: (step: ZoomStep) => void;
}

/**
 * The menu of the app. On macOS copying and pasting work only through it; on Windows and Linux it is behind Alt. Reloading
 * is left out: it is no one's errand, and Ctrl+W as well where it would end the app.
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
    // Where plus is typed with Shift, nobody presses Shift for this.
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

/** The keys of the table. */
function toKeys(id: CommandId): { readonly accelerator?: string } {
  const accelerator = toAccelerator(id);
  return accelerator === undefined ? {} : { accelerator };
}

/** Once Electron is ready and before there is a window, which takes the menu with it on Windows and Linux. */
export function installMenu(menu: ElectronParts['menu'], options: MenuOptions): void {
  menu.setApplicationMenu(menu.buildFromTemplate(toMenuTemplate(options)));
}
