/** The zoom of the window: a setting, which keys, menu and wheel change. */
import type { WebContents } from 'electron';
import type { Bridge } from '#main/bridge/bridge.ts';
import { planZoom, type ZoomStep } from '#shared/domain/zoom.ts';

type Contents = Pick<WebContents, 'isDestroyed' | 'on' | 'once' | 'setZoomFactor'>;
type ZoomBridge = Pick<Bridge, 'findSettings' | 'saveSettings' | 'subscribe'>;

/** Keeps one window at the zoom that the user chose; each account has its own. Ends with the window. */
export class WindowZoom {
  readonly #contents: Contents;
  readonly #bridge: ZoomBridge;
  readonly #onApplied: (factor: number) => void;
  #percent = 100;
  /** Steps that are not saved yet: until they are, the saved setting is out of date. */
  #unsaved = 0;

  /** `onApplied`: told the factor, 1 being actual size. */
  constructor(contents: Contents, bridge: ZoomBridge, onApplied: (factor: number) => void) {
    this.#contents = contents;
    this.#bridge = bridge;
    this.#onApplied = onApplied;
    // Chromium remembers a zoom per origin by itself, and applies it with each load.
    contents.on('did-finish-load', () => this.#apply());
    const unsubscribe = bridge.subscribe(({ name }) => {
      if (name === 'settings.changed' || name === 'session.changed') void this.read();
    });
    contents.once('destroyed', unsubscribe);
  }

  /** Applies the setting. Where it cannot be read, the zoom stays. */
  async read(): Promise<void> {
    const settings = await this.#bridge.findSettings();
    if (settings === null || this.#unsaved > 0) return;
    this.#percent = settings.zoomPercent;
    this.#apply();
  }

  /** Applies at once, and saves. Where it cannot be saved, as on a full disk, it lasts until the window is opened again. */
  async step(step: ZoomStep): Promise<void> {
    const zoomPercent = planZoom(this.#percent, step);
    if (zoomPercent === this.#percent) return;
    this.#percent = zoomPercent;
    this.#apply();
    this.#unsaved += 1;
    await this.#bridge.saveSettings({ zoomPercent });
    this.#unsaved -= 1;
  }

  #apply(): void {
    if (this.#contents.isDestroyed()) return;
    this.#contents.setZoomFactor(this.#percent / 100);
    this.#onApplied(this.#percent / 100);
  }
}
