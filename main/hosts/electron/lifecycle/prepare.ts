/** What stands before anything of the app runs: names, switches, folder, one instance; then the guards of the session. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { ElectronApi, ElectronSession } from '../electron-api.ts';
import { guardDownloads } from '../security/downloads.ts';
import { blockOutsideRequests, disableBackgroundRequests } from '../security/offline-session.ts';
import { registerPageScheme } from '../security/page-protocol.ts';
import { denyPermissions } from '../security/permissions.ts';

/** As in electron-builder.yml: Windows groups windows, and names their notifications, by it. */
export const APP_ID = 'app.switchboard.desktop';

/** By it Windows starts the app from a notification of an earlier run; without it Electron takes another at each start. */
export const TOAST_ACTIVATOR = '{5F1B6C0E-7D0A-4C43-9C0B-3E2E9B1E7A54}';

export interface PrepareNeeds {
  readonly dataFolder: string;
  readonly platform: NodeJS.Platform;
}

/** What Chromium and the window keep. */
export function toWindowFolder(dataFolder: string): string {
  return path.join(dataFolder, 'window');
}

/** Before Electron is ready. False when another instance has this data folder; Electron tells that one, which shows its window. */
export function prepare({ app, commandLine, protocol }: ElectronApi, needs: PrepareNeeds): boolean {
  const { dataFolder, platform } = needs;
  registerPageScheme(protocol);
  app.enableSandbox();
  disableBackgroundRequests(commandLine);
  if (platform === 'win32') {
    app.setAppUserModelId(APP_ID);
    app.setToastActivatorCLSID(TOAST_ACTIVATOR);
  }
  // One instance per data folder: the demo may run beside the real account. Electron throws for a folder that is not there.
  const windowFolder = toWindowFolder(dataFolder);
  mkdirSync(windowFolder, { recursive: true, mode: 0o700 });
  app.setPath('userData', windowFolder);
  return app.requestSingleInstanceLock();
}

/** Once Electron is ready, before the first window. */
export function guardSession({ app }: ElectronApi, session: ElectronSession): void {
  blockOutsideRequests(app, session);
  denyPermissions(session);
  guardDownloads(session);
}
