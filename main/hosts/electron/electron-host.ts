/** The `Host` port answered by Electron, each answer one call. */
import type { BrowserWindow } from 'electron';
import type { DesktopFacts, NotificationContent } from '#shared/domain/desktop.ts';
import type { Updater } from '#shared/domain/updates.ts';
import type { Host, SecretStore } from '../host.ts';
import type { ElectronApi, ElectronSession } from './electron-api.ts';
import type { UserActions } from './shell/user-actions.ts';
import type { AppBadge } from './shell/badge.ts';
import { askToRun } from './shell/dialogs.ts';
import type { DesktopNotifications } from './shell/notifications.ts';
import type { AppMenu } from './shell/menu.ts';
import type { AppTray } from './shell/tray.ts';
import type { LinkDefaults } from './lifecycle/links.ts';
import type { LoginStart } from './lifecycle/login-start.ts';

/** What the host uses of Electron, which must be ready. */
export interface ElectronHostNeeds extends Pick<ElectronApi, 'dialog' | 'net' | 'powerMonitor' | 'shell'> {
  readonly session: Pick<ElectronSession, 'resolveProxy'>;
  readonly platform: NodeJS.Platform;
  /** Null: the keyring is switched off. */
  readonly secrets: SecretStore | null;
  /** What the user does outside the page. */
  readonly acts: UserActions;
  readonly notifications: DesktopNotifications;
  readonly tray: AppTray;
  readonly badge: AppBadge;
  readonly appMenu: AppMenu;
  /** Null: this installation does not update itself. */
  readonly updates: Updater | null;
  readonly loginStart: Pick<LoginStart, 'find' | 'set'>;
  readonly linkDefaults: Pick<LinkDefaults, 'find' | 'set'>;
  /** Shows the window, a new one where there is none. False while the app ends. */
  readonly reveal: () => boolean;
  /** The window that is open now. */
  readonly getWindow: () => BrowserWindow | null;
}

/** Electron's main process gets no event for the network, it can only poll; that is a local call and costs nothing. */
const POLL_NETWORK_EVERY_MS = 15_000;

export function createElectronHost(needs: ElectronHostNeeds): Host {
  return {
    kind: 'electron',
    secrets: needs.secrets,
    updates: needs.updates,
    findAddress: () => null,
    revealWindow: () => needs.reveal(),
    showNotification: (content) => showNotification(needs, content),
    withdrawNotification: (id) => needs.notifications.withdraw(id),
    findEarlierNotifications: () => needs.notifications.findEarlier(),
    setBadge: (view) => needs.badge.set(view),
    setTray: (view) => needs.tray.set(view),
    setMenu: (commands) => needs.appMenu.set(commands),
    showMenu: (place) => needs.appMenu.popUp(needs.getWindow(), place),
    watchActs: (listener) => needs.acts.watch(listener),
    getDesktop: () => findFacts(needs),
    watchDesktop: (listener) => watchDesktop(needs, listener),
    setStartAtLogin: (isOn) => needs.loginStart.set(isOn),
    setOpensLinks: (scheme, isOn) => Promise.resolve(needs.linkDefaults.set(scheme, isOn)),
    // Electron has no question of its own: macOS asks when the first notification is shown.
    askNotificationPermission: () => Promise.resolve(),
    openLink: (url) =>
      needs.shell.openExternal(url).then(
        () => true,
        // No program on this computer opens such an address.
        () => false,
      ),
    askToRun: (commandLine, signal) => askToRun(needs, commandLine, signal),
    watchPower: (listener) => watchPower(needs.powerMonitor, listener),
    watchNetwork: (listener) => watchNetwork(needs.net, listener),
    resolveProxy: (url) => needs.session.resolveProxy(url),
  };
}

/** Windows: the taskbar draws attention to what is shown, and to nothing that is held back. */
function showNotification(
  { notifications, badge }: Pick<ElectronHostNeeds, 'badge' | 'notifications'>,
  content: NotificationContent,
): boolean {
  const isShown = notifications.show(content);
  if (isShown) badge.flash();
  return isShown;
}

async function findFacts({
  badge,
  notifications,
  tray,
  loginStart,
  linkDefaults,
}: ElectronHostNeeds): Promise<DesktopFacts> {
  const [hasTray, startsAtLogin] = await Promise.all([tray.check(), loginStart.find()]);
  return {
    notifications: notifications.state,
    hasReply: notifications.hasReply,
    hasTray,
    hasBadge: badge.isShown,
    startsAtLogin,
    opensLinks: linkDefaults.find(),
  };
}

function watchDesktop(
  { notifications, tray }: Pick<ElectronHostNeeds, 'notifications' | 'tray'>,
  listener: () => void,
): () => void {
  const undos = [notifications.watch(listener), tray.watch(listener)];
  return () => {
    for (const undo of undos) undo();
  };
}

type PowerEvent = 'suspend' | 'resume' | 'lock' | 'unlock';

/** Sleep and screen lock (the latter on Windows and macOS only, says Electron). */
function watchPower(
  monitor: Pick<ElectronApi['powerMonitor'], 'off' | 'on'>,
  listener: (event: PowerEvent) => void,
): () => void {
  const suspend = (): void => listener('suspend');
  const resume = (): void => listener('resume');
  const lock = (): void => listener('lock');
  const unlock = (): void => listener('unlock');
  monitor.on('suspend', suspend);
  monitor.on('resume', resume);
  monitor.on('lock-screen', lock);
  monitor.on('unlock-screen', unlock);
  return () => {
    monitor.off('suspend', suspend);
    monitor.off('resume', resume);
    monitor.off('lock-screen', lock);
    monitor.off('unlock-screen', unlock);
  };
}

function watchNetwork(net: ElectronApi['net'], listener: (isOnline: boolean) => void): () => void {
  let wasOnline = net.isOnline();
  const timer = setInterval(() => {
    const isOnline = net.isOnline();
    if (isOnline === wasOnline) return;
    wasOnline = isOnline;
    listener(isOnline);
  }, POLL_NETWORK_EVERY_MS);
  return () => clearInterval(timer);
}
