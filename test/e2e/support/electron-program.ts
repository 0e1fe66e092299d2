/** The app in the real Electron, wherever its binary is. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { _electron, type ElectronApplication } from '@playwright/test';
import { findElectron, findElectronObstacle } from '#main/start/electron.mjs';

const PROJECT = path.resolve(import.meta.dirname, '../../..');

/** Why the specs cannot run here; undefined where they can. */
export function findReasonNotToRun(): string | undefined {
  const { platform, env } = process;
  const obstacle = findElectronObstacle({ platform, env, uid: process.getuid?.() });
  return obstacle ?? (findElectron() === undefined ? 'Electron’s binary is not here' : undefined);
}

/** Starts the app; `env` in addition to that of the tests. */
export function launchElectron(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ElectronApplication> {
  const whole = { ...process.env, SWITCHBOARD_KEYRING: 'off', ...env } as Record<string, string>;
  return _electron.launch({ executablePath: findElectron() ?? '', args: [PROJECT, ...args], env: whole });
}

/** Starts it once more; answers how that start ended. */
export async function startElectronAgain(args: readonly string[]): Promise<number | null> {
  const second = spawn(findElectron() ?? '', [PROJECT, ...args], { stdio: 'ignore' });
  return ((await once(second, 'exit')) as [number | null])[0];
}

/** How its windows are, the first one first. */
export function lookAtWindows(
  app: ElectronApplication,
): Promise<readonly { readonly isVisible: boolean; readonly isMinimized: boolean }[]> {
  return app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((one) => ({ isVisible: one.isVisible(), isMinimized: one.isMinimized() })),
  );
}

/** As its close button does. */
export function closeWindow(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
}

/** Quits, and waits for its end: its exit code. */
export async function quitElectron(app: ElectronApplication): Promise<number | null> {
  const ended = once(app.process(), 'exit') as Promise<[number | null]>;
  await app.evaluate(({ app: electron }) => electron.quit()).catch(() => undefined);
  return (await ended)[0];
}
