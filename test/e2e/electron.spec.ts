/** The app in the real Electron, wherever its binary is; elsewhere these tests say why they did not run. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test, type ElectronApplication, type Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { ensureMain, ensureRenderer } from '#main/start/build.mjs';
import {
  closeWindow,
  findReasonNotToRun,
  launchElectron,
  lookAtWindows,
  quitElectron,
  startElectronAgain,
} from './support/electron-program.ts';
import { makeFolder } from './support/programs.ts';

const reason = findReasonNotToRun();

test.describe('the Electron window', () => {
  test.skip(reason !== undefined, reason ?? '');

  let app: ElectronApplication;
  let window: Page;
  let folder: Awaited<ReturnType<typeof makeFolder>>;

  const toArguments = () => ['--demo', '--data', folder.path];
  const firstChat = () => window.getByRole('option').first();

  test.beforeAll(async () => {
    await ensureRenderer();
    await ensureMain();
  });
  test.beforeEach(async () => {
    folder = await makeFolder();
    app = await launchElectron(toArguments());
    window = await app.firstWindow();
    await firstChat().waitFor({ timeout: 30_000 });
  });
  test.afterEach(async () => {
    if (app.process().exitCode === null) await app.close();
    await folder.remove();
  });

  test('shows the demo’s chats from a page of its own scheme, under its policy', async () => {
    await expect(window.getByRole('option', { name: /^Deborah Okonkwo/ })).toBeVisible();
    expect(window.url()).toBe('switchboard-app://window/index.html');
    const answers = await window.evaluate(async () => {
      const all = await Promise.all(
        ['/index.html', '/nothing.html', '/..%2f..%2fpackage.json'].map((url) => fetch(url)),
      );
      return all.map(({ status, headers }) => [status, headers.get('content-security-policy')?.slice(0, 18)]);
    });
    expect(answers).toEqual([
      [200, "default-src 'none'"],
      [404, "default-src 'none'"],
      [404, "default-src 'none'"],
    ]);
  });

  test('is visible, of its size, and has a title', async () => {
    const seen = await app.evaluate(({ BrowserWindow }) => {
      const [first] = BrowserWindow.getAllWindows();
      return { isVisible: first?.isVisible(), minimum: first?.getMinimumSize(), title: first?.getTitle() };
    });
    expect(seen).toMatchObject({ isVisible: true, minimum: [400, 480] });
    expect(seen.title).toContain('Switchboard');
  });

  test('gives the page the bridge and nothing of Node or Electron', async () => {
    const seen = await window.evaluate(() => ({
      bridge: Object.keys(Reflect.get(globalThis, 'switchboard') as object).sort(),
      strangers: ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer'].filter(
        (name) => name in globalThis,
      ),
    }));
    expect(seen).toEqual({
      bridge: ['fileUrl', 'mediaUrl', 'on', 'onConnection', 'onResync', 'request', 'upload'],
      strangers: [],
    });
  });

  test('answers over the bridge what the contract knows, and nothing else', async () => {
    const replies = await window.evaluate(async () => {
      const bridge = Reflect.get(globalThis, 'switchboard') as {
        request(name: string, input: object): Promise<unknown>;
      };
      return [await bridge.request('host.getInfo', {}), await bridge.request('shell.run', {})];
    });
    expect(replies).toMatchObject([{ ok: true, value: { kind: 'electron' } }, { ok: false }]);
  });

  test('cannot be led to another page, nor open one, nor ask outside', async () => {
    const done = await window.evaluate(async () => {
      location.assign('file:///etc/hostname');
      const opened = globalThis.open('switchboard-app://window/index.html');
      const fetched = await fetch('http://127.0.0.1:9/').then(
        () => 'let out',
        () => 'refused',
      );
      const frame = document.createElement('iframe');
      frame.src = 'switchboard-app://window/index.html';
      document.body.append(frame);
      const notifications = await Notification.requestPermission();
      return { hasOpened: opened !== null, fetched, notifications };
    });
    expect(done).toEqual({ hasOpened: false, fetched: 'refused', notifications: 'denied' });
    await expect(firstChat()).toBeVisible();
    expect(window.url()).toMatch(/^switchboard-app:\/\/window\//);
    expect(app.windows()).toHaveLength(1);
  });

  test('checks spelling only with what the system has, or what came along', async () => {
    const [isChecking, resources] = await app.evaluate(
      ({ session }) => [session.defaultSession.isSpellCheckerEnabled(), process.resourcesPath] as const,
    );
    const hasOwn = process.platform === 'darwin' || existsSync(path.join(resources, 'dictionaries'));
    expect(isChecking).toBe(hasOwn);
  });

  test('has its menus with the commands of the page, and does what is chosen there', async () => {
    const isEnabled = () =>
      app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('go-settings')?.enabled ?? null);
    await expect.poll(isEnabled).toBe(true);
    await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('go-settings')?.click());
    await expect(window.getByRole('heading', { name: 'Settings' })).toBeVisible();
  });

  test('leaves free what the system draws over its title bar', async () => {
    const widths = await window.evaluate(() => [
      document.querySelector('.title-bar')?.getBoundingClientRect().width ?? 0,
      innerWidth,
    ]);
    expect(widths[0]).toBeGreaterThan(200);
    expect(widths[0]).toBeLessThan(widths[1] ?? 0);
  });

  test('comes to the front on a second start, which ends by itself', async () => {
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
    expect(await startElectronAgain(toArguments())).toBe(0);
    await expect.poll(() => lookAtWindows(app)).toEqual([{ isVisible: true, isMinimized: false }]);
  });

  test('goes on when its window is closed, and comes back on a second start', async () => {
    const hasTray = await window.evaluate(async () => {
      const bridge = Reflect.get(globalThis, 'switchboard') as {
        request(name: string, input: object): Promise<unknown>;
      };
      return ((await bridge.request('desktop.get', {})) as { value: { hasTray: boolean } }).value.hasTray;
    });
    expect(hasTray || process.platform !== 'win32').toBe(true);
    await closeWindow(app);
    const isGone = process.platform === 'darwin' || hasTray;
    await expect.poll(async () => (await lookAtWindows(app))[0]?.[isGone ? 'isVisible' : 'isMinimized']).toBe(!isGone);
    expect(app.windows()).toHaveLength(1);
    expect(await startElectronAgain(toArguments())).toBe(0);
    await expect.poll(() => lookAtWindows(app)).toEqual([{ isVisible: true, isMinimized: false }]);
  });

  test('quits while its window is hidden', async () => {
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
    expect(await quitElectron(app)).toBe(0);
  });

  test('comes back at its size after a restart', async () => {
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(900, 640));
    await quitElectron(app);
    app = await launchElectron(toArguments());
    window = await app.firstWindow();
    const size = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getSize());
    expect(size).toEqual([900, 640]);
  });

  test('takes the link of a second start, and sends nothing by it', async () => {
    await closeWindow(app);
    expect(await startElectronAgain([...toArguments(), 'sms:+447700900318?body=Hello'])).toBe(0);
    await expect.poll(() => lookAtWindows(app)).toEqual([{ isVisible: true, isMinimized: false }]);
    await expect(window.getByRole('textbox', { name: /^Text/ })).toHaveValue('Hello');
  });

  test('comes back when its page dies', async () => {
    await app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
    });
    const countChats = () =>
      app.evaluate(async ({ BrowserWindow }) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        if (contents === undefined || contents.isCrashed() || contents.isLoading()) return 0;
        const script = 'document.querySelectorAll("[role=option]").length';
        return (await contents.executeJavaScript(script)) as number;
      });
    await expect.poll(countChats, { timeout: 30_000 }).toBeGreaterThan(0);
  });

  test('quits cleanly: its files are whole, and the next start finds them so', async () => {
    expect(await quitElectron(app)).toBe(0);
    const names = readdirSync(folder.path, { recursive: true, encoding: 'utf8' });
    const databases = names.filter((name) => /(cache|owned)\.db$/.test(name));
    expect(databases.length).toBeGreaterThanOrEqual(2);
    for (const name of databases) {
      const database = new Database(path.join(folder.path, name), { readonly: true });
      expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
      database.close();
    }
    app = await launchElectron(toArguments());
    window = await app.firstWindow();
    await expect(firstChat()).toBeVisible({ timeout: 30_000 });
  });
});
