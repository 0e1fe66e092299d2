import { expect, type Page } from '@playwright/test';
import { bulkBar, fillContacts, fillManyContacts, grid, heading, openContacts, place, row } from './contacts-page.ts';
import { test } from './fixtures.ts';

test.beforeEach(({ main }) => void fillContacts(main));

/** The row under the keys is in sight. */
async function expectCurrent(page: Page, name: string): Promise<void> {
  const current = grid(page).locator('[data-active]');
  await expect(current).toContainText(name);
  await expect(current).toBeInViewport({ ratio: 1 });
}

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

test('F2 renames the list or the field under the keys, not what is shown', async ({ page, main }) => {
  const name = page.getByRole('textbox', { name: 'List name' });
  await openContacts(page, main.origin, '/list/5');
  for (const fixed of [/^All contacts/, /^Blocked/, /^Northgate group/]) {
    await place(page, fixed).focus();
    await page.keyboard.press('F2');
    await expect(name).toHaveCount(0);
    await expect(place(page, fixed)).toBeFocused();
  }
  await place(page, /^Pet/).focus();
  await page.keyboard.press('F2');
  const question = page.getByRole('dialog', { name: 'Rename field “Pet”' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  // Also beside a contact that is open.
  await row(page, 'Deborah').click();
  await expect(page.getByRole('complementary', { name: 'Contact' })).toContainText('Deborah');
  await place(page, /^Dental clients/).focus();
  await page.keyboard.press('F2');
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('Dental clients');
  await page.keyboard.type('Teeth');
  await page.keyboard.press('Enter');
  await expect(place(page, /^Teeth/)).toBeVisible();
  await expect(place(page, /^Puppy club/)).toBeVisible();
  await expect(heading(page, /Teeth/)).toBeVisible();
});

test('the row under the keys stays in sight when what was typed is taken back', async ({ page, main }) => {
  fillManyContacts(main, 400);
  await openContacts(page, main.origin);
  await page.keyboard.press('/');
  await page.keyboard.type('000312');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');
  await page.keyboard.press('ArrowDown');
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '401');
  await expectCurrent(page, 'Person 000312');
});

test('coming back to the contacts, the keys are on the row they were on', async ({ page, main }) => {
  fillManyContacts(main, 400);
  await openContacts(page, main.origin);
  await page.keyboard.press('End');
  for (const key of ['k', 'k', 'k']) await page.keyboard.press(key);
  await expectCurrent(page, 'Person 000397');
  await page.keyboard.press('Control+1');
  await expect(page.getByRole('listbox', { name: 'Open' })).toBeVisible();
  await page.keyboard.press('Control+2');
  await expect(grid(page)).toBeFocused();
  await expectCurrent(page, 'Person 000397');
  await page.keyboard.press('j');
  await expectCurrent(page, 'Person 000398');
  // Where it is gone by then they begin at the first.
  await page.keyboard.press('Control+1');
  await expect(grid(page)).toHaveCount(0);
  const { contacts } = main.inbox;
  contacts.rows = contacts.rows.filter(({ id }) => id !== 398);
  await page.keyboard.press('Control+2');
  await expectCurrent(page, 'Person 000001');
});

test('a deletion that is undone gives the keys back to the contact', async ({ page, main }) => {
  fillManyContacts(main, 60);
  await openContacts(page, main.origin);
  await expect(grid(page)).toBeFocused();
  for (let steps = 0; steps < 30; steps += 1) await page.keyboard.press('j');
  await expectCurrent(page, 'Person 000031');
  for (const way of ['the key', 'the button']) {
    await page.keyboard.press('Delete');
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Delete/ })
      .press('Enter');
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '60');
    await expectCurrent(page, 'Person 000032');
    await page.keyboard.press('Home');
    await expectCurrent(page, 'Person 000001');
    if (way === 'the key') await page.keyboard.press('z');
    else await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await expectCurrent(page, 'Person 000031');
    await expect(grid(page)).toBeFocused();
  }
});

test('a deletion in the pane that is undone gives the keys back to the contact in the table', async ({
  page,
  main,
}) => {
  await openContacts(page, main.origin);
  await row(page, 'Penhallow').click();
  const pane = page.getByRole('complementary', { name: 'Contact' });
  await pane.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: /^Delete/ }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect(row(page, 'Penhallow')).toHaveCount(0);
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('z');
  await expectCurrent(page, 'Penhallow');
  await expect(grid(page)).toBeFocused();
});

test('the menu of a row edits its contact, whether that is open or not', async ({ page, main }) => {
  await openContacts(page, main.origin);
  const pane = page.getByRole('complementary', { name: 'Contact' });
  for (const state of ['closed', 'open']) {
    await row(page, 'Callum').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await expect(pane.getByRole('textbox').first(), state).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(pane.getByRole('button', { name: /^First name/ })).toBeFocused();
  }
});

test('Shift N makes a new contact on the contacts screen', async ({ page, main }) => {
  await openContacts(page, main.origin);
  await page.keyboard.press('Shift+N');
  await expect(page.getByRole('dialog', { name: 'New contact' })).toBeVisible();
});
