/** What the app shows outside its window. */
import type { ElectronApi } from '../electron-api.ts';
import type { MainWindow } from '../window/window.ts';
import type { UserActions } from './user-actions.ts';
import { AppBadge } from './badge.ts';
import { AppMenu } from './menu.ts';
import { DesktopNotifications } from './notifications.ts';
import { hasTrayHost } from './tray-host.ts';
import { AppTray } from './tray.ts';

export interface DesktopShell {
  readonly acts: UserActions;
  readonly notifications: DesktopNotifications;
  readonly tray: AppTray;
  readonly badge: AppBadge;
  readonly appMenu: AppMenu;
}

/** Once Electron is ready, and before anything waits: a notification may have started the app. */
export function createDesktopShell(
  electron: ElectronApi,
  parts: {
    readonly platform: NodeJS.Platform;
    readonly iconFolder: string;
    readonly hasDeveloperTools: boolean;
    /** They may hold what came before Electron was ready. */
    readonly acts: UserActions;
    readonly window: Pick<MainWindow, 'current' | 'zoom'>;
    /** Shows the window, a new one where there is none. */
    readonly open: () => void;
  },
): DesktopShell {
  const { platform, iconFolder, hasDeveloperTools, acts, window, open } = parts;
  const quit = (): void => electron.app.quit();
  return {
    acts,
    notifications: new DesktopNotifications({ ...electron, platform, acts, reveal: open }),
    tray: new AppTray({ ...electron, platform, iconFolder, acts, hasTrayHost, open, quit }),
    badge: new AppBadge({ ...electron, platform, iconFolder, getWindow: () => window.current }),
    appMenu: new AppMenu({ ...electron, platform, hasDeveloperTools, acts, zoom: (step) => window.zoom(step) }),
  };
}
