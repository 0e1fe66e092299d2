/** Electron's entry: one instance, crash handlers, then the app, its page and its window. */
import path from 'node:path';
import { app, BrowserWindow, dialog, ipcMain, powerMonitor, protocol, screen, session, shell } from 'electron';
import { createApp } from './app.ts';
import { keepKnownArguments, parseConfig, readSources, type Config } from './config.ts';
import { watchCrashes } from '#main/hosts/electron/crashes.ts';
import { DesktopWindow } from '#main/hosts/electron/desktop-window.ts';
import { createElectronHost } from '#main/hosts/electron/electron-host.ts';
import { answerRequests } from '#main/hosts/electron/ipc.ts';
import { closeBeforeQuit, keepWindow } from '#main/hosts/electron/lifetime.ts';
import { tellHolder } from '#main/hosts/electron/holder.ts';
import { registerPageScheme, servePage } from '#main/hosts/electron/page-protocol.ts';
import { denyPermissions } from '#main/hosts/electron/permissions.ts';

/** Bundled to dist/main/index.js: the page and the preload lie beside it. */
const FOLDER = import.meta.dirname;

async function run(config: Config): Promise<void> {
  await app.whenReady();
  const window = new DesktopWindow((options) => new BrowserWindow(options), path.join(FOLDER, 'preload.cjs'));
  const electron = { app, shell, dialog, powerMonitor, screen, session: session.defaultSession };
  const getWindow = (): BrowserWindow | null => window.current;
  const host = createElectronHost({ ...electron, platform: process.platform, getWindow });
  const start = await createApp(config, host);
  if (start.kind === 'held') {
    await tellHolder({ dialog, shell }, start);
    app.quit();
    return;
  }
  const switchboard = start.app;
  const report = (what: string, error: unknown): void => switchboard.reportBug(what, error);
  watchCrashes({ app, process, report, close: () => switchboard.dispose(), now: Date.now });
  denyPermissions(session.defaultSession);
  servePage({ protocol, rendererFolder: config.rendererFolder, bridge: switchboard });
  answerRequests(ipcMain, switchboard);
  closeBeforeQuit(app, () => switchboard.dispose());
  keepWindow(app, { platform: process.platform, open: () => window.open(switchboard), report });
  await window.open(switchboard);
}

const argv = keepKnownArguments(process.argv.slice(1));
const sources = readSources({ rendererFolder: path.join(FOLDER, '../renderer'), version: app.getVersion() });
const outcome = parseConfig({ ...sources, argv });
registerPageScheme(protocol);
// One instance per data folder: the demo may run beside the real account.
if (outcome.kind === 'config') app.setPath('userData', path.join(outcome.config.dataFolder, 'window'));
if (outcome.kind !== 'config') {
  dialog.showErrorBox('Switchboard', outcome.kind === 'help' ? outcome.text : outcome.sentence);
  app.exit(outcome.kind === 'help' ? 0 : 2);
} else if (!app.requestSingleInstanceLock()) {
  app.quit();
} else {
  run(outcome.config).catch((error: unknown) => {
    dialog.showErrorBox('Switchboard cannot start', error instanceof Error ? error.message : String(error));
    app.exit(1);
  });
}
