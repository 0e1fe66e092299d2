/**
 * The desktop as Electron gives it: the answers of the `Host` port, each one call. What is not built yet answers
 * "not here", so that nobody believes that it happened.
 */
import type { BrowserWindow } from 'electron';
import type { Host, SecretStore } from '../host.ts';
import { createFileDialogs } from './file-dialogs.ts';
import { watchNetwork } from './network-watch.ts';
import type { ElectronParts, SessionPart } from './parts.ts';
import { askToRun } from './program-question.ts';
import { watchPower } from './power-watch.ts';
import { revealWindow } from './window.ts';

/** The parts of Electron that the host uses. Electron must be ready. */
export interface HostParts extends Pick<ElectronParts, 'dialog' | 'net' | 'powerMonitor' | 'screen' | 'shell'> {
  readonly app: Pick<ElectronParts['app'], 'setBadgeCount'>;
  readonly session: Pick<SessionPart, 'resolveProxy'>;
  readonly platform: NodeJS.Platform;
  /** Null: none shall be kept. */
  readonly secrets: SecretStore | null;
  /** The window that is open now. */
  readonly getWindow: () => BrowserWindow | null;
}

/** Answers the port with Electron. */
export function createElectronHost(parts: HostParts): Host {
  return {
    kind: 'electron',
    secrets: parts.secrets,
    findAddress: () => null,
    revealWindow: () => revealWindow(parts.getWindow()),
    openWindow: () => false,
    showNotification: () => false,
    withdrawNotification: () => false,
    // A number on the dock or launcher; Windows has none by this call (its overlay icon is another one).
    setUnreadCount: (count) => parts.platform !== 'win32' && parts.app.setBadgeCount(count),
    openLink: (url) =>
      parts.shell.openExternal(url).then(
        () => true,
        // Nothing on this computer opens such an address.
        () => false,
      ),
    askToRun: (commandLine, signal) => askToRun(parts, commandLine, signal),
    ...createFileDialogs(parts.dialog, parts.getWindow),
    watchPower: (listener) => watchPower(parts.powerMonitor, listener),
    watchNetwork: (listener) => watchNetwork(parts.net, listener),
    getIdleSeconds: () => parts.powerMonitor.getSystemIdleTime(),
    resolveProxy: (url) => parts.session.resolveProxy(url),
    listDisplays: () => parts.screen.getAllDisplays().map((display) => display.workArea),
    setStartAtLogin: () => false,
    checkForUpdate: () => Promise.resolve(null),
  };
}
