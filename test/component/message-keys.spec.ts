import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { fillLarge, messages, openInbox } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';
import { untilStill } from './wait-until-still.ts';
import { listRows } from '#test/support/full-counts.ts';

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillLarge(empty);
});

const focused = (page: Page): Locator => messages(page).locator('[data-key]:focus');

/** The number in the text of the message that has the focus; NaN where none has it. */
async function readFocused(page: Page): Promise<number> {
  return await page.evaluate(() => Number(/Text (\d+)\./.exec(document.activeElement?.textContent ?? '')?.[1]));
}

test.describe('Home in the messages', () => {
  test('leads to the first one that is loaded, and keeps the focus there while older ones come', async ({ page }) => {
    await openInbox(page, main.origin);
    const release = main.inbox.hold('messages.list');
    await messages(page).getByRole('listitem').last().focus();
    await page.keyboard.press('Home');
    await untilStill(page);
    const first = await readFocused(page);
    expect(first).toBeLessThan(400);
    release();
    await untilStill(page);
    expect(await readFocused(page)).toBe(first);
    await expect(focused(page)).toBeInViewport();
  });

  test('pressed again leads further up, to the beginning of the chat', async ({ page }) => {
    await openInbox(page, main.origin);
    await messages(page).getByRole('listitem').last().focus();
    let last = 400;
    while (last > 1) {
      await page.keyboard.press('Home');
      await untilStill(page);
      const now = await readFocused(page);
      expect(now).toBeLessThan(last);
      last = now;
    }
    // What is above the first one is in view as well.
    await expect.poll(() => messages(page).evaluate((box) => box.scrollTop)).toBe(0);
  });
});

for (const [key, start] of listRows(
  [
    ['PageUp', 'last'],
    ['PageDown', 'first'],
  ] as const,
  1,
)) {
  test(`${key} in the messages moves the focus to one that is in view then`, async ({ page }) => {
    await openInbox(page, main.origin);
    await messages(page).getByRole('listitem').last().focus();
    if (start === 'first') await page.keyboard.press('Home');
    await untilStill(page);
    let last = await readFocused(page);
    for (let press = 0; press < 6; press += 1) {
      await page.keyboard.press(key);
      await untilStill(page);
      const now = await readFocused(page);
      expect(Math.sign(now - last)).toBe(start === 'last' ? -1 : 1);
      expect(Math.abs(now - last)).toBeLessThan(12);
      await expect(focused(page)).toBeInViewport({ timeout: 1 });
      last = now;
    }
  });
}

test('the menu of a message that is scrolled out of sight brings it back', async ({ page }) => {
  await openInbox(page, main.origin);
  const last = messages(page).getByRole('listitem').last();
  await last.focus();
  await messages(page).hover();
  await page.mouse.wheel(0, -2_000);
  await expect(last).not.toBeInViewport();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menu', { name: 'More for this message' })).toBeVisible();
  await expect(last).toBeInViewport();
});
