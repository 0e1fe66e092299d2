import { expect, type Locator, type Page } from '@playwright/test';
import { buildMessage } from '#test/support/fake-bridge.ts';
import { storePageKey } from '#test/support/page-key.ts';
import { test } from './fixtures.ts';
import { messages, openInbox, fillLarge } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';
import { LoopbackServer } from './loopback-server.ts';

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillLarge(empty);
  const said = ['Can he have his breakfast?', 'Just water.', 'See you at ten.'];
  const at = Date.UTC(2025, 10, 20, 9, 52);
  main.inbox.data.messages.set(
    2,
    said.map((text, index) => buildMessage({ key: `in:${String(index)}`, text, at: at + index })),
  );
});

const menu = (page: Page): Locator => page.getByRole('menu', { name: 'More for this message' });
const row = (page: Page, name: RegExp): Locator => messages(page).getByRole('listitem', { name });

test.describe('what stands beside a message', () => {
  test('is where somebody is: at the message pointed at, and at the one that Tab goes to', async ({ page }) => {
    await openInbox(page, main.origin, 2);
    const button = (name: RegExp): Locator => row(page, name).getByRole('button', { name: 'More for this message' });
    await expect(button(/breakfast/)).toHaveCount(0);
    await row(page, /breakfast/).hover();
    await expect(button(/breakfast/)).toHaveCount(1);
    await row(page, /Just water/).hover();
    await expect(button(/breakfast/)).toHaveCount(0);
    await button(/Just water/).click();
    await expect(menu(page)).toBeVisible();
    await page.mouse.move(1, 1);
    await expect(button(/Just water/)).toHaveCount(1);
    await page.keyboard.press('Escape');
    await row(page, /breakfast/).hover();
    // It has the focus, so Tab goes to its button, wherever the pointer is.
    await expect(row(page, /Just water/)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(button(/Just water/)).toBeFocused();
  });

  test('keeps the focus, whatever comes', async ({ page }) => {
    await openInbox(page, main.origin, 2);
    const last = row(page, /See you at ten/);
    await last.focus();
    await page.keyboard.press('Tab');
    const button = last.getByRole('button', { name: 'More for this message' });
    await expect(button).toBeFocused();
    main.inbox.arrive(2, buildMessage({ key: 'in:4', text: 'One more thing.', at: Date.now() }));
    await expect(row(page, /One more thing/)).toBeVisible();
    await expect(button).toBeFocused();
  });

  test('is of the message that was clicked, for the keys as well', async ({ page }) => {
    await openInbox(page, main.origin, 2);
    await row(page, /Just water/).click();
    await expect(row(page, /Just water/)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(row(page, /breakfast/)).toBeFocused();
  });

  test('lets the arrow keys walk on from its message', async ({ page }) => {
    await openInbox(page, main.origin, 2);
    await row(page, /Just water/).focus();
    await page.keyboard.press('Tab');
    await expect(row(page, /Just water/).getByRole('button', { name: 'More for this message' })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(row(page, /breakfast/)).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await expect(row(page, /Just water/)).toBeFocused();
  });

  test('comes by a tap as well', async ({ browser }) => {
    const context = await browser.newContext({ hasTouch: true, viewport: { width: 1440, height: 900 } });
    await storePageKey(context, main.origin, LoopbackServer.KEY);
    const page = await context.newPage();
    await openInbox(page, main.origin, 2);
    await row(page, /breakfast/)
      .getByText('Can he have his breakfast?')
      .tap();
    await row(page, /breakfast/)
      .getByRole('button', { name: 'More for this message' })
      .tap();
    await expect(menu(page)).toBeVisible();
    await context.close();
  });
});
