/** The `Host` port answered by Electron, each answer one call. What is not built yet answers "not here". */
import type { BrowserWindow } from 'electron';
import type { DesktopFacts } from '#shared/domain/desktop.ts';
import type { Host, SecretStore } from '../host.ts';
import type { ElectronApi, ElectronSession } from './electron-api.ts';
import type { Acts } from './shell/acts.ts';
import { askToRun } from './shell/dialogs.ts';
import { revealWindow } from './window/window.ts';

/** What the host uses of Electron, which must be ready. */
export interface ElectronHostNeeds extends Pick<ElectronApi, 'dialog' | 'net' | 'powerMonitor' | 'shell'> {
  readonly app: Pick<ElectronApi['app'], 'setBadgeCount'>;
  readonly session: Pick<ElectronSession, 'resolveProxy'>;
  readonly platform: NodeJS.Platform;
  /** Null: the keyring is switched off. */
  readonly secrets: SecretStore | null;
  /** What the user does outside the page. */
  readonly acts: Acts;
  /** The window that is open now. */
  readonly getWindow: () => BrowserWindow | null;
}

const NO_DESKTOP: DesktopFacts = {
  notifications: 'absent',
  hasReply: false,
  hasTray: false,
  hasBadge: false,
  startsAtLogin: null,
  opensLinks: null,
};

/** Electron's main process gets no event for the network, it can only poll; that is a local call and costs nothing. */
const POLL_NETWORK_EVERY_MS = 15_000;

export function createElectronHost(needs: ElectronHostNeeds): Host {
  return {
    kind: 'electron',
    secrets: needs.secrets,
    findAddress: () => null,
    revealWindow: () => revealWindow(needs.getWindow()),
    showNotification: () => false,
    withdrawNotification: () => false,
    findEarlierNotifications: () => Promise.resolve([]),
    // The dock and Linux launchers show a number; Windows has none by this call (its overlay icon is another one).
    setBadge: ({ count }) => needs.platform !== 'win32' && needs.app.setBadgeCount(count),
    setTray: () => false,
    watchActs: (listener) => needs.acts.watch(listener),
    getDesktop: () => Promise.resolve(NO_DESKTOP),
    watchDesktop: () => () => undefined,
    setStartAtLogin: () => Promise.resolve(false),
    setOpensLinks: () => Promise.resolve(false),
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
