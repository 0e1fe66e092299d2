import type { BrowserWindow } from 'electron';
import type { Bridge } from '#main/bridge/bridge.ts';
import type { ZoomStep } from '#shared/domain/zoom.ts';
import { tellEvents } from './ipc.ts';
import type { ElectronParts } from './parts.ts';
import { keepBackground, toBackground } from './theme.ts';
import { watchUnresponsive } from './unresponsive.ts';
import { loadWindow, revealWindow, toWindowOptions, type WindowLook } from './window.ts';
import { WindowZoom } from './zoom.ts';

type WindowBridge = Pick<Bridge, 'runId' | 'sequence' | 'findSettings' | 'saveSettings' | 'setActivity' | 'subscribe'>;

export interface WindowNeeds extends Omit<WindowLook, 'backgroundColor'> {
  readonly electron: Pick<ElectronParts, 'createWindow' | 'dialog' | 'nativeTheme'>;
  readonly report: (what: string, error: unknown) => void;
  /** Windows ends the session: says so to the window alone. */
  readonly onSessionEnd: () => void;
}

/** The one window: made when it is needed, forgotten when it is closed. */
export class DesktopWindow {
  readonly #needs: WindowNeeds;
  #window: BrowserWindow | null = null;
  #zoom: WindowZoom | null = null;

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
      if (this.#window === window) this.#window = this.#zoom = null;
      // On macOS the app goes on without a window: there is no hurry to ask for news then.
      bridge.setActivity({ isVisible: false, isFocused: false });
    });
    window.on('session-end', () => this.#needs.onSessionEnd());
    const zoom = new WindowZoom(window.webContents, bridge);
    this.#zoom = zoom;
    window.webContents.on('zoom-changed', (_event, direction) => void zoom.step(direction));
    keepBackground(window, electron.nativeTheme);
    watchUnresponsive(window, { dialog: electron.dialog, report });
    tellEvents(window.webContents, bridge);
    await zoom.read();
    // The app may have been asked to end meanwhile.
    if (!window.isDestroyed()) await loadWindow(window);
  }

  zoom(step: ZoomStep): void {
    void this.#zoom?.step(step);
  }

  /** Out of sight at once: what is still to be closed needs nobody to look on. */
  hide(): void {
    if (this.#window !== null && !this.#window.isDestroyed()) this.#window.hide();
  }
}
