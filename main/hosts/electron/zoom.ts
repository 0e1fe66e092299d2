/** The size of everything in the window: a setting, which keys and wheel change. */
import type { WebContents } from 'electron';
import type { Bridge } from '#main/bridge/bridge.ts';
import { planZoom, type ZoomStep } from '#shared/domain/zoom.ts';

type Contents = Pick<WebContents, 'isDestroyed' | 'on' | 'once' | 'setZoomFactor'>;
type ZoomBridge = Pick<Bridge, 'findSettings' | 'saveSettings' | 'subscribe'>;

/** Keeps one window at the size that its person chose; each account may have its own. Ends with the window. */
export class WindowZoom {
  readonly #contents: Contents;
  readonly #bridge: ZoomBridge;
  #percent = 100;
  /** Steps that are not kept yet: until they are, what was kept before is old. */
  #unkept = 0;

  constructor(contents: Contents, bridge: ZoomBridge) {
    this.#contents = contents;
    this.#bridge = bridge;
    // Chromium remembers a size for each place by itself, and takes that with each load.
    contents.on('did-finish-load', () => this.#apply());
    const unsubscribe = bridge.subscribe(({ name }) => {
      if (name === 'settings.changed' || name === 'session.changed') void this.read();
    });
    contents.once('destroyed', unsubscribe);
  }

  /** Takes the setting. Resolves also where nobody can say it: then the size stays. */
  async read(): Promise<void> {
    const settings = await this.#bridge.findSettings();
    if (settings === null || this.#unkept > 0) return;
    this.#percent = settings.zoomPercent;
    this.#apply();
  }

  /** At once, and kept. Where it cannot be kept, as on a full disk, it is so until the window is opened again. */
  async step(step: ZoomStep): Promise<void> {
    const zoomPercent = planZoom(this.#percent, step);
    if (zoomPercent === this.#percent) return;
    this.#percent = zoomPercent;
    this.#apply();
    this.#unkept += 1;
    await this.#bridge.saveSettings({ zoomPercent });
    this.#unkept -= 1;
  }

  #apply(): void {
    if (!this.#contents.isDestroyed()) this.#contents.setZoomFactor(this.#percent / 100);
  }
}
