/** Electron's entry: what this process was told, then the app in its window. */
import path from 'node:path';
import { app, BrowserWindow, dialog, ipcMain, Menu, nativeImage, nativeTheme, net, Notification } from 'electron';
import { powerMonitor, protocol, screen, session, shell, Tray, utilityProcess } from 'electron';
import { createApp } from './app.ts';
import { keepKnownArguments, parseConfig, readSources } from './config.ts';
import type { ElectronApi } from './hosts/electron/electron-api.ts';
import { startElectron } from './hosts/electron/lifecycle/start.ts';

/** Bundled to dist/main/index.js: the page and the preload lie beside it. */
const FOLDER = import.meta.dirname;

const argv = keepKnownArguments(process.argv.slice(1));
const sources = readSources({ rendererFolder: path.join(FOLDER, '../renderer'), version: app.getVersion() });
const outcome = parseConfig({ ...sources, argv });
const electron: ElectronApi = {
  app,
  commandLine: app.commandLine,
  dialog,
  ipcMain,
  menu: Menu,
  nativeImage,
  nativeTheme,
  net,
  notificationCenter: Notification,
  powerMonitor,
  protocol,
  screen,
  shell,
  forkProcess: (...values) => utilityProcess.fork(...values),
  getSession: () => session.defaultSession,
  loadUpdater: async () => (await import('electron-updater')).autoUpdater,
  createNotification: (options) => new Notification(options),
  createTray: (image) => new Tray(image),
  createWindow: (options) => new BrowserWindow(options),
};

if (outcome.kind === 'config') {
  const { config } = outcome;
  // Not awaited: Electron is not ready before this file has run to its end.
  startElectron(electron, {
    ...config,
    platform: process.platform,
    preloadPath: path.join(FOLDER, 'preload.cjs'),
    iconFolder: path.join(FOLDER, 'icons'),
    resourcesFolder: process.resourcesPath,
    hasDeveloperTools: !app.isPackaged,
    isInstalled: app.isPackaged && !config.isDemo,
    process,
    createApp: (host) => createApp(config, host),
    print: (line) => void process.stderr.write(`${line}\n`),
    now: Date.now,
  }).catch((error: unknown) => {
    dialog.showErrorBox('Switchboard couldn’t start', error instanceof Error ? error.message : String(error));
    app.exit(1);
  });
} else {
  dialog.showErrorBox('Switchboard', outcome.kind === 'help' ? outcome.text : outcome.sentence);
  app.exit(outcome.kind === 'help' ? 0 : 2);
}
