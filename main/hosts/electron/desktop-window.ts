import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron';
import type { Bridge } from '#main/bridge/bridge.ts';
import { tellEvents } from './ipc.ts';
import { guardNavigation } from './navigation-guard.ts';
import { loadWindow, revealWindow, toWindowOptions } from './window.ts';

type WindowBridge = Pick<Bridge, 'runId' | 'sequence' | 'handle' | 'subscribe'>;

/** The one window: made when it is needed, forgotten when it is closed. */
export class DesktopWindow {
  readonly #createWindow: (options: BrowserWindowConstructorOptions) => BrowserWindow;
  readonly #preloadPath: string;
  #window: BrowserWindow | null = null;

  constructor(createWindow: (options: BrowserWindowConstructorOptions) => BrowserWindow, preloadPath: string) {
    this.#createWindow = createWindow;
    this.#preloadPath = preloadPath;
  }

  get current(): BrowserWindow | null {
    return this.#window;
  }

  /** Shows the window, making it first where there is none. Rejects when the page cannot be loaded. */
  async open(bridge: WindowBridge): Promise<void> {
    if (revealWindow(this.#window)) return;
    const window = this.#createWindow(toWindowOptions(this.#preloadPath));
    this.#window = window;
    window.once('closed', () => {
      if (this.#window === window) this.#window = null;
      // On macOS the app goes on without a window: there is no hurry to ask for news then.
      void bridge.handle('host.setActivity', { isVisible: false, isFocused: false });
    });
    // The same check as for a link in a message: only addresses that cannot start a program leave the app.
    guardNavigation(window.webContents, (url) => void bridge.handle('host.openLink', { url }));
    tellEvents(window.webContents, bridge);
    await loadWindow(window);
  }
}
