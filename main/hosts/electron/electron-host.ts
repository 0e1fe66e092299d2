/**
 * The desktop as Electron gives it: the answers of the `Host` port, each one call. What is not built yet answers
 * "not here", so that nobody believes that it happened.
 */
import type { App, BrowserWindow, Dialog, PowerMonitor, Screen, Session, Shell } from 'electron';
import type { Host } from '../host.ts';
import { revealWindow } from './window.ts';

/** The parts of Electron that the host uses; the real ones in `main/index.ts`, doubles in tests. */
export interface ElectronParts {
  readonly app: Pick<App, 'setBadgeCount' | 'isReady'>;
  readonly shell: Pick<Shell, 'openExternal'>;
  readonly dialog: Pick<Dialog, 'showOpenDialog' | 'showSaveDialog'>;
  readonly powerMonitor: Pick<PowerMonitor, 'on' | 'off' | 'getSystemIdleTime'>;
  readonly screen: Pick<Screen, 'getAllDisplays'>;
  readonly session: Pick<Session, 'resolveProxy'>;
  readonly platform: NodeJS.Platform;
  /** The window that is open now. */
  readonly getWindow: () => BrowserWindow | null;
}

type PowerEvent = 'suspend' | 'resume' | 'lock' | 'unlock';

function watchPower(monitor: ElectronParts['powerMonitor'], listener: (event: PowerEvent) => void): () => void {
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

/** Files that a person picks: the system's own dialogs, modal to the window. Null when they change their mind. */
function createFileAnswers(parts: ElectronParts): Pick<Host, 'chooseFile' | 'saveFile'> {
  return {
    async chooseFile({ title, extensions }) {
      const options = {
        title,
        properties: ['openFile' as const],
        filters: [{ name: title, extensions: [...extensions] }],
      };
      const window = parts.getWindow();
      const chosen =
        window === null
          ? await parts.dialog.showOpenDialog(options)
          : await parts.dialog.showOpenDialog(window, options);
      return chosen.filePaths[0] ?? null;
    },
    async saveFile({ title, suggestedName }) {
      const options = { title, defaultPath: suggestedName };
      const window = parts.getWindow();
      const chosen =
        window === null
          ? await parts.dialog.showSaveDialog(options)
          : await parts.dialog.showSaveDialog(window, options);
      return chosen.canceled ? null : chosen.filePath;
    },
  };
}

/** Answers the port with Electron. Secrets come with the keyring: until then none are kept. */
export function createElectronHost(parts: ElectronParts): Host {
  return {
    kind: 'electron',
    secrets: null,
    findAddress: () => null,
    revealWindow: () => revealWindow(parts.getWindow()),
    openWindow: () => false,
    showNotification: () => false,
    withdrawNotification: () => false,
    // A number on the dock or launcher; Windows has none by this call (its overlay icon is another one).
    setUnreadCount: (count) => parts.platform !== 'win32' && parts.app.setBadgeCount(count),
    async openLink(url) {
      await parts.shell.openExternal(url);
      return true;
    },
    ...createFileAnswers(parts),
    watchPower: (listener) => watchPower(parts.powerMonitor, listener),
    watchNetwork: () => null,
    getIdleSeconds: () => (parts.app.isReady() ? parts.powerMonitor.getSystemIdleTime() : null),
    resolveProxy: (url) => parts.session.resolveProxy(url),
    listDisplays: () => parts.screen.getAllDisplays().map((display) => display.workArea),
    setStartAtLogin: () => false,
    checkForUpdate: () => Promise.resolve(null),
  };
}
