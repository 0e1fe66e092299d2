/**
 * The order in which Electron is set up. Much of it works only before Electron is ready, the rest only after, and every
 * guard stands before the first window:
 *
 *   scheme, sandbox, switches, data folder, one instance │ ready │ session, guards, host → app → page, menu → window
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { BrowserWindow } from 'electron';
import type { Bridge, QuitGuard } from '#main/bridge/bridge.ts';
import { RedirectFiles } from '#main/platform/redirect-files.ts';
import type { Host } from '../../host.ts';
import type { ElectronApi, ElectronSession } from '../electron-api.ts';
import { createElectronHost } from '../electron-host.ts';
import { guardDownloads } from '../security/downloads.ts';
import { answerRequests } from '../security/ipc.ts';
import { guardEveryPage } from '../security/navigation.ts';
import { blockOutsideRequests, disableBackgroundRequests } from '../security/offline-session.ts';
import { registerPageScheme, servePage } from '../security/page-protocol.ts';
import { denyPermissions } from '../security/permissions.ts';
import { createDesktopShell, type DesktopShell } from '../shell/desktop-shell.ts';
import { createKeyring } from '../shell/keyring.ts';
import { installMenu } from '../shell/menu.ts';
import { followTheme } from '../window/theme.ts';
import { keepWindow, MainWindow } from '../window/window.ts';
import { watchCrashes } from './crashes.ts';
import { askBeforeQuit, closeBeforeQuit, SessionEnd, type QuitSteps } from './quit.ts';
import { revealRunningInstance } from './running-instance.ts';

/** `npm run start:packed` waits for this line (`main/start/packed.mjs`). */
const WINDOW_IS_OPEN = 'The window of Switchboard is open.';

/** As in electron-builder.yml: Windows groups windows, and names their notifications, by it. */
export const APP_ID = 'app.switchboard.desktop';

/** By it Windows starts the app from a notification of an earlier run; without it Electron takes another at each start. */
export const TOAST_ACTIVATOR = '{5F1B6C0E-7D0A-4C43-9C0B-3E2E9B1E7A54}';

/** The app as the host uses it. */
export interface HostedApp extends Bridge {
  readonly quitGuard: QuitGuard;
  dispose(): Promise<void>;
}

export type HostedStart =
  | { readonly kind: 'app'; readonly app: HostedApp }
  | { readonly kind: 'held'; readonly pid: number | null; readonly url: string | null };

export interface StartNeeds {
  readonly dataFolder: string;
  readonly homeFolder: string;
  readonly rendererFolder: string;
  readonly preloadPath: string;
  readonly iconFolder: string;
  readonly platform: NodeJS.Platform;
  readonly hasDeveloperTools: boolean;
  readonly usesKeyring: boolean;
  readonly process: Pick<NodeJS.Process, 'on'>;
  readonly createApp: (host: Host) => Promise<HostedStart>;
  /** One line for the terminal: that the window is open, and crashes before there is a log. */
  readonly print: (line: string) => void;
  readonly now: () => number;
}

interface Running {
  app: HostedApp | null;
  desktop: DesktopShell | null;
}

/** Runs until the app quits. Rejects, with everything closed, when it cannot start. */
export async function startElectron(electron: ElectronApi, needs: StartNeeds): Promise<void> {
  const { app } = electron;
  // All of this before the first await: Electron gets ready as soon as the entry has run.
  if (!prepare(electron, needs)) {
    app.quit();
    return;
  }
  const running: Running = { app: null, desktop: null };
  const close = async (): Promise<void> => {
    running.desktop?.tray.dispose();
    await running.app?.dispose();
  };
  const sessionEnd = new SessionEnd(needs.now);
  const report = (what: string, error: unknown): void => {
    if (running.app === null) needs.print(`${what}: ${String(error)}`);
    else running.app.reportBug(what, error);
  };
  const window = new MainWindow({ ...needs, electron, report, onSessionEnd: sessionEnd.noted });
  watchCrashes({ ...needs, app, dialog: electron.dialog, report, close });
  closeBeforeQuit(app, toQuitSteps(electron, { running, window, sessionEnd, report, close }));
  sessionEnd.watchSigterm(needs.process, app);
  guardEveryPage(app, (url) => void running.app?.openLink(url));
  await app.whenReady();
  sessionEnd.watch(electron.powerMonitor);
  const session = electron.getSession();
  guardSession(electron, session, needs.platform);
  const { platform } = needs;
  const secrets = createKeyring(electron.forkProcess, needs);
  const desktop = createDesktopShell(electron, { ...needs, window, open: () => reopen({ running, window, report }) });
  running.desktop = desktop;
  const getWindow = (): BrowserWindow | null => window.current;
  const host = createElectronHost({ ...electron, ...desktop, session, platform, secrets, getWindow });
  const start = await needs.createApp(host);
  if (start.kind === 'held') {
    await revealRunningInstance({ ...electron, redirects: new RedirectFiles(needs) }, start);
    app.quit();
    return;
  }
  running.app = start.app;
  try {
    await show(electron, { needs, window, report, bridge: start.app });
  } catch (error) {
    await close();
    throw error;
  }
}

/** Shows the window, a new one where there is none. */
function reopen(parts: {
  readonly running: Running;
  readonly window: MainWindow;
  readonly report: (what: string, error: unknown) => void;
}): void {
  const { running, window, report } = parts;
  if (running.app === null) return;
  window.open(running.app).catch((error: unknown) => report('window.notLoaded', error));
}

/** The steps before Electron quits; without an app there is nothing to ask. */
function toQuitSteps(
  { dialog }: ElectronApi,
  parts: {
    readonly running: Running;
    readonly window: MainWindow;
    readonly sessionEnd: SessionEnd;
    readonly report: (what: string, error: unknown) => void;
    readonly close: () => Promise<void>;
  },
): QuitSteps {
  const { running, window, sessionEnd, report, close } = parts;
  const findQuitGuard = (): QuitGuard | null => running.app?.quitGuard ?? null;
  return {
    ask: () => askBeforeQuit({ dialog, findQuitGuard, getWindow: () => window.current }),
    isSessionEnding: () => sessionEnd.isNear,
    hide: () => window.hide(),
    reopen: () => reopen({ running, window, report }),
    flush: (withinMs) => findQuitGuard()?.flush(withinMs) ?? Promise.resolve(),
    close,
    report,
  };
}

/** Before Electron is ready. False when another instance has this data folder; Electron tells that one, which shows its window. */
function prepare({ app, commandLine, protocol }: ElectronApi, { dataFolder, platform }: StartNeeds): boolean {
  registerPageScheme(protocol);
  app.enableSandbox();
  disableBackgroundRequests(commandLine);
  if (platform === 'win32') {
    app.setAppUserModelId(APP_ID);
    app.setToastActivatorCLSID(TOAST_ACTIVATOR);
  }
  // One instance per data folder: the demo may run beside the real account. Electron throws for a folder that is not there.
  const windowFolder = path.join(dataFolder, 'window');
  mkdirSync(windowFolder, { recursive: true, mode: 0o700 });
  app.setPath('userData', windowFolder);
  return app.requestSingleInstanceLock();
}

function guardSession({ app }: ElectronApi, session: ElectronSession, platform: NodeJS.Platform): void {
  blockOutsideRequests(app, session, platform);
  denyPermissions(session);
  guardDownloads(session);
}

async function show(
  electron: ElectronApi,
  parts: {
    readonly needs: StartNeeds;
    readonly window: MainWindow;
    readonly report: (what: string, error: unknown) => void;
    readonly bridge: HostedApp;
  },
): Promise<void> {
  const { needs, window, report, bridge } = parts;
  servePage({ protocol: electron.protocol, rendererFolder: needs.rendererFolder, bridge });
  answerRequests(electron.ipcMain, bridge);
  installMenu(electron.menu, { ...needs, zoom: (step) => window.zoom(step) });
  await followTheme(electron.nativeTheme, bridge);
  keepWindow(electron.app, { platform: needs.platform, open: () => window.open(bridge), report });
  await window.open(bridge);
  needs.print(WINDOW_IS_OPEN);
}
