/**
 * The number on the app's icon: in the dock of macOS, on docks of Linux that show one, and on Windows as a picture over
 * the button of the taskbar, which every window that is shown needs anew.
 */
import path from 'node:path';
import type { BrowserWindow } from 'electron';
import type { BadgeView } from '#shared/domain/desktop.ts';
import type { ElectronApi } from '../electron-api.ts';

export interface BadgeNeeds extends Pick<ElectronApi, 'nativeImage'> {
  readonly app: Pick<ElectronApi['app'], 'dock' | 'on' | 'setBadgeCount'>;
  readonly platform: NodeJS.Platform;
  readonly iconFolder: string;
  readonly getWindow: () => BrowserWindow | null;
}

const NONE: BadgeView = { count: 0, text: '', description: '' };

export class AppBadge {
  readonly #needs: BadgeNeeds;
  #view = NONE;
  #isTaken: boolean;

  constructor(needs: BadgeNeeds) {
    this.#needs = needs;
    this.#isTaken = needs.platform !== 'linux';
    if (needs.platform === 'win32') needs.app.on('browser-window-created', (_event, window) => this.#follow(window));
    // macOS takes none before the user allows notifications, and does not tell when that is.
    if (needs.platform === 'darwin') needs.app.on('browser-window-focus', () => this.#apply());
  }

  /** Whether the desktop shows one; on Linux by what the last call answered. */
  get isShown(): boolean {
    return this.#isTaken;
  }

  set(view: BadgeView): boolean {
    this.#view = view;
    this.#apply();
    return this.#isTaken;
  }

  /** Windows: the button of the taskbar flashes until the window has the focus. */
  flash(): void {
    const window = this.#findWindow();
    if (this.#needs.platform === 'win32' && window?.isVisible() === true && !window.isFocused())
      window.flashFrame(true);
  }

  #apply(): void {
    const { app, platform } = this.#needs;
    if (platform === 'darwin') app.dock?.setBadge(this.#view.text);
    else if (platform === 'win32') this.#draw(this.#findWindow());
    else this.#isTaken = app.setBadgeCount(this.#view.count);
  }

  #follow(window: BrowserWindow): void {
    window.on('show', () => this.#draw(window));
    window.on('focus', () => window.flashFrame(false));
  }

  #draw(window: BrowserWindow | null): void {
    const { count, description } = this.#view;
    if (window === null) return;
    if (count === 0) {
      window.setOverlayIcon(null, '');
      return;
    }
    // Two digits cannot be read on 16 pixels: the exact number is in the description.
    const name = `${count > 9 ? 'more' : count}.png`;
    const file = path.join(this.#needs.iconFolder, 'overlay', name);
    window.setOverlayIcon(this.#needs.nativeImage.createFromPath(file), description);
  }

  #findWindow(): BrowserWindow | null {
    const window = this.#needs.getWindow();
    return window === null || window.isDestroyed() ? null : window;
  }
}
