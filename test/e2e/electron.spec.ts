/** The app in the real Electron, wherever its binary is; elsewhere these tests say why they did not run. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { _electron, expect, test, type ElectronApplication } from '@playwright/test';
import { findElectron, findElectronObstacle } from '#main/start/electron.mjs';
import { makeFolder } from './support/programs.ts';

const PROJECT = path.resolve(import.meta.dirname, '../..');

function findReasonNotToRun(): string | undefined {
  const { platform, env } = process;
  const obstacle = findElectronObstacle({ platform, env, uid: process.getuid?.() });
  if (obstacle !== undefined) return obstacle;
  if (findElectron() === undefined) return 'Electron’s binary is not here';
  return existsSync(path.join(PROJECT, 'dist/main/index.js'))
    ? undefined
    : 'main was not built for Electron (npm start)';
}

const reason = findReasonNotToRun();

test.describe('the Electron window', () => {
  test.skip(reason !== undefined, reason ?? '');

  let app: ElectronApplication;
  let folder: Awaited<ReturnType<typeof makeFolder>>;

  test.beforeEach(async () => {
    folder = await makeFolder();
    const executablePath = findElectron() ?? '';
    app = await _electron.launch({ executablePath, args: [PROJECT, '--demo', '--data', folder.path] });
  });
  test.afterEach(async () => {
    await app.close();
    await folder.remove();
  });

  test('shows the demo’s chats from a page of its own scheme', async () => {
    const window = await app.firstWindow();
    await expect(window.getByRole('option', { name: /^Deborah Okonkwo/ })).toBeVisible({ timeout: 30_000 });
    expect(window.url()).toMatch(/^switchboard-app:\/\/window\//);
  });

  test('gives the page the bridge and nothing of Node', async () => {
    const window = await app.firstWindow();
    await window.getByRole('option').first().waitFor({ timeout: 30_000 });
    const seen = await window.evaluate(() => ({
      bridge: typeof Reflect.get(globalThis, 'switchboard'),
      require: typeof Reflect.get(globalThis, 'require'),
      process: typeof Reflect.get(globalThis, 'process'),
    }));
    expect(seen).toEqual({ bridge: 'object', require: 'undefined', process: 'undefined' });
  });

  test('cannot be led to another page', async () => {
    const window = await app.firstWindow();
    await window.getByRole('option').first().waitFor({ timeout: 30_000 });
    await window.evaluate(() => location.assign('file:///etc/hostname'));
    await expect(window.getByRole('option').first()).toBeVisible();
    expect(window.url()).toMatch(/^switchboard-app:\/\/window\//);
  });
});
