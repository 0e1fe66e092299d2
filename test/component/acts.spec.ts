import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { composer, fillLarge } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';

let main: LoopbackMain;
test.beforeEach(async ({ page, main: empty }) => {
  main = fillLarge(empty);
  await page.goto(main.origin);
  await expect(row(page, 1)).toBeVisible();
});

const list = (page: Page) => page.getByRole('listbox', { name: /chats$/ });
const row = (page: Page, person: number) =>
  page.getByRole('option', { name: new RegExp(`^Person ${String(person)}[,.]`) });
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected chats' });
const toast = (page: Page) =>
  page.getByRole('status').filter({ hasText: /closed|deleted|snoozed|reopened|restored|muted/ });
const statusOf = (id: number) => main.inbox.data.chats.find((chat) => chat.id === id)?.status;

test.describe('an act by key', () => {
  test('works a queue: each close opens the next chat, and the focus is never lost', async ({ page }) => {
    await list(page).focus();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(composer(page)).toBeFocused();
    await page.keyboard.press('Escape');
    for (const next of [2, 3, 4]) {
      await page.keyboard.press('e');
      await expect(page.getByRole('heading', { name: `Person ${String(next)}` })).toBeVisible();
      await expect(list(page)).toBeFocused();
    }
    expect([1, 2, 3, 4].map(statusOf)).toEqual(['closed', 'closed', 'closed', 'active']);
    await expect(toast(page)).toContainText('Chat with Person 3 closed');
  });

  test('done in the thread leaves the focus in the list, on the row of the chat that comes next', async ({ page }) => {
    await row(page, 2).click();
    await expect(composer(page)).toBeFocused();
    await page.getByRole('button', { name: 'Close chat' }).first().click();
    await expect(page.getByRole('heading', { name: 'Person 3' })).toBeVisible();
    await expect(list(page)).toBeFocused();
    await page.keyboard.press('e');
    await expect(page.getByRole('heading', { name: 'Person 4' })).toBeVisible();
    await page.keyboard.press('z');
    await expect(page.getByRole('heading', { name: 'Person 3' })).toBeVisible();
    await expect(list(page)).toBeFocused();
    expect([2, 3].map(statusOf)).toEqual(['closed', 'active']);
  });

  test('done from the thread’s menu leaves no button of the next chat under the keys', async ({ page }) => {
    const openMenu = () => page.locator('[data-anchor="chat-menu"]').click();
    await row(page, 2).click();
    await openMenu();
    await page.getByRole('menuitem', { name: /^Close/ }).click();
    await expect(page.getByRole('heading', { name: 'Person 3' })).toBeVisible();
    await expect(list(page)).toBeFocused();
    await openMenu();
    await page.getByRole('menuitem', { name: /^Snooze/ }).click();
    await page.getByRole('dialog').getByRole('option').first().click();
    await expect(page.getByRole('heading', { name: 'Person 4' })).toBeVisible();
    await expect(list(page)).toBeFocused();
    // What leaves the chat open leaves the focus where it was.
    await openMenu();
    await page.getByRole('menuitem', { name: /^Pin/ }).click();
    await expect(page.locator('[data-anchor="chat-menu"]')).toBeFocused();
  });

  test('is done once by a key that is held, while moving through the list goes on', async ({ page }) => {
    await list(page).focus();
    await page.keyboard.down('j');
    for (let press = 0; press < 3; press += 1) await page.keyboard.down('j');
    await page.keyboard.up('j');
    await expect(row(page, 4)).toHaveClass(/active/);
    for (let press = 0; press < 5; press += 1) await page.keyboard.down('e');
    await page.keyboard.up('e');
    await expect(row(page, 4)).toHaveCount(0);
    await expect(row(page, 5)).toHaveClass(/active/);
    await expect(toast(page)).toContainText('Chat with Person 4 closed');
    expect(main.inbox.data.chats.filter(({ status }) => status === 'closed').map(({ id }) => id)).toEqual([4]);
  });

  test('is taken back by Z, act by act, and by the button of its toast', async ({ page }) => {
    await list(page).focus();
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await expect(row(page, 1)).toHaveCount(0);
    await page.keyboard.press('Delete');
    await expect(toast(page)).toContainText('Chat with Person 2 deleted');
    await page.keyboard.press('z');
    await expect(row(page, 2)).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(row(page, 1)).toBeVisible();
    await expect(toast(page)).toContainText('Chat with Person 1 reopened');
    await page.keyboard.press('e');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(row(page, 1)).toBeVisible();
    expect([1, 2].map(statusOf)).toEqual(['active', 'active']);
  });
});

test.describe('the choice of a time', () => {
  test('understands what is typed, shows it before Enter, and gives the focus back', async ({ page }) => {
    await list(page).focus();
    await page.keyboard.press('j');
    await page.keyboard.press('s');
    const field = page.getByRole('combobox', { name: 'Snooze until' });
    await expect(field).toBeFocused();
    await expect(
      page.getByText('It comes back at the time you choose, or as soon as it gets a new text.'),
    ).toBeVisible();
    await page.keyboard.type('tomorow');
    await expect(page.getByText('That isn’t a time we recognise.')).toBeVisible();
    await page.keyboard.press('Enter');
    expect(main.inputOf('chats.applyAction')).toBeUndefined();
    const button = page.getByRole('button', { name: /^Snooze/ });
    await expect(button).toBeDisabled();
    await field.fill('in 3 days at 2pm');
    const understood = page.getByRole('option', { name: /^Snooze until/ });
    await expect(understood).toHaveAttribute('aria-selected', 'true');
    await expect(understood).toContainText(', 14:00');
    await expect(button).toBeEnabled();
    await expect(button).toContainText(', 14:00');
    await page.keyboard.press('Enter');
    await expect(list(page)).toBeFocused();
    await expect(row(page, 1)).toHaveCount(0);
    await expect(toast(page)).toContainText('Chat with Person 1 snoozed until');
    const { action } = main.inputOf('chats.applyAction') as { action: { kind: string; until: number } };
    expect(new Date(action.until).getHours()).toBe(14);
    expect(action.until).toBeGreaterThan(Date.now());
  });

  test('is made among the usual times by the arrow keys, and left by Escape', async ({ page }) => {
    await list(page).focus();
    await page.keyboard.press('j');
    await page.keyboard.press('s');
    const field = page.getByRole('combobox', { name: 'Snooze until' });
    await expect(field).toBeFocused();
    const second = page.getByRole('listbox', { name: 'Suggested times' }).getByRole('option').nth(1);
    await page.keyboard.press('ArrowDown');
    await expect(second).toHaveAttribute('aria-selected', 'true');
    await expect(field).toHaveAttribute('aria-activedescendant', (await second.getAttribute('id')) ?? '');
    await page.keyboard.press('Escape');
    await expect(list(page)).toBeFocused();
    expect(main.inputOf('chats.applyAction')).toBeUndefined();
  });
});

test.describe('several chats', () => {
  test('are checked by keys, stay checked while others arrive, and are closed at once', async ({ page }) => {
    await list(page).focus();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(bar(page)).toContainText('3 selected');
    main.inbox.change(200, { lastAt: Date.now() + 60_000, unreadCount: 1 });
    await expect(row(page, 200)).toBeVisible();
    await expect(bar(page)).toContainText('3 selected');
    await page.keyboard.press('s');
    const snooze = page.getByRole('dialog', { name: 'Snooze 3 chats' });
    await expect(snooze).toContainText('Each one comes back at the time you choose, or as soon as it gets a new text.');
    await page.keyboard.press('Escape');
    await expect(snooze).toHaveCount(0);
    await page.keyboard.press('e');
    await expect(toast(page)).toContainText('3 chats closed');
    await expect(bar(page)).toHaveCount(0);
    expect([1, 2, 3, 4].map(statusOf)).toEqual(['closed', 'closed', 'closed', 'active']);
  });

  test('are the whole list by Ctrl+A, as a scope, and deleted only after a question with its safe choice focused', async ({
    page,
  }) => {
    await list(page).focus();
    await page.keyboard.press('j');
    await page.keyboard.press('Control+a');
    await expect(bar(page)).toContainText('All 250 selected');
    await page.keyboard.press('Delete');
    await expect(page.getByRole('alertdialog', { name: 'Delete 250 chats?' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Keep them' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(bar(page)).toContainText('All 250 selected');
    expect(main.inputOf('chats.applyAction')).toBeUndefined();
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Delete 250 chats' }).click();
    await expect(toast(page)).toContainText('250 chats deleted');
    expect(main.inputOf('chats.applyAction')).toMatchObject({ target: { kind: 'scope', except: [] } });
  });

  test('have a bar that F6 reaches, the arrow keys walk, and Escape ends', async ({ page }) => {
    await list(page).focus();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    const close = bar(page).getByRole('button', { name: 'Close', exact: true });
    for (let step = 0; step < 8 && !(await close.evaluate((button) => button === document.activeElement)); step += 1)
      await page.keyboard.press('F6');
    await expect(close).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(bar(page).getByRole('button', { name: /^Mark as/ })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(bar(page)).toHaveCount(0);
    await expect(list(page)).toBeFocused();
  });

  test('have a menu for the rarer acts', async ({ page }) => {
    await list(page).focus();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowDown');
    await bar(page).getByRole('button', { name: 'More for the selected chats' }).click();
    await page.getByRole('menuitem', { name: /^Block/ }).click();
    await expect
      .poll(() => main.inputOf('chats.applyAction'))
      .toMatchObject({
        target: { kind: 'chats', chatIds: [1, 2] },
        action: { kind: 'block', isBlocked: true },
      });
  });
});
