/** What the app does outside its window in the real Electron, on a service of its own. */
import type { ElectronApplication, Page } from '@playwright/test';
import { ensureMain, ensureRenderer } from '#main/start/build.mjs';
import {
  closeWindow,
  findReasonNotToRun,
  launchElectron,
  lookAtWindows,
  quitElectron,
  startElectronAgain,
} from './support/electron-program.ts';
import { expect, test } from './support/fixtures.ts';
import { steerService, toSignInEnvironment, type ServiceAccount } from './support/programs.ts';

const CALLUM = '447700900188';
const reason = findReasonNotToRun();

/** A notification as Electron has it, kept by the test in main. */
interface Shown {
  readonly title: string;
  readonly body: string;
  isClosed: boolean;
}

/** Keeps what is shown from now on, in main: Electron lists notifications on macOS only. */
async function watchNotifications(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ Notification }) => {
    const { prototype } = Notification;
    const shown: { notification: Electron.Notification; isClosed: boolean }[] = [];
    Reflect.set(globalThis, 'shownNotifications', shown);
    const { show, close } = prototype;
    prototype.show = function (this: Electron.Notification) {
      shown.push({ notification: this, isClosed: false });
      show.call(this);
    };
    prototype.close = function (this: Electron.Notification) {
      for (const one of shown) if (one.notification === this) one.isClosed = true;
      close.call(this);
    };
  });
}

function listShown(app: ElectronApplication): Promise<readonly Shown[]> {
  return app.evaluate(() => {
    const shown = Reflect.get(globalThis, 'shownNotifications') as {
      notification: Electron.Notification;
      isClosed: boolean;
    }[];
    return shown.map(({ notification: { title, body }, isClosed }) => ({ title, body, isClosed }));
  });
}

function clickLast(app: ElectronApplication): Promise<void> {
  return app.evaluate(() => {
    const shown = Reflect.get(globalThis, 'shownNotifications') as { notification: Electron.Notification }[];
    shown.at(-1)?.notification.emit('click');
  });
}

test.describe('Electron’s desktop', () => {
  test.skip(reason !== undefined, reason ?? '');

  let app: ElectronApplication | null = null;

  test.beforeAll(async () => {
    await ensureRenderer();
    await ensureMain();
  });
  test.afterEach(async () => {
    if (app !== null && app.process().exitCode === null) await app.close();
    app = null;
  });

  async function launch(dataFolder: string, account: ServiceAccount, ...args: string[]): Promise<ElectronApplication> {
    app = await launchElectron(['--data', dataFolder, ...args], toSignInEnvironment(account));
    return app;
  }

  async function findInbox(running: ElectronApplication): Promise<Page> {
    const page = await running.firstWindow();
    await page.getByRole('option').first().waitFor({ timeout: 30_000 });
    return page;
  }

  const arrive = (account: ServiceAccount, text: string) =>
    steerService(account, 'POST inbound', { sender: CALLUM, text });

  test('tells of a text once, and opens its chat by a click while the window is hidden', async ({
    service,
    dataFolder,
  }) => {
    const running = await launch(dataFolder, service.account);
    const page = await findInbox(running);
    await watchNotifications(running);
    await closeWindow(running);
    await arrive(service.account, 'Is the dog ready?');
    await expect.poll(() => listShown(running)).toMatchObject([{ body: 'Is the dog ready?', isClosed: false }]);
    await clickLast(running);
    await expect(page.getByRole('textbox', { name: 'Text to Callum MacIntyre' })).toBeVisible();
    await expect.poll(() => lookAtWindows(running)).toEqual([{ isVisible: true, isMinimized: false }]);
    await expect.poll(async () => (await listShown(running)).map(({ isClosed }) => isClosed)).toEqual([true]);
  });

  test('started by a link, fills in the new message, and sends nothing', async ({ service, dataFolder }) => {
    const page = await findInbox(await launch(dataFolder, service.account, `sms:+${CALLUM}?body=On%20my%20way`));
    await expect(page.getByRole('textbox', { name: /^Text/ })).toHaveValue('On my way');
  });

  test('started with the session, shows no window until it is wanted', async ({ service, dataFolder }) => {
    const running = await launch(dataFolder, service.account, '--hidden');
    await watchNotifications(running);
    // The app is open, without a window that could be seen.
    await expect
      .poll(async () => {
        await arrive(service.account, 'Hello');
        return (await listShown(running)).length;
      })
      .toBeGreaterThan(0);
    expect((await lookAtWindows(running)).filter(({ isVisible, isMinimized }) => isVisible && !isMinimized)).toEqual(
      [],
    );
    expect(await startElectronAgain(['--data', dataFolder])).toBe(0);
    await expect.poll(() => lookAtWindows(running)).toEqual([{ isVisible: true, isMinimized: false }]);
    expect(await quitElectron(running)).toBe(0);
  });
});
