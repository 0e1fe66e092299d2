/** The one window: created when it is needed, shown once it has painted, forgotten when it is closed. */
import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron';
import type { Bridge } from '#main/bridge/bridge.ts';
import type { ZoomStep } from '#shared/domain/zoom.ts';
import type { ElectronApi } from '../electron-api.ts';
import { watchUnresponsive } from '../lifecycle/crashes.ts';
import { sendEvents } from '../security/ipc.ts';
import { PAGE_URL } from '../security/page-protocol.ts';
import { tellActivity } from './activity.ts';
import { holdClosing, type ClosingNeeds } from './closing.ts';
import { SMALLEST } from './placing.ts';
import { offerTextMenu, type TextMenuNeeds } from './text-menu.ts';
import { followBackground, toBackground } from './theme.ts';
import { TitleBarButtons, toTitleBar, usesSystemBar } from './title-bar.ts';
import type { WindowState } from './window-state.ts';
import { WindowZoom } from './zoom.ts';

type WindowBridge = Pick<Bridge, 'runId' | 'sequence' | 'findSettings' | 'saveSettings' | 'setActivity' | 'subscribe'>;
type Report = (what: string, error: unknown) => void;

export interface WindowSettings {
  readonly preloadPath: string;
  readonly backgroundColor: string;
  /** Null: the system's own. */
  readonly titleBar: ReturnType<typeof toTitleBar> | null;
  readonly bounds: ReturnType<WindowState['toBounds']>;
  readonly hasDeveloperTools: boolean;
}

export interface WindowNeeds extends Omit<WindowSettings, 'backgroundColor' | 'bounds' | 'titleBar'> {
  readonly electron: Pick<ElectronApi, 'createWindow' | 'dialog' | 'menu' | 'nativeTheme'>;
  /** There is none before Electron is ready. */
  readonly findTextMenu: () => Omit<TextMenuNeeds, 'menu'> | null;
  readonly platform: NodeJS.Platform;
  readonly report: Report;
  readonly state: Pick<WindowState, 'applyShape' | 'follow' | 'toBounds'>;
  readonly closing: Pick<ClosingNeeds, 'findQuitStage' | 'hasTray' | 'quit'>;
  /** Windows announces the end of its session to the window alone. */
  readonly onSessionEnd: () => void;
}

export class MainWindow {
  readonly #needs: WindowNeeds;
  #window: BrowserWindow | null = null;
  #zoom: WindowZoom | null = null;
  /** How the window that is being made will appear; null: none is being made. */
  #coming: 'shown' | 'minimised' | null = null;

  constructor(needs: WindowNeeds) {
    this.#needs = needs;
  }

  get current(): BrowserWindow | null {
    return this.#window;
  }

  /** Shows the window, creating it first where there is none. Rejects when the page cannot be loaded. */
  async open(bridge: WindowBridge, how: 'shown' | 'minimised' = 'shown'): Promise<void> {
    if (this.#coming !== null) {
      // It is shown once the page is painted.
      if (how === 'shown') this.#coming = how;
      return;
    }
    if (revealWindow(this.#window)) return;
    this.#coming = how;
    try {
      await this.#create(bridge);
    } catch (error) {
      this.#coming = null;
      throw error;
    }
  }

  async #create(bridge: WindowBridge): Promise<void> {
    const { electron, findTextMenu, platform, report, state } = this.#needs;
    const { nativeTheme } = electron;
    const titleBar = (await usesSystemBar(platform, bridge)) ? null : toTitleBar(platform, nativeTheme);
    const looks = { backgroundColor: toBackground(nativeTheme), titleBar };
    const window = electron.createWindow(toWindowOptions({ ...this.#needs, ...looks, bounds: state.toBounds() }));
    this.#window = window;
    window.once('closed', () => {
      if (this.#window === window) this.#window = this.#zoom = this.#coming = null;
    });
    tellActivity(window, bridge);
    state.follow(window);
    holdClosing(window, bridge, { ...this.#needs, ...this.#needs.closing, dialog: electron.dialog });
    window.on('session-end', () => this.#needs.onSessionEnd());
    const buttons = titleBar === null ? null : new TitleBarButtons(window, platform, nativeTheme);
    // The page has a button for the menus.
    if (titleBar === null) window.setMenuBarVisibility(false);
    const zoom = new WindowZoom(window.webContents, bridge, (factor) => buttons?.zoomed(factor));
    this.#zoom = zoom;
    window.webContents.on('zoom-changed', (_event, direction) => void zoom.step(direction));
    followBackground(window, nativeTheme);
    const textMenu = findTextMenu();
    if (textMenu !== null) offerTextMenu(window, { ...textMenu, menu: electron.menu });
    watchUnresponsive(window, { dialog: electron.dialog, report });
    sendEvents(window.webContents, bridge);
    await zoom.read();
    // The app may have been asked to end meanwhile.
    if (!window.isDestroyed()) await loadWindow(window, () => this.#present(window));
  }

  #present(window: BrowserWindow): void {
    const isMinimised = this.#coming === 'minimised';
    this.#coming = null;
    if (isMinimised) {
      window.minimize();
      return;
    }
    window.show();
    this.#needs.state.applyShape(window);
  }

  zoom(step: ZoomStep): void {
    void this.#zoom?.step(step);
  }

  /** At once, so that the user does not watch the app close. */
  hide(): void {
    if (this.#window !== null && !this.#window.isDestroyed()) this.#window.hide();
  }
}

/** The dock brings the window back. Where it is gone for good, as with a page that does not load, the app ends; not on macOS. */
export function keepWindow(
  app: Pick<ElectronApi['app'], 'on' | 'quit'>,
  options: { readonly platform: NodeJS.Platform; readonly reopen: () => void },
): void {
  app.on('activate', options.reopen);
  app.on('window-all-closed', () => {
    if (options.platform !== 'darwin') app.quit();
  });
}

/** On Wayland `ready-to-show` may never come for a hidden window (electron#48859): then it is shown after this. */
const SHOW_WITHIN_MS = 2_000;

/** The sandbox, and no Node in the page. */
export function toWindowOptions(settings: WindowSettings): BrowserWindowConstructorOptions {
  return {
    ...settings.bounds,
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    // Shown at `ready-to-show`, in the colour of the theme, so that the user sees no empty white frame.
    show: false,
    backgroundColor: settings.backgroundColor,
    title: 'Switchboard',
    ...settings.titleBar,
    webPreferences: {
      preload: settings.preloadPath,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      // The session says whether, and in which languages.
      spellcheck: true,
      devTools: settings.hasDeveloperTools,
    },
  };
}

/** Loads the page and presents the window once it has painted. Rejects, with the window gone, when the page cannot be loaded. */
async function loadWindow(window: BrowserWindow, present: () => void): Promise<void> {
  let isShown = false;
  const show = (): void => {
    if (isShown || window.isDestroyed()) return;
    isShown = true;
    present();
  };
  window.once('ready-to-show', show);
  try {
    await window.loadURL(PAGE_URL);
  } catch (error) {
    if (!window.isDestroyed()) window.destroy();
    throw error;
  }
  const timer = setTimeout(show, SHOW_WITHIN_MS);
  window.once('closed', () => clearTimeout(timer));
}

/** Brings a window to the front, whatever hid it. False where there is none. */
export function revealWindow(window: BrowserWindow | null): boolean {
  if (window === null || window.isDestroyed()) return false;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
  return true;
}
