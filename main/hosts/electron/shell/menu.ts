/**
 * The menus of the app. On macOS copying and pasting work only through them, and they are above every window; on Windows and
 * Linux a button of the page opens them, because Electron shows no menu bar in a window without the system's title bar.
 * What the page can do is told by the page (`set`); the rest is here from the start.
 */
import type { BrowserWindow, Menu, MenuItemConstructorOptions } from 'electron';
import { COMMANDS, type CommandId } from '#shared/domain/commands.ts';
import { MENUS, type MenuCommand, type MenuName, type MenuPlace } from '#shared/domain/desktop-menu.ts';
import type { ZoomStep } from '#shared/domain/zoom.ts';
import type { ElectronApi } from '../electron-api.ts';
import type { UserActions } from './user-actions.ts';

type Items = readonly MenuItemConstructorOptions[];

export interface MenuNeeds {
  readonly menu: Pick<ElectronApi['menu'], 'buildFromTemplate' | 'setApplicationMenu'>;
  readonly platform: NodeJS.Platform;
  /** Off in the packaged app. */
  readonly hasDeveloperTools: boolean;
  readonly zoom: (step: ZoomStep) => void;
  readonly acts: Pick<UserActions, 'tell'>;
}

export class AppMenu {
  readonly #needs: MenuNeeds;
  #menu: Menu | null = null;
  #shown: readonly MenuCommand[] = [];

  constructor(needs: MenuNeeds) {
    this.#needs = needs;
  }

  /** Once Electron is ready and before there is a window: until the page says more, without its commands. */
  install(): void {
    this.#build();
  }

  /** Made anew only where words or keys differ: an open menu would close. */
  set(commands: readonly MenuCommand[]): void {
    const before = this.#shown;
    this.#shown = commands;
    const isSame =
      commands.length === before.length &&
      commands.every(({ id, label, chord }, index) => {
        const other = before[index];
        return other !== undefined && id === other.id && label === other.label && chord === other.chord;
      });
    if (!isSame) this.#build();
    else {
      for (const { id, canRun } of commands) {
        const item = this.#menu?.getMenuItemById(id) ?? null;
        if (item !== null) item.enabled = canRun;
      }
    }
  }

  /** Opens all of it in a window, whose page may be zoomed. */
  popUp(window: BrowserWindow | null, { x, y }: MenuPlace): void {
    if (window === null || window.isDestroyed()) return;
    const zoom = window.webContents.getZoomFactor();
    this.#menu?.popup({ window, x: Math.round(x * zoom), y: Math.round(y * zoom) });
  }

  #build(): void {
    const { menu } = this.#needs;
    this.#menu = menu.buildFromTemplate(toMenuTemplate(this.#needs, this.#shown));
    menu.setApplicationMenu(this.#menu);
  }
}

const LINE: MenuItemConstructorOptions = { type: 'separator' };

/** It has no Reload, which the user never needs, and no Ctrl+W where that would end the app. */
export function toMenuTemplate(
  needs: Omit<MenuNeeds, 'menu'>,
  commands: readonly MenuCommand[],
): MenuItemConstructorOptions[] {
  const isMac = needs.platform === 'darwin';
  // macOS has these below the name of the app.
  const isOfMacApp = ({ id }: MenuItemConstructorOptions): boolean => id === 'go-settings' || id === 'show-about';
  const list = (name: MenuName): Items => {
    const items = listCommands(MENUS[name], commands, needs.acts);
    return isMac ? items.filter((item) => !isOfMacApp(item)) : items;
  };
  const about = orPanel(listCommands(['show-about'], commands, needs.acts));
  const all: MenuItemConstructorOptions[] = [
    {
      label: '&File',
      submenu: join(list('file'), isMac ? [{ role: 'close' }] : [{ role: 'quit', accelerator: 'Ctrl+Q' }]),
    },
    { label: '&Edit', submenu: join(EDITING, list('edit')) },
    { label: '&View', submenu: join(list('view'), listViewItems(needs)) },
    { label: '&Chat', submenu: join(list('chat')) },
    ...(isMac ? [{ role: 'windowMenu' } as const] : []),
    { role: 'help', label: '&Help', submenu: isMac || list('help').length > 0 ? join(list('help')) : join(about) },
  ];
  const menus = all.filter(({ submenu }) => !Array.isArray(submenu) || submenu.length > 0);
  if (!isMac) return menus;
  // macOS has no letters to underline.
  const plain = menus.map(({ label, ...menu }) => (label === undefined ? menu : { ...menu, label: label.slice(1) }));
  const settings = listCommands(['go-settings'], commands, needs.acts);
  return [{ label: 'Switchboard', submenu: join(about, settings, ...OF_MAC_APP) }, ...plain];
}

/** Before the page can show it, the system says which version this is. */
function orPanel(about: Items): Items {
  return about.length === 0 ? [{ role: 'about' }] : about;
}

const EDITING: Items = [
  { role: 'undo' },
  { role: 'redo' },
  LINE,
  { role: 'cut' },
  { role: 'copy' },
  { role: 'paste' },
  { role: 'pasteAndMatchStyle' },
  { role: 'selectAll' },
];

/** As every program of that system has them. */
const OF_MAC_APP: readonly Items[] = [
  [{ role: 'services' }],
  [{ role: 'hide' }, { role: 'hideOthers' }, { role: 'unhide' }],
  [{ role: 'quit' }],
];

/** Groups with a line between each two. */
function join(...groups: readonly Items[]): MenuItemConstructorOptions[] {
  const used = groups.filter((group) => group.length > 0);
  return used.flatMap((group, index) => (index === 0 ? group : [LINE, ...group]));
}

/** What the page told of these commands, in this order. */
function listCommands(
  ids: readonly (CommandId | null)[],
  commands: readonly MenuCommand[],
  acts: MenuNeeds['acts'],
): Items {
  const groups: MenuItemConstructorOptions[][] = [[]];
  for (const id of ids) {
    const command = commands.find((candidate) => candidate.id === id);
    if (id === null) groups.push([]);
    else if (command !== undefined) groups.at(-1)?.push(toCommandItem(command, acts));
  }
  return join(...groups);
}

function toCommandItem({ id, label, chord, canRun }: MenuCommand, acts: MenuNeeds['acts']): MenuItemConstructorOptions {
  return {
    id,
    label,
    enabled: canRun,
    // The page hears the key, also where the user has chosen another.
    ...(chord === '' ? {} : { accelerator: toElectronKeys(chord), registerAccelerator: false }),
    click: () => acts.tell({ kind: 'command', id }),
  };
}

function listViewItems({ zoom, hasDeveloperTools }: Pick<MenuNeeds, 'hasDeveloperTools' | 'zoom'>): Items {
  return join(
    [
      { label: 'Actual size', ...toKeys('zoom-reset'), click: () => zoom('reset') },
      { label: 'Zoom in', accelerator: 'CmdOrCtrl+Plus', click: () => zoom('in') },
      {
        label: 'Zoom in',
        ...toKeys('zoom-in'),
        // Where plus needs Shift, users press the key without it.
        ...{ visible: false, acceleratorWorksWhenHidden: true },
        click: () => zoom('in'),
      },
      { label: 'Zoom out', ...toKeys('zoom-out'), click: () => zoom('out') },
    ],
    [{ role: 'togglefullscreen' }],
    hasDeveloperTools ? [{ role: 'toggleDevTools' }] : [],
  );
}

/** The accelerator from the command table, where the command has one. */
function toKeys(id: CommandId): { readonly accelerator?: string } {
  const accelerator = toAccelerator(id);
  return accelerator === undefined ? {} : { accelerator };
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
  return chord === undefined || chord === '' ? undefined : toElectronKeys(chord);
}

function toElectronKeys(chord: string): string {
  return chord
    .split('+')
    .map((key) => (key === 'Ctrl' ? 'CmdOrCtrl' : (NAMES[key] ?? key)))
    .join('+');
}
