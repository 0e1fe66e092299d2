import { expect, type Page } from '@playwright/test';
import { fillContacts, grid, openContacts, row } from './contacts-page.ts';
import { test } from './fixtures.ts';

test.beforeEach(({ main }) => void fillContacts(main));

test('columns are chosen and stay so', async ({ page, main }) => {
  await openContacts(page, main.origin);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Company' }).click();
  await page.keyboard.press('Escape');
  await expect(row(page, 'Quince')).toContainText('Quince & Sons');
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Company' })).toBeVisible();
  await page.setViewportSize({ width: 720, height: 900 });
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Phone' })).not.toContainText('no room');
  await expect(page.getByRole('menuitemcheckbox', { name: 'Last text' })).toContainText('no room');
  await expect(page.getByRole('menuitemcheckbox', { name: 'Email' })).not.toContainText('no room');
});

const heads = (page: Page) => page.getByRole('columnheader').locator('button .name');
const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });

test('columns are moved by drag and by keys, stay so, and are exported so', async ({ page, main }) => {
  await openContacts(page, main.origin);
  await expect(heads(page)).toHaveText(['Name', 'Phone', 'Pet', 'Lists', 'Last text']);
  // Behind the middle of Phone: before Pet. A drag sorts nothing.
  const lastText = await head(page, 'Last text').boundingBox();
  const phone = await head(page, 'Phone').boundingBox();
  if (lastText === null || phone === null) throw new Error('A head is not on screen');
  await page.mouse.move(lastText.x + lastText.width - 30, lastText.y + 10);
  await page.mouse.down();
  await page.mouse.move(phone.x + phone.width - 20, phone.y + 10, { steps: 5 });
  await page.mouse.up();
  await expect(heads(page)).toHaveText(['Name', 'Phone', 'Last text', 'Pet', 'Lists']);
  await expect(head(page, 'Last text')).toHaveAttribute('aria-sort', 'none');
  await expect(page.getByText('Last text is now column 3 of 5')).toBeAttached();

  await head(page, 'Lists').getByRole('button').focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menu', { name: 'Column Lists' }).getByRole('menuitem', { name: 'Move left' }).press('Enter');
  await expect(heads(page)).toHaveText(['Name', 'Phone', 'Last text', 'Lists', 'Pet']);
  await expect(head(page, 'Lists').getByRole('button')).toBeFocused();

  await page.getByRole('button', { name: 'Columns' }).press('Enter');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.getByRole('menuitemcheckbox', { name: 'Phone' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(heads(page)).toHaveText(['Name', 'Last text', 'Phone', 'Lists', 'Pet']);
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByText('11 contacts exported')).toBeVisible();
  expect(main.inbox.inputsOf('contacts.export')[0]?.columns.map(({ title }) => title)).toEqual([
    ...['Name', 'Last text', 'Phone', 'Lists', 'Pet'],
  ]);
});

test('a drag of a column ends with Esc, and the head sorts as before', async ({ page, main }) => {
  await openContacts(page, main.origin);
  const box = await head(page, 'Pet').boundingBox();
  if (box === null) throw new Error('The head is not on screen');
  await page.mouse.move(box.x + 20, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x - 300, box.y + 10, { steps: 5 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(heads(page)).toHaveText(['Name', 'Phone', 'Pet', 'Lists', 'Last text']);
  await head(page, 'Pet').getByRole('button').click();
  await expect(head(page, 'Pet')).toHaveAttribute('aria-sort', 'ascending');
});

test('columns are as wide as there is room, and a list is read in full', async ({ page, main }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  main.inbox.contacts.rows = main.inbox.contacts.rows.map((each) => ({
    ...each,
    lists: [{ id: 6, name: 'Insurance renewals, dogs and cats' }],
  }));
  await openContacts(page, main.origin);
  const cell = grid(page).getByRole('gridcell').getByText('Insurance renewals, dogs and cats').first();
  await expect(cell).toBeVisible();
  expect(await cell.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
});
