/**
 * The icon beside the clock, on Windows and Linux: macOS has the dock. It is made once there is something to show, then
 * only updated. On Linux it is there as long as the desktop shows such icons, which is asked again and again.
 */
import path from 'node:path';
import type { MenuItemConstructorOptions, Tray } from 'electron';
import type { TrayView } from '#shared/domain/desktop.ts';
import type { ElectronApi } from '../electron-api.ts';
import type { UserActions } from './user-actions.ts';
import { toAccelerator } from './menu.ts';

export interface TrayNeeds extends Pick<ElectronApi, 'createTray' | 'menu' | 'nativeImage' | 'nativeTheme'> {
  readonly platform: NodeJS.Platform;
  readonly iconFolder: string;
  readonly acts: Pick<UserActions, 'tell'>;
  /** Whether this desktop shows such icons; asked on Linux alone. */
  readonly hasTrayHost: () => Promise<boolean>;
  readonly open: () => void;
  readonly quit: () => void;
}

export class AppTray {
  readonly #needs: TrayNeeds;
  readonly #listeners = new Set<() => void>();
  #tray: Tray | null = null;
  #view: TrayView | null = null;
  #hasHost: boolean;
  #checking: Promise<boolean> | null = null;
  #isDisposed = false;

  constructor(needs: TrayNeeds) {
    this.#needs = needs;
    this.#hasHost = needs.platform === 'win32';
    needs.nativeTheme.on('updated', this.#paint);
  }

  /** Whether the user can reach the app by it now, by the last look. */
  get isShown(): boolean {
    return this.#tray !== null && this.#hasHost;
  }

  /** False where it is not shown. */
  set(view: TrayView): boolean {
    this.#view = view;
    if (this.#isDisposed) return false;
    if (this.#hasHost) this.#show();
    else void this.check();
    return this.isShown;
  }

  /** Looks whether it is shown: before the window hides and whenever it did. */
  check(): Promise<boolean> {
    if (this.#needs.platform !== 'linux') return Promise.resolve(this.isShown);
    this.#checking ??= this.#look().finally(() => (this.#checking = null));
    return this.#checking;
  }

  /** Called when `isShown` has changed. Returns its own undo. */
  watch(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#needs.nativeTheme.off('updated', this.#paint);
    this.#tray?.destroy();
    this.#tray = null;
  }

  async #look(): Promise<boolean> {
    const wasShown = this.isShown;
    this.#hasHost = await this.#needs.hasTrayHost();
    if (this.#isDisposed) return false;
    if (this.#hasHost) this.#show();
    else {
      // It would not come back by itself once the desktop shows such icons again.
      this.#tray?.destroy();
      this.#tray = null;
    }
    if (this.isShown !== wasShown) for (const listener of this.#listeners) listener();
    return this.isShown;
  }

  #show(): void {
    if (this.#view === null) return;
    if (this.#tray === null) {
      this.#tray = this.#needs.createTray(this.#findImage(this.#view));
      this.#tray.on('click', () => this.#needs.open());
    } else this.#tray.setImage(this.#findImage(this.#view));
    this.#tray.setToolTip(this.#view.tooltip);
    // Always, as a whole: on Linux the desktop draws the menu, takes no other changes, and shows no icon without one.
    this.#tray.setContextMenu(this.#needs.menu.buildFromTemplate(toTrayMenu(this.#view, this.#needs)));
  }

  readonly #paint = (): void => {
    if (this.#tray !== null && this.#view !== null) this.#tray.setImage(this.#findImage(this.#view));
  };

  #findImage({ shape }: TrayView): ReturnType<TrayNeeds['nativeImage']['createFromPath']> {
    const { platform, nativeTheme, nativeImage, iconFolder } = this.#needs;
    const background = nativeTheme.shouldUseDarkColorsForSystemIntegratedUI ? 'on-dark' : 'on-light';
    const name = platform === 'win32' ? `${shape}-${background}.ico` : `${shape}.png`;
    return nativeImage.createFromPath(path.join(iconFolder, 'tray', name));
  }
}

export function toTrayMenu(
  { status, open, newMessage, pause, quit }: TrayView,
  needs: Pick<TrayNeeds, 'acts' | 'open' | 'quit'>,
): MenuItemConstructorOptions[] {
  const tellPause = (until: number | null) => () => needs.acts.tell({ kind: 'pause', until });
  const accelerator = toAccelerator('new-message');
  return [
    { label: status, enabled: false },
    { type: 'separator' },
    { label: open, click: needs.open },
    {
      label: newMessage,
      // Shown beside it; the page hears the key.
      ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
      click: () => needs.acts.tell({ kind: 'new-message' }),
    },
    pause.choices.length === 0
      ? { label: pause.label, click: tellPause(null) }
      : {
          label: pause.label,
          submenu: pause.choices.map(({ label, until }) => ({ label, click: tellPause(until) })),
        },
    { type: 'separator' },
    { label: quit, click: needs.quit },
  ];
}
