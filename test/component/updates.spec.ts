/** Newer versions of the app: what the settings and the inbox say, and what the user does about them. */
import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { fillSmall } from './inbox-page.ts';
import { listCut, listFaults, resize } from './layout-and-axe-checks.ts';
import type { LoopbackMain } from './loopback-main.ts';

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillSmall(empty);
  main.inbox.desktop.info = {
    ...{ kind: 'electron', platform: 'windows', canZoom: true, menus: 'button', version: '1.1.0', dataId: 'd' },
  };
  main.inbox.desktop.updates = { ...main.inbox.desktop.updates, state: 'idle' };
});

const section = (page: Page) => page.getByRole('region', { name: /^About/ });
const notice = (page: Page) => page.locator('.notice').filter({ hasText: 'Switchboard 1.2.0 is ready' });
const tell = (changes: Parameters<LoopbackMain['inbox']['desktop']['tellUpdates']>[0]) =>
  main.inbox.desktop.tellUpdates(changes);
const stage = () => tell({ state: 'staged', version: '1.2.0', percent: 100, notes: 'New\n• Faster' });

async function open(page: Page, place = ''): Promise<void> {
  await page.goto(`${main.origin}/${place}`);
  await expect(place === '' ? page.getByRole('option', { name: /^Deborah/ }) : section(page)).toBeVisible();
}

test('the settings say which version this is, look for a newer one, and what is new in it', async ({ page }) => {
  await open(page, '#/settings/about');
  await expect(section(page)).toContainText('Version 1.1.0');
  await expect(section(page)).toContainText('Not checked since Switchboard started');
  await section(page).getByRole('button', { name: 'Check now' }).click();
  await expect(section(page)).toContainText('You’re up to date.');
  tell({ state: 'downloading', version: '1.2.0', percent: 41 });
  await expect(section(page)).toContainText('Downloading 1.2.0: 41%');
  stage();
  await expect(section(page).getByRole('heading', { name: 'What’s new in 1.2.0' })).toBeVisible();
  await expect(section(page)).toContainText('• Faster');
  expect(await listFaults(page)).toEqual([]);
  await resize(page, 320, 640);
  expect(await listCut(page)).toEqual([]);
});

test('a failed look says what happens next', async ({ page }) => {
  await open(page, '#/settings/about');
  tell({ state: 'idle', fault: 'refused' });
  await expect(section(page)).toContainText('wasn’t a valid update, so we discarded it');
});

test('the inbox offers the restart, which waits for what it would cut short', async ({ page }) => {
  await open(page);
  await expect(notice(page)).toBeHidden();
  stage();
  await expect(notice(page)).toBeVisible();
  await expect(
    page.locator('[aria-live=polite]').filter({ hasText: 'Switchboard 1.2.0 is ready' }).first(),
  ).toBeAttached();
  expect(await listFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Restart now' }).click();
  tell({ waitsFor: ['import'] });
  await expect(page.getByText('Switchboard will restart once the import is done.')).toBeVisible();
  await page.getByRole('button', { name: 'Don’t restart' }).click();
  await expect.poll(() => main.inbox.desktop.updates.isRestartWanted).toBe(false);
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(notice(page)).toBeHidden();
});

test('nothing is said of updates where the app does not update itself', async ({ page }) => {
  main.inbox.desktop.updates = { ...main.inbox.desktop.updates, state: 'absent' };
  await open(page, '#/settings/about');
  await expect(section(page)).toContainText('Version 1.1.0');
  await expect(section(page).getByRole('button')).toHaveCount(0);
});

test('the page is found by its name, and in the menu of the desktop', async ({ page }) => {
  await open(page);
  await page.keyboard.press('Control+K');
  await page.keyboard.type('about');
  await expect(page.getByRole('option', { name: /About/ }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect.poll(() => main.inbox.desktop.menu.some(({ id, canRun }) => id === 'show-about' && canRun)).toBe(true);
  main.inbox.desktop.chooseCommand('show-about');
  await expect(section(page)).toBeVisible();
});
