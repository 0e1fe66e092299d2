/**
 * The order in which Electron is set up. Much of it works only before Electron is ready, the rest only after, and every
 * guard stands before the first window:
 *
 *   scheme, sandbox, switches, data folder, one instance │ ready │ session, guards, host → app → page, menu → window
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Bridge, QuitGuard } from '#main/bridge/bridge.ts';
import { RedirectFiles } from '#main/platform/redirect-files.ts';
import type { Host } from '../host.ts';
import { watchCrashes } from './crashes.ts';
import { DesktopWindow } from './desktop-window.ts';
import { guardDownloads } from './downloads.ts';
import { createElectronHost } from './electron-host.ts';
import { tellHolder } from './holder.ts';
import { answerRequests } from './ipc.ts';
import { createKeyring } from './keyring.ts';
import { closeBeforeQuit, keepWindow, type QuitSteps } from './lifetime.ts';
import { installMenu } from './menu.ts';
import { guardEveryPage } from './navigation-guard.ts';
import { registerPageScheme, servePage } from './page-protocol.ts';
import type { ElectronParts, SessionPart } from './parts.ts';
import { denyPermissions } from './permissions.ts';
import { keepSessionQuiet, switchErrandsOff } from './quiet.ts';
import { askBeforeQuit } from './quit-question.ts';
import { SessionEnd } from './session-end.ts';
import { followTheme } from './theme.ts';

/** As in electron-builder.yml: Windows groups windows, and shows our name on notifications, by it. */
export const APP_ID = 'app.switchboard.desktop';

/** The app as the host carries it to its window. */
export interface DesktopApp extends Bridge {
  readonly farewell: QuitGuard;
  dispose(): Promise<void>;
}

export type DesktopStart =
  | { readonly kind: 'app'; readonly app: DesktopApp }
  | { readonly kind: 'held'; readonly pid: number | null; readonly url: string | null };

export interface StartNeeds {
  readonly dataFolder: string;
  readonly homeFolder: string;
  readonly rendererFolder: string;
  readonly preloadPath: string;
  readonly platform: NodeJS.Platform;
  readonly hasDeveloperTools: boolean;
  readonly usesKeyring: boolean;
  readonly process: Pick<NodeJS.Process, 'on'>;
  readonly createApp: (host: Host) => Promise<DesktopStart>;
  /** A line for whoever looks at the terminal: crashes before there is a diary. */
  readonly print: (line: string) => void;
  readonly now: () => number;
}

interface Running {
  app: DesktopApp | null;
}

/** Runs until the app quits. Rejects, with everything closed, when it cannot start. */
export async function startElectron(electron: ElectronParts, needs: StartNeeds): Promise<void> {
  const { app } = electron;
  // All of this before the first await: Electron gets ready as soon as the entry has run.
  if (!prepare(electron, needs)) {
    app.quit();
    return;
  }
  const running: Running = { app: null };
  const close = (): Promise<void> => running.app?.dispose() ?? Promise.resolve();
  const sessionEnd = new SessionEnd(needs.now);
  const report = (what: string, error: unknown): void => {
    if (running.app === null) needs.print(`${what}: ${String(error)}`);
    else running.app.reportBug(what, error);
  };
  const window = new DesktopWindow({ ...needs, electron, report, onSessionEnd: sessionEnd.noted });
  watchCrashes({ ...needs, app, dialog: electron.dialog, report, close });
  closeBeforeQuit(app, toQuitSteps(electron, { running, window, sessionEnd, report, close }));
  sessionEnd.obey(needs.process, app);
  guardEveryPage(app, (url) => void running.app?.openLink(url));
  await app.whenReady();
  sessionEnd.watch(electron.powerMonitor);
  const session = electron.getSession();
  guardSession(electron, session, needs.platform);
  const { platform } = needs;
  const secrets = createKeyring(electron.forkProcess, needs);
  const host = createElectronHost({ ...electron, session, platform, secrets, getWindow: () => window.current });
  const start = await needs.createApp(host);
  if (start.kind === 'held') {
    await tellHolder({ ...electron, redirects: new RedirectFiles(needs) }, start);
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

/** What is asked and done before Electron quits; without an app there is nothing to ask. */
function toQuitSteps(
  { dialog }: ElectronParts,
  parts: {
    readonly running: Running;
    readonly window: DesktopWindow;
    readonly sessionEnd: SessionEnd;
    readonly report: (what: string, error: unknown) => void;
    readonly close: () => Promise<void>;
  },
): QuitSteps {
  const { running, window, sessionEnd, report, close } = parts;
  const findFarewell = (): QuitGuard | null => running.app?.farewell ?? null;
  return {
    ask: () => askBeforeQuit({ dialog, findFarewell, getWindow: () => window.current }),
    isSessionEnding: () => sessionEnd.isNear,
    hide: () => window.hide(),
    reopen() {
      if (running.app === null) return;
      window.open(running.app).catch((error: unknown) => report('window.notLoaded', error));
    },
    flush: (withinMs) => findFarewell()?.flush(withinMs) ?? Promise.resolve(),
    close,
    report,
  };
}

/** Before Electron is ready. False when another instance has this data folder; it hears of it and shows its window. */
function prepare({ app, commandLine, protocol }: ElectronParts, { dataFolder, platform }: StartNeeds): boolean {
  registerPageScheme(protocol);
  app.enableSandbox();
  switchErrandsOff(commandLine);
  if (platform === 'win32') app.setAppUserModelId(APP_ID);
  // One instance per data folder: the demo may run beside the real account. Electron throws for a folder that is not there.
  const windowFolder = path.join(dataFolder, 'window');
  mkdirSync(windowFolder, { recursive: true, mode: 0o700 });
  app.setPath('userData', windowFolder);
  return app.requestSingleInstanceLock();
}

function guardSession({ app }: ElectronParts, session: SessionPart, platform: NodeJS.Platform): void {
  keepSessionQuiet(app, session, platform);
  denyPermissions(session);
  guardDownloads(session);
}

async function show(
  electron: ElectronParts,
  parts: {
    readonly needs: StartNeeds;
    readonly window: DesktopWindow;
    readonly report: (what: string, error: unknown) => void;
    readonly bridge: DesktopApp;
  },
): Promise<void> {
  const { needs, window, report, bridge } = parts;
  servePage({ protocol: electron.protocol, rendererFolder: needs.rendererFolder, bridge });
  answerRequests(electron.ipcMain, bridge);
  installMenu(electron.menu, { ...needs, zoom: (step) => window.zoom(step) });
  await followTheme(electron.nativeTheme, bridge);
  keepWindow(electron.app, { platform: needs.platform, open: () => window.open(bridge), report });
  await window.open(bridge);
}
