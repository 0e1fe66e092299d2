import type { Locator, Page } from '@playwright/test';
import { LocalService } from './support/demo-service.ts';
import { expect, test } from './support/fixtures.ts';
import type { ServiceAccount } from './support/programs.ts';

const rail = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });
const account = (page: Page): Locator => page.getByRole('region', { name: 'Account', exact: true });
const data = (page: Page): Locator => page.getByRole('region', { name: 'Data on this computer' });
const chats = (page: Page): Locator => page.getByRole('listbox', { name: 'Open chats' });
const composer = (page: Page): Locator => page.getByRole('textbox', { name: /^Text to/ });

const SLOW = ['/messages', '/replies'].map((path) => ({ kind: 'delay', delayMs: 700, path }));

async function openSettings(page: Page): Promise<void> {
  await rail(page).getByRole('link', { name: 'Settings' }).click();
  await expect(account(page)).toBeVisible();
}

/** Opens their page about what is stored. */
async function openData(page: Page): Promise<void> {
  await openSettings(page);
  await page.getByRole('link', { name: 'Data on this computer' }).click();
}

async function signIn(page: Page, { baseUrl, webUrl, username, apiKey }: ServiceAccount): Promise<void> {
  await page.getByLabel('Service address').fill(baseUrl);
  await page.getByLabel('Web address').fill(webUrl);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('API key', { exact: true }).fill(apiKey);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test.describe('the settings', () => {
  test('are opened and left without losing what is being written', async ({ inbox }) => {
    await chats(inbox)
      .getByRole('option', { name: /^Deborah Okonkwo/ })
      .click();
    await composer(inbox).fill('Half a sentence');
    await inbox.keyboard.press('Control+,');
    await expect(account(inbox)).toBeVisible();
    await inbox.keyboard.press('Escape');
    await expect(composer(inbox)).toBeFocused();
    await expect(composer(inbox)).toHaveValue('Half a sentence');
  });

  test('compare everything with the service when asked, and say when that is done', async ({ inbox }) => {
    await openData(inbox);
    await data(inbox).getByRole('button', { name: 'Check now' }).click();
    await expect(inbox.getByText('Check finished. This copy matches the service.')).toBeVisible();
    await expect(data(inbox).getByRole('button', { name: 'Check now' })).toBeVisible();
  });

  test('clear the copy, keep the draft, and read the chats again', async ({ inbox }) => {
    await chats(inbox)
      .getByRole('option', { name: /^Deborah Okonkwo/ })
      .click();
    await composer(inbox).fill('This one stays');
    await openData(inbox);
    await data(inbox).getByRole('button', { name: 'Clear…' }).click();
    await inbox.getByRole('button', { name: 'Clear copy' }).click();
    await expect(inbox.getByText('Copy cleared. Downloading it again.')).toBeVisible();
    await inbox.keyboard.press('Escape');
    const row = chats(inbox).getByRole('option', { name: /^Deborah Okonkwo/ });
    await expect(row).toBeVisible();
    await inbox.reload();
    await expect(composer(inbox)).toHaveValue('This one stays');
  });
});

test.describe('the settings of an account with a long history', () => {
  // So slow and so much that it is still being read when it is paused.
  test.use({ serviceArgs: ['--messages', '6000', '--faults', JSON.stringify(SLOW)] });

  test('say what is kept of the account, and keep how far back it is read', async ({ inbox, service }) => {
    await openSettings(inbox);
    await expect(account(inbox)).toContainText(service.account.username);
    await expect(account(inbox)).toContainText(service.account.baseUrl);
    await inbox.getByRole('link', { name: 'Data on this computer' }).click();
    const messages = data(inbox)
      .getByRole('table')
      .getByRole('row', { name: /^Messages/ });
    await expect(messages).toHaveText(/Messages\s*[1-9][\d,]*\s*\d+(\.\d)? [kM]B/);
    await data(inbox).getByRole('button', { name: 'Pause' }).click();
    await expect(data(inbox)).toContainText('Paused.');
    await data(inbox).getByRole('combobox').selectOption('30 days');
    await inbox.reload();
    await expect(data(inbox).getByRole('combobox')).toHaveValue('30');
    await expect(data(inbox)).toContainText('Paused.');
  });
});

test.describe('several accounts', () => {
  test('are added, switched and removed, each with its own chats and drafts', async ({ inbox, service }) => {
    const second = await LocalService.start('--seed', '7', '--chats', '12', '--messages', '60', '--contacts', '12');
    const name = service.account.username;
    try {
      await chats(inbox)
        .getByRole('option', { name: /^Deborah Okonkwo/ })
        .click();
      await composer(inbox).fill('For the first account');
      await openSettings(inbox);
      await account(inbox).getByRole('button', { name: 'Add account' }).click();
      await signIn(inbox, second.account);
      await expect(chats(inbox).getByRole('option').first()).toBeVisible();
      await expect(composer(inbox)).toHaveCount(0);
      await openSettings(inbox);
      await expect(account(inbox)).toContainText(second.account.baseUrl);

      await account(inbox)
        .getByRole('button', { name: `Open ${name}` })
        .click();
      const row = chats(inbox).getByRole('option', { name: /^Deborah Okonkwo/ });
      await expect(row).toContainText('For the first account');

      await openSettings(inbox);
      const other = account(inbox).getByRole('button', { name: /^Remove .* from this computer…$/ });
      await expect(other).toHaveCount(2);
      await removeClosed(inbox);
      await expect(inbox.getByText('Nothing changed on the service.')).toBeVisible();
      await expect(other).toHaveCount(1);
      await expect(account(inbox)).toContainText(service.account.baseUrl);
    } finally {
      await second.stop();
    }
  });
});

/** Removes the account that is not open. */
async function removeClosed(page: Page): Promise<void> {
  const open = account(page).getByRole('button', { name: /^Open / });
  await open.locator('xpath=following-sibling::button').click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('listitem').last()).toContainText('on disk');
  await dialog.getByRole('button', { name: /^Remove / }).click();
}
