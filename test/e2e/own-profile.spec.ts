/** The user's own name and picture, changed at the service through the whole app. */
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import type { ServiceAccount } from './support/programs.ts';

/** A whole picture, of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const account = (page: Page) => page.getByRole('region', { name: /^Account/ });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Change your name' });

/** As the service has it. */
async function readUser({ baseUrl, username, apiKey }: ServiceAccount): Promise<unknown> {
  const authorization = `Basic ${Buffer.from(`${username}:${apiKey}`).toString('base64')}`;
  return (await fetch(`${baseUrl}/api/v2/user`, { headers: { authorization } })).json();
}

async function openDialog(page: Page): Promise<void> {
  await page.keyboard.press('Control+,');
  await account(page).getByRole('button', { name: 'Change name' }).click();
  await expect(dialog(page).getByRole('textbox', { name: 'First name' })).toBeFocused();
}

test('the name is changed by keys, and is new in the rail too', async ({ inbox, service }) => {
  await openDialog(inbox);
  await dialog(inbox).getByRole('textbox', { name: 'First name' }).fill('');
  await inbox.keyboard.press('Enter');
  await expect(dialog(inbox).getByText('Enter a first name.')).toBeVisible();
  await inbox.keyboard.type('Noor');
  await inbox.keyboard.press('Tab');
  await inbox.keyboard.type('van der Berg');
  await inbox.keyboard.press('Enter');
  await expect(dialog(inbox)).toBeHidden();
  await expect(account(inbox).getByText('Noor van der Berg', { exact: true })).toBeVisible();
  await expect(account(inbox).getByRole('button', { name: 'Change name' })).toBeFocused();
  await inbox
    .getByRole('button', { name: /Noor van der Berg/ })
    .first()
    .waitFor();
  expect(await readUser(service.account)).toMatchObject({ firstName: 'Noor', lastName: 'van der Berg' });
});

test('what the service refuses stands beside its field, and what was typed stays', async ({ inbox }) => {
  await openDialog(inbox);
  await dialog(inbox).getByRole('textbox', { name: 'Last name' }).fill('');
  await inbox.keyboard.press('Enter');
  await expect(dialog(inbox).getByRole('textbox', { name: 'Last name' })).toHaveAccessibleDescription(/blank/);
  await inbox.keyboard.press('Escape');
  await dialog(inbox).getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(dialog(inbox)).toBeHidden();
  await expect(account(inbox).getByRole('button', { name: 'Change name' })).toBeFocused();
});

test('the picture is set and taken away', async ({ inbox }) => {
  await inbox.keyboard.press('Control+,');
  const button = account(inbox).getByRole('button', { name: /^Picture of/ });
  await button.click();
  const [chooser] = await Promise.all([
    inbox.waitForEvent('filechooser'),
    inbox.getByRole('menuitem', { name: 'Choose picture…' }).click(),
  ]);
  await chooser.setFiles({ name: 'me.png', mimeType: 'image/png', buffer: PIXEL });
  await expect(account(inbox).getByRole('status').filter({ hasText: 'Picture changed' })).toBeAttached();
  await expect(account(inbox).locator('img').first()).toHaveAttribute('src', /\/media\//);
  await button.click();
  await inbox.getByRole('menuitem', { name: 'Remove picture' }).click();
  await inbox.getByRole('button', { name: 'Remove picture' }).click();
  await expect(account(inbox).locator('img')).toHaveCount(0);
});
