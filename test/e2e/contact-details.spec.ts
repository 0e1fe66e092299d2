/** Tags, owner, picture and look-ups of one contact through the real page, main and service. */
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import type { ServiceAccount } from './support/programs.ts';
import { askService } from './support/service-state.ts';

const CALLUM = '447700900188';
/** A whole picture of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

interface ServiceContact {
  readonly avatar: unknown;
  readonly owner: { readonly id: number } | null;
  readonly tags: readonly { readonly id: number; readonly title: string }[];
}

async function readContact(account: ServiceAccount): Promise<ServiceContact> {
  return (await (await askService(account, `contacts/phone/${CALLUM}`)).json()) as ServiceContact;
}

async function openCallum(page: Page): Promise<void> {
  await page.keyboard.press('Control+2');
  await expect(page.getByRole('row').nth(5)).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('callum mac');
  await expect(page.getByText(/^1 of /)).toBeVisible();
  await page.getByRole('row', { name: /Callum MacIntyre/ }).click();
  await expect(page.getByRole('button', { name: 'First name: Callum. Edit' })).toBeVisible();
}

test('a contact gets a tag of its own, an owner and a picture, and the service has all three', async ({
  inbox: page,
  service: { account },
}) => {
  await openCallum(page);
  const before = await readContact(account);
  await page.getByRole('button', { name: 'Add tag' }).click();
  await page.getByRole('combobox', { name: 'Find or create a tag' }).fill('Pays late');
  await expect(page.getByRole('option', { name: 'Create “Pays late”' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove Pays late' })).toBeVisible();

  await page.getByRole('button', { name: /^Owner: / }).click();
  await page.getByRole('combobox', { name: 'Owner' }).selectOption('Hollis Brandt');
  await expect(page.getByRole('button', { name: 'Owner: Hollis Brandt. Edit' })).toBeVisible();

  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page
      .getByRole('button', { name: 'Picture of Callum MacIntyre' })
      .press('Enter')
      .then(() => page.getByRole('menuitem', { name: 'Choose picture…' }).press('Enter')),
  ]);
  await chooser.setFiles({ name: 'callum.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') });
  await expect(page.getByRole('status').filter({ hasText: 'Picture changed' })).toBeAttached();

  const titles = [...before.tags.map(({ title }) => title), 'Pays late'];
  await expect
    .poll(async () => (await readContact(account)).tags.map(({ title }) => title).toSorted())
    .toEqual(titles.toSorted());
  await expect.poll(async () => (await readContact(account)).owner?.id).not.toBe(before.owner?.id);
  expect((await readContact(account)).avatar).not.toEqual(before.avatar);
  await expect(page.getByText(/^Saved /)).toBeVisible();
});

test('a number is looked up for money, once, and its result is still there after a reload', async ({ inbox: page }) => {
  await openCallum(page);
  const lookups = page.getByRole('region', { name: 'Look-ups' });
  await lookups.getByRole('button', { name: 'Look up network' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Look up' }).click();
  await expect(lookups.getByText(/, mobile, United Kingdom · checked \d+ \w+, cost £\d/)).toBeVisible();
  await page.reload();
  await expect(lookups.getByText(/, mobile, United Kingdom · checked \d+ \w+, cost £\d/)).toBeVisible();
  await lookups.getByRole('button', { name: /^Look up again/ }).click();
  await expect(page.getByRole('alertdialog')).toContainText(/The last one cost £\d/);
});
