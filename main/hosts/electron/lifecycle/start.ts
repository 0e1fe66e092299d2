/**
 * The order in which Electron is set up. Much of it works only before Electron is ready, the rest only after, and every
 * guard stands before the first window:
 *
 *   scheme, sandbox, switches, data folder, one instance │ ready │ session, guards, host → app → page, menu → window
 */
import path from 'node:path';
import type { QuitGuard } from '#main/bridge/bridge.ts';
import { RedirectFiles } from '#main/platform/redirect-files.ts';
import type { Host } from '../../host.ts';
import type { ElectronApi } from '../electron-api.ts';
import { createElectronHost } from '../electron-host.ts';
import { answerRequests } from '../security/ipc.ts';
import { guardEveryPage } from '../security/navigation.ts';
import { servePage } from '../security/page-protocol.ts';
import { createDesktopShell } from '../shell/desktop-shell.ts';
import { createKeyring } from '../shell/keyring.ts';
import { Spelling } from '../window/spelling.ts';
import { followTheme } from '../window/theme.ts';
import { keepWindow } from '../window/window.ts';
import { watchCrashes } from './crashes.ts';
import type { HostedApp, HostedStart } from './hosted-app.ts';
import { LaterStarts } from './later-starts.ts';
import { findLinks, LinkDefaults } from './links.ts';
import { LoginStart } from './login-start.ts';
import { guardSession, prepare, toWindowFolder } from './prepare.ts';
import { askBeforeQuit, closeBeforeQuit, type QuitSteps } from './quit.ts';
import { revealRunningInstance } from './running-instance.ts';
import { Running } from './running.ts';
import { createUpdates } from './updates.ts';

/** `npm run start:packed` waits for this line (`main/start/packed.mjs`). */
const WINDOW_IS_OPEN = 'The Switchboard window is open.';

export interface StartNeeds {
  readonly dataFolder: string;
  readonly homeFolder: string;
  readonly rendererFolder: string;
  readonly preloadPath: string;
  readonly iconFolder: string;
  /** Of the package. */
  readonly resourcesFolder: string;
  readonly version: string;
  readonly platform: NodeJS.Platform;
  readonly hasDeveloperTools: boolean;
  /** Packed, and not the demo: the desktop may start it for links and with the session. */
  readonly isInstalled: boolean;
  readonly startsHidden: boolean;
  readonly environment: Readonly<Record<string, string>>;
  readonly usesKeyring: boolean;
  readonly process: Pick<NodeJS.Process, 'argv' | 'execPath' | 'on'>;
  readonly createApp: (host: Host) => Promise<HostedStart>;
  /** One line for the terminal: that the window is open, and crashes before there is a log. */
  readonly print: (line: string) => void;
  readonly now: () => number;
}

/** Runs until the app quits. Rejects, with everything closed, when it cannot start. */
export async function startElectron(electron: ElectronApi, needs: StartNeeds): Promise<void> {
  const { app } = electron;
  // All of this before the first await: Electron gets ready as soon as the entry has run.
  if (!prepare(electron, needs)) {
    app.quit();
    return;
  }
  const running = new Running(electron, needs);
  const { acts, close, report, reveal, sessionEnd } = running;
  watchOutside(electron, needs, running);
  watchCrashes({ ...needs, app, dialog: electron.dialog, report, close });
  guardEveryPage(app, (url) => void running.app?.openLink(url));
  await app.whenReady();
  sessionEnd.watchSigterm(needs.process, app);
  sessionEnd.watch(electron.powerMonitor);
  const session = electron.getSession();
  guardSession(electron, session);
  app.setAboutPanelOptions({ applicationName: 'Switchboard', applicationVersion: needs.version });
  const spelling = createSpelling(electron, needs, report);
  running.textMenu = { session, spelling };
  const desktop = createDesktopShell(electron, { ...needs, acts, window: running.window, open: reveal });
  running.setDesktop(desktop);
  const outside = createOutside(electron, needs);
  running.updates = createUpdates({ ...needs, ...electron, report, quit: () => app.quit() });
  const host = createElectronHost({
    ...electron,
    ...desktop,
    ...outside,
    session,
    platform: needs.platform,
    secrets: createKeyring(electron.forkProcess, needs),
    updates: running.updates,
    reveal,
    getWindow: () => running.window.current,
  });
  await Promise.all([running.state.load(), spelling.load()]);
  const start = await needs.createApp(host);
  if (start.kind === 'held') {
    await revealRunningInstance({ ...electron, redirects: new RedirectFiles(needs) }, start);
    app.quit();
    return;
  }
  running.app = start.app;
  try {
    const isHidden = needs.startsHidden || outside.loginStart.isFromLogin;
    await show(electron, { needs, running, bridge: start.app, isHidden });
  } catch (error) {
    await close();
    throw error;
  }
}

/** Quitting, links and further starts, which may come before Electron is ready. */
function watchOutside(electron: ElectronApi, needs: StartNeeds, running: Running): void {
  const { app } = electron;
  const { argv } = needs.process;
  const laterStarts = new LaterStarts({
    app,
    acts: running.acts,
    argv,
    environment: needs.environment,
    findQuitState: () => running.findQuitState(),
    isSessionEnding: () => running.sessionEnd.isNear,
    reveal: () => void running.reveal(),
  });
  if (needs.platform === 'darwin') app.on('ready', (_event, info) => running.started(info));
  const links = findLinks(argv);
  for (const url of links) running.acts.tell({ kind: 'link', url });
  running.isWindowWanted = links.length > 0;
  running.findQuitState = closeBeforeQuit(app, toQuitSteps(electron, running, laterStarts));
  laterStarts.watch();
}

/** What the desktop starts the app for. */
function createOutside(
  { app }: ElectronApi,
  needs: StartNeeds,
): { readonly linkDefaults: LinkDefaults; readonly loginStart: LoginStart } {
  const linkDefaults = new LinkDefaults({ ...needs, app });
  linkDefaults.registerOwnScheme();
  return { linkDefaults, loginStart: new LoginStart({ ...needs, app, execPath: needs.process.execPath }) };
}

function createSpelling(electron: ElectronApi, needs: StartNeeds, report: Running['report']): Spelling {
  return new Spelling({
    ...needs,
    session: electron.getSession(),
    dictionaryFolder: path.join(needs.resourcesFolder, 'dictionaries'),
    userDataFolder: toWindowFolder(needs.dataFolder),
    systemLanguages: electron.app.getPreferredSystemLanguages(),
    report,
  });
}

/** The steps before Electron quits; without an app there is nothing to ask. */
function toQuitSteps({ dialog }: ElectronApi, running: Running, laterStarts: LaterStarts): QuitSteps {
  const { window, sessionEnd, report, close } = running;
  const reopen = (): void => {
    running.updates?.stay();
    running.reveal();
  };
  const findQuitGuard = (): QuitGuard | null => running.app?.quitGuard ?? null;
  return {
    ask: () => askBeforeQuit({ dialog, findQuitGuard, getWindow: () => window.current }),
    isSessionEnding: () => sessionEnd.isNear,
    hide: () => window.hide(),
    reopen,
    flush: (withinMs) => findQuitGuard()?.flush(withinMs) ?? Promise.resolve(),
    close,
    handOver: (startAgain) =>
      running.updates?.end({ isWanted: laterStarts.isWanted, isSessionEnding: sessionEnd.isNear, startAgain }) ?? false,
    leave: laterStarts.leave,
    startAgain: laterStarts.startAgain,
    report,
  };
}

async function show(
  electron: ElectronApi,
  parts: {
    readonly needs: StartNeeds;
    readonly running: Running;
    readonly bridge: HostedApp;
    readonly isHidden: boolean;
  },
): Promise<void> {
  const { needs, running, bridge, isHidden } = parts;
  const { window } = running;
  servePage({ protocol: electron.protocol, rendererFolder: needs.rendererFolder, bridge });
  answerRequests(electron.ipcMain, bridge);
  running.desktop?.appMenu.install();
  await followTheme(electron.nativeTheme, bridge);
  keepWindow(electron.app, { platform: needs.platform, reopen: () => void running.reveal() });
  // Texts arrive without a window as well; it is made when the user wants it.
  const canWait = isHidden && (needs.platform === 'darwin' || (await running.hasTray()));
  if (canWait && !running.isWindowWanted) return;
  await window.open(bridge, isHidden && !running.isWindowWanted ? 'minimised' : 'shown');
  needs.print(WINDOW_IS_OPEN);
}
