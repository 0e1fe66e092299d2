import type { Page } from '@playwright/test';
import { findObstacle, PrivateDesktop } from '#test/integration/keyring/private-desktop.ts';
import { expect, test } from './support/fixtures.ts';
import { startApp, type Program, type ServiceAccount } from './support/programs.ts';

const obstacle = findObstacle();
const keep = (page: Page) => page.getByRole('checkbox', { name: /^Keep me signed in on this computer/ });
const firstChat = (page: Page) => page.getByRole('option', { name: /^Deborah Okonkwo/ });

async function signIn(page: Page, account: ServiceAccount): Promise<void> {
  await page.getByLabel('Service address').fill(account.baseUrl);
  await page.getByLabel('Username').fill(account.username);
  await enterKey(page, account);
}

async function enterKey(page: Page, account: ServiceAccount): Promise<void> {
  await page.getByLabel('API key', { exact: true }).fill(account.apiKey);
  await page.keyboard.press('Enter');
  await expect(firstChat(page)).toBeVisible();
}

async function openAccountMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click();
}

test.describe('where no keyring is used', () => {
  let app: Program;
  test.afterEach(async () => {
    await app.stop();
  });

  test('says how long the key is kept, and shows the chats without it after a restart', async ({
    page,
    service,
    dataFolder,
  }) => {
    const start = { dataFolder, env: { SWITCHBOARD_KEYRING: 'off' } };
    app = await startApp(start);
    await page.goto(app.announced);
    await expect(page.getByText(/has no keyring\. You’ll need to enter the key again/)).toBeVisible();
    await expect(keep(page)).toHaveCount(0);
    await signIn(page, service.account);
    await openAccountMenu(page);
    await expect(page.getByText('Signed in until you quit Switchboard: this computer has no keyring')).toBeVisible();
    await app.stop();

    app = await startApp(start);
    await page.goto(app.announced);
    await expect(firstChat(page)).toBeVisible();
    await page.getByRole('button', { name: 'Enter API key' }).click();
    await expect(page.getByLabel('Username')).toHaveValue(service.account.username);
    await expect(page.getByLabel('Service address')).toHaveValue(service.account.baseUrl);
    await expect(page.getByLabel('API key', { exact: true })).toBeFocused();
    await page.getByRole('button', { name: 'Back to inbox' }).click();
    await expect(firstChat(page)).toBeVisible();
    await page.getByRole('button', { name: 'Enter API key' }).click();
    await enterKey(page, service.account);
    await expect(page.getByRole('button', { name: 'Enter API key' })).toHaveCount(0);
  });

  test('shows nothing to whoever comes after somebody signed out', async ({ page, service, dataFolder }) => {
    const start = { dataFolder, env: { SWITCHBOARD_KEYRING: 'off' } };
    app = await startApp(start);
    await page.goto(app.announced);
    await signIn(page, service.account);
    await openAccountMenu(page);
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByText(/^You’re signed out/)).toBeVisible();
    await app.stop();
    app = await startApp(start);
    await page.goto(app.announced);
    await expect(page.getByText(/^You’re signed out/)).toBeVisible();
    await expect(firstChat(page)).toHaveCount(0);
  });
});

test.describe('with a real keyring', () => {
  test.skip(obstacle !== null, obstacle ?? '');
  let app: Program;
  let desktop: PrivateDesktop;

  test.beforeEach(async ({ page, dataFolder }) => {
    desktop = await PrivateDesktop.open();
    await desktop.startKeyring('unlocked');
    await start(page, dataFolder);
  });
  test.afterEach(async () => {
    await app.stop();
    await desktop.dispose();
  });

  async function start(page: Page, dataFolder: string): Promise<void> {
    app = await startApp({ dataFolder, env: desktop.env });
    await page.goto(app.announced);
  }

  test('stays signed in unless told otherwise', async ({ page, service, dataFolder }) => {
    await expect(keep(page)).toBeChecked();
    await signIn(page, service.account);
    await openAccountMenu(page);
    await expect(page.getByText('Stays signed in on this computer')).toBeVisible();
    await app.stop();
    await start(page, dataFolder);
    await expect(firstChat(page)).toBeVisible();
    await expect(page.getByText('Live', { exact: true })).toBeVisible();

    await openAccountMenu(page);
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await keep(page).uncheck();
    await enterKey(page, service.account);
    await openAccountMenu(page);
    await expect(page.getByText('Signed in until you quit Switchboard', { exact: true })).toBeVisible();
  });

  test('says that it is locked, and goes on once it was opened', async ({ page, service, dataFolder }) => {
    await signIn(page, service.account);
    // The keyring may take its time: a key that is not in it yet goes with the app.
    await openAccountMenu(page);
    await expect(page.getByText('Stays signed in on this computer')).toBeVisible();
    await app.stop();
    desktop.lock();
    await start(page, dataFolder);
    await expect(firstChat(page)).toBeVisible();
    await page.getByRole('button', { name: 'Enter API key' }).click();
    await expect(page.getByText(/keyring is locked\. Unlock it/)).toBeVisible();
    await desktop.stopKeyring();
    await desktop.startKeyring('unlocked');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await expect(firstChat(page)).toBeVisible();
  });
});
