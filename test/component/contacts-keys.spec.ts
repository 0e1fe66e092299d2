import { expect } from '@playwright/test';
import { bulkBar, fillContacts, grid, openContacts, row } from './contacts-page.ts';
import { test } from './fixtures.ts';

test.beforeEach(({ main }) => void fillContacts(main));

test('a contact that is blocked is unblocked from its row, and others are blocked', async ({ page, main }) => {
  await openContacts(page, main.origin);
  await row(page, 'Priya').click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'More for Priya Raghunathan' });
  await expect(menu.getByRole('menuitem', { name: 'Block', exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await row(page, 'Priya').getByRole('checkbox').click();
  await expect(bulkBar(page).getByRole('button', { name: 'Unblock' })).toBeVisible();
  await row(page, 'Tom Abara').getByRole('checkbox').click();
  await expect(bulkBar(page).getByRole('button', { name: 'Unblock' })).toHaveCount(0);
  await expect(bulkBar(page).getByRole('button', { name: 'Block' })).toBeVisible();
  await row(page, 'Tom Abara').getByRole('checkbox').click();
  await row(page, 'Priya').click({ button: 'right' });
  await menu.getByRole('menuitem', { name: 'Unblock' }).click();
  await expect.poll(() => main.inputOf('people.setBlocked')).toMatchObject({ isBlocked: false });
  await expect(page.getByText('1 number unblocked')).toBeVisible();
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await expect(menu.getByRole('menuitem', { name: 'Block', exact: true })).toBeVisible();
});
