import type { BrowserWindow } from 'electron';
import type { Bridge } from '#main/bridge/bridge.ts';
import { tellEvents } from './ipc.ts';
import type { ElectronParts } from './parts.ts';
import { keepBackground, toBackground } from './theme.ts';
import { watchUnresponsive } from './unresponsive.ts';
import { loadWindow, revealWindow, toWindowOptions, type WindowLook } from './window.ts';
import { zoom, type ZoomStep } from './zoom.ts';

type WindowBridge = Pick<Bridge, 'runId' | 'sequence' | 'handle' | 'subscribe'>;

export interface WindowNeeds extends Omit<WindowLook, 'backgroundColor'> {
  readonly electron: Pick<ElectronParts, 'createWindow' | 'dialog' | 'nativeTheme'>;
  readonly report: (what: string, error: unknown) => void;
}

/** The one window: made when it is needed, forgotten when it is closed. */
export class DesktopWindow {
  readonly #needs: WindowNeeds;
  #window: BrowserWindow | null = null;

  constructor(needs: WindowNeeds) {
    this.#needs = needs;
  }

  get current(): BrowserWindow | null {
    return this.#window;
  }

  /** Shows the window, making it first where there is none. Rejects when the page cannot be loaded. */
  async open(bridge: WindowBridge): Promise<void> {
    if (revealWindow(this.#window)) return;
    const { electron, report } = this.#needs;
    const backgroundColor = toBackground(electron.nativeTheme);
    const window = electron.createWindow(toWindowOptions({ ...this.#needs, backgroundColor }));
    this.#window = window;
    window.once('closed', () => {
      if (this.#window === window) this.#window = null;
      // On macOS the app goes on without a window: there is no hurry to ask for news then.
      void bridge.handle('host.setActivity', { isVisible: false, isFocused: false });
    });
    window.webContents.on('zoom-changed', (_event, direction) => zoom(window.webContents, direction));
    keepBackground(window, electron.nativeTheme);
    watchUnresponsive(window, { dialog: electron.dialog, report });
    tellEvents(window.webContents, bridge);
    await loadWindow(window);
  }

  zoom(step: ZoomStep): void {
    if (this.#window !== null && !this.#window.isDestroyed()) zoom(this.#window.webContents, step);
  }

  /** Out of sight at once: what is still to be closed needs nobody to look on. */
  hide(): void {
    if (this.#window !== null && !this.#window.isDestroyed()) this.#window.hide();
  }
}
