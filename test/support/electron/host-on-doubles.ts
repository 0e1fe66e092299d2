import { LinkDefaults } from '#main/hosts/electron/lifecycle/links.ts';
import { LoginStart } from '#main/hosts/electron/lifecycle/login-start.ts';
import { createElectronHost } from '#main/hosts/electron/electron-host.ts';
import { UserActions } from '#main/hosts/electron/shell/user-actions.ts';
import { AppBadge } from '#main/hosts/electron/shell/badge.ts';
import { DesktopNotifications } from '#main/hosts/electron/shell/notifications.ts';
import { AppMenu } from '#main/hosts/electron/shell/menu.ts';
import { AppTray } from '#main/hosts/electron/shell/tray.ts';
import type { Host } from '#main/hosts/host.ts';
import type { DesktopAct } from '#shared/domain/desktop.ts';
import { ElectronDouble } from './doubles.ts';

/** Electron's host on doubles, Electron being ready, with what the user did outside the page. */
export class HostOnDoubles {
  readonly double = new ElectronDouble();
  readonly acts: DesktopAct[] = [];
  readonly host: Host;
  readonly tray: AppTray;
  readonly notifications: DesktopNotifications;
  readonly appMenu: AppMenu;
  /** What the desktop of Linux answers. */
  hasTrayHost = true;
  reveals = 0;
  opens = 0;

  constructor(platform: NodeJS.Platform = 'linux') {
    const { double } = this;
    double.recorder.isReady = true;
    const acts = new UserActions();
    acts.watch((act) => this.acts.push(act));
    const base = { ...double.parts, platform, acts, iconFolder: '/icons' };
    const getWindow = () => double.windows.at(-1)?.real ?? null;
    this.tray = new AppTray({
      ...base,
      hasTrayHost: () => Promise.resolve(this.hasTrayHost),
      open: () => (this.opens += 1),
      quit: () => double.parts.app.quit(),
    });
    this.appMenu = new AppMenu({ ...base, hasDeveloperTools: false, zoom: () => undefined });
    this.notifications = new DesktopNotifications({ ...base, reveal: () => (this.reveals += 1) });
    this.host = createElectronHost({
      ...base,
      session: double.parts.getSession(),
      secrets: null,
      updates: null,
      notifications: this.notifications,
      tray: this.tray,
      badge: new AppBadge({ ...base, getWindow }),
      appMenu: this.appMenu,
      linkDefaults: new LinkDefaults({ ...base, isInstalled: true }),
      loginStart: new LoginStart({
        ...base,
        isInstalled: platform !== 'linux',
        environment: {},
        homeFolder: '/home/nobody',
        execPath: '/opt/switchboard',
      }),
      reveal: () => {
        this.reveals += 1;
        return true;
      },
      getWindow,
    });
  }
}
