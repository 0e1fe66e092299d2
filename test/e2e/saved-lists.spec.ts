import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { startApp, toSignInEnvironment } from './support/programs.ts';

const list = (page: Page) => page.getByRole('listbox', { name: 'Chats: Unread and loud' });

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Filters and sorting' }).click();
  await page.getByRole('menuitem', { name: 'Save as view…' }).click();
  const form = page.getByRole('dialog', { name: 'Save as view' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Unread and loud');
  await form.getByRole('combobox', { name: 'Read status' }).selectOption('Only unread');
  await form.getByRole('combobox', { name: 'Muted' }).selectOption('Not muted');
  await form.getByRole('button', { name: /^Shortcut/ }).click();
  await page.keyboard.press('Control+8');
  await form.getByRole('button', { name: 'Save view' }).click();
  await expect(form).toBeHidden();
}

test('a list of own conditions is kept under a name and keys, and is there after a restart', async ({
  page,
  service,
  dataFolder,
}) => {
  const start = { dataFolder, env: toSignInEnvironment(service.account) };
  let app = await startApp(start);
  try {
    await page.goto(app.announced);
    await expect(page.getByRole('option', { name: /^Deborah Okonkwo/ })).toHaveAccessibleName(/unread/);
    await save(page);
    await expect(page.getByRole('group', { name: 'Filter: Unread and loud' })).toBeVisible();
    await expectConditions(page);
    await app.stop();

    app = await startApp(start);
    await page.goto(app.announced);
    await expect(page.getByRole('listbox', { name: 'Open chats' }).getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Control+8');
    await expectConditions(page);
  } finally {
    await app.stop();
  }
});

/** Every row is unread and none is muted; one of each that is left out is known by its name. */
async function expectConditions(page: Page): Promise<void> {
  await expect(list(page).getByRole('option', { name: /^Deborah Okonkwo/ })).toBeVisible();
  for (const row of await list(page).getByRole('option').all()) {
    await expect(row).toHaveAccessibleName(/ unread/);
    await expect(row).not.toHaveAccessibleName(/ muted/);
  }
}
