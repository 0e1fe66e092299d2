/** The one window: created when it is needed, shown once it has painted, forgotten when it is closed. */
import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron';
import type { Bridge } from '#main/bridge/bridge.ts';
import type { ZoomStep } from '#shared/domain/zoom.ts';
import type { ElectronApi } from '../electron-api.ts';
import { watchUnresponsive } from '../lifecycle/crashes.ts';
import { sendEvents } from '../security/ipc.ts';
import { hasOwnSpelling } from '../security/offline-session.ts';
import { PAGE_URL } from '../security/page-protocol.ts';
import { followBackground, toBackground } from './theme.ts';
import { WindowZoom } from './zoom.ts';

type WindowBridge = Pick<Bridge, 'runId' | 'sequence' | 'findSettings' | 'saveSettings' | 'setActivity' | 'subscribe'>;
type Report = (what: string, error: unknown) => void;

export interface WindowSettings {
  readonly preloadPath: string;
  readonly platform: NodeJS.Platform;
  readonly backgroundColor: string;
  readonly hasDeveloperTools: boolean;
}

export interface WindowNeeds extends Omit<WindowSettings, 'backgroundColor'> {
  readonly electron: Pick<ElectronApi, 'createWindow' | 'dialog' | 'nativeTheme'>;
  readonly report: Report;
  /** Windows announces the end of its session to the window alone. */
  readonly onSessionEnd: () => void;
}

export class MainWindow {
  readonly #needs: WindowNeeds;
  #window: BrowserWindow | null = null;
  #zoom: WindowZoom | null = null;

  constructor(needs: WindowNeeds) {
    this.#needs = needs;
  }

  get current(): BrowserWindow | null {
    return this.#window;
  }

  /** Shows the window, creating it first where there is none. Rejects when the page cannot be loaded. */
  async open(bridge: WindowBridge): Promise<void> {
    if (revealWindow(this.#window)) return;
    const { electron, report } = this.#needs;
    const backgroundColor = toBackground(electron.nativeTheme);
    const window = electron.createWindow(toWindowOptions({ ...this.#needs, backgroundColor }));
    this.#window = window;
    window.once('closed', () => {
      if (this.#window === window) this.#window = this.#zoom = null;
      // On macOS the app goes on without a window: then it has no reason to poll quickly.
      bridge.setActivity({ isVisible: false, isFocused: false });
    });
    window.on('session-end', () => this.#needs.onSessionEnd());
    const zoom = new WindowZoom(window.webContents, bridge);
    this.#zoom = zoom;
    window.webContents.on('zoom-changed', (_event, direction) => void zoom.step(direction));
    followBackground(window, electron.nativeTheme);
    watchUnresponsive(window, { dialog: electron.dialog, report });
    sendEvents(window.webContents, bridge);
    await zoom.read();
    // The app may have been asked to end meanwhile.
    if (!window.isDestroyed()) await loadWindow(window);
  }

  zoom(step: ZoomStep): void {
    void this.#zoom?.step(step);
  }

  /** At once, so that the user does not watch the app close. */
  hide(): void {
    if (this.#window !== null && !this.#window.isDestroyed()) this.#window.hide();
  }
}

/** A second start and the dock bring the window back. Closing it ends the app, but not on macOS, where it stays in the dock. */
export function keepWindow(
  app: Pick<ElectronApi['app'], 'on' | 'quit'>,
  options: { readonly platform: NodeJS.Platform; readonly open: () => Promise<void>; readonly report: Report },
): void {
  const reopen = (): void => {
    options.open().catch((error: unknown) => options.report('window.notLoaded', error));
  };
  app.on('second-instance', reopen);
  app.on('activate', reopen);
  app.on('window-all-closed', () => {
    if (options.platform !== 'darwin') app.quit();
  });
}

/** On Wayland `ready-to-show` may never come for a hidden window (electron#48859): then it is shown after this. */
const SHOW_WITHIN_MS = 2_000;

/** The sizes of the design (§2), the sandbox, and no Node in the page. */
export function toWindowOptions(settings: WindowSettings): BrowserWindowConstructorOptions {
  return {
    width: 1280,
    height: 800,
    minWidth: 720,
    minHeight: 480,
    // Shown at `ready-to-show`, in the colour of the theme, so that the user sees no empty white frame.
    show: false,
    backgroundColor: settings.backgroundColor,
    title: 'Switchboard',
    autoHideMenuBar: true,
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
      spellcheck: hasOwnSpelling(settings.platform),
      devTools: settings.hasDeveloperTools,
    },
  };
}

/** Loads the page and shows the window once it has painted. Rejects, with the window gone, when the page cannot be loaded. */
async function loadWindow(window: BrowserWindow): Promise<void> {
  let isShown = false;
  const show = (): void => {
    if (isShown || window.isDestroyed()) return;
    isShown = true;
    window.show();
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
