import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { fillLarge, messages, openInbox } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';

test.use({ viewport: { width: 1280, height: 800 } });

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillLarge(empty);
});

const to = (page: Page): Locator => page.getByRole('combobox', { name: 'To' });
const row = (page: Page, name: RegExp): Locator => messages(page).getByRole('listitem', { name });

test.describe('Esc from a new message', () => {
  for (const key of ['f', 'n']) {
    test(`that ${key} began on a message leads back to that message`, async ({ page }) => {
      await openInbox(page, main.origin);
      await row(page, /Text 398\./).focus();
      await page.keyboard.press(key);
      await expect(to(page)).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(row(page, /Text 398\./)).toBeFocused();
      await expect(row(page, /Text 398\./)).toBeInViewport();
    });
  }

  test('that was begun in the list leads back there', async ({ page }) => {
    await openInbox(page, main.origin, 3);
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await expect(to(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox', { name: 'Open chats' })).toBeFocused();
  });

  for (const [name, chord, address] of [
    ['the contacts', 'Control+2', /#\/contacts/],
    ['the scheduled texts', 'Control+3', /#\/scheduled/],
  ] as const) {
    test(`that was begun in ${name} leads back there`, async ({ page }) => {
      await openInbox(page, main.origin, 3);
      await page.keyboard.press(chord);
      await expect(page).toHaveURL(address);
      await page.keyboard.press('n');
      await expect(to(page)).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page).toHaveURL(address);
      await expect(to(page)).toBeHidden();
      await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
      await page.keyboard.press('Control+1');
      await expect(page.getByRole('heading', { name: 'Person 3', exact: true })).toBeVisible();
    });
  }

  test('that its own button closes leads back as well', async ({ page }) => {
    await openInbox(page, main.origin, 3);
    await page.keyboard.press('Control+3');
    await page.getByRole('button', { name: 'Schedule', exact: true }).first().click();
    await expect(to(page)).toBeFocused();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(page).toHaveURL(/#\/scheduled/);
  });
});
