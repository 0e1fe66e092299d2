import { expect, type Page } from '@playwright/test';
import { buildContactRow } from '#test/support/fake-contacts.ts';
import { test } from './fixtures.ts';
import { composer, openInbox, fillLarge } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillLarge(empty);
});

const list = (page: Page) => page.getByRole('listbox', { name: 'Open chats' });

test.describe('one pane at a time', () => {
  test.use({ viewport: { width: 400, height: 700 } });

  for (const [way, goBack] of [
    ['its button', (page: Page) => page.getByRole('button', { name: /^Back to/ }).click()],
    ['Esc', (page: Page) => page.keyboard.press('Escape')],
    ['Alt+Left', (page: Page) => page.keyboard.press('Alt+ArrowLeft')],
  ] as const) {
    test(`an open chat has the whole room, and ${way} leads back to its row`, async ({ page }) => {
      await openInbox(page, main.origin, 3);
      await expect(list(page)).toBeHidden();
      await goBack(page);
      await expect(list(page)).toBeFocused();
      await expect(composer(page)).toBeHidden();
      await expect(page.getByRole('option', { name: /^Person 3[,.]/ })).toBeInViewport();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Person 3' })).toBeVisible();
      await expect(composer(page)).toBeFocused();
    });
  }

  test('the list is where it was when one comes back', async ({ page }) => {
    await page.goto(main.origin);
    await list(page).evaluate((box) => box.scrollTo({ top: 3_000 }));
    await expect(page.getByRole('option', { name: /^Person 54[,.]/ })).toBeInViewport();
    await page.getByRole('option', { name: /^Person 54[,.]/ }).click();
    await expect(composer(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(list(page)).toBeFocused();
    expect(Math.abs((await list(page).evaluate((box) => box.scrollTop)) - 3_000)).toBeLessThan(80);
  });

  test('a new message has the whole room, and leads back as well', async ({ page }) => {
    await page.goto(main.origin);
    await page.getByRole('button', { name: 'New message' }).click();
    await expect(page.getByRole('combobox', { name: 'To' })).toBeFocused();
    await expect(list(page)).toBeHidden();
    await page.getByRole('button', { name: 'Back to chats' }).click();
    await expect(list(page)).toBeFocused();
  });

  test('the screen that comes back, or the palette that closes, leaves the focus in a new message', async ({
    page,
  }) => {
    const to = page.getByRole('combobox', { name: 'To', exact: true });
    await page.goto(main.origin);
    await page.getByRole('button', { name: 'New message' }).click();
    await page.keyboard.press('Control+3');
    await expect(page.getByRole('heading', { name: 'Upcoming' })).toBeVisible();
    await page.keyboard.press('Control+1');
    await expect(to).toBeFocused();
    await page.keyboard.press('Control+3');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await page.keyboard.press('Control+1');
    await expect(to).toBeFocused();
  });

  test('nobody has read what was not on screen', async ({ page }) => {
    main.inbox.change(3, { unreadCount: 2 });
    await openInbox(page, main.origin, 3);
    await expect
      .poll(() => main.inputOf('chats.applyAction'))
      .toMatchObject({ action: { kind: 'read', isRead: true } });
    await page.keyboard.press('Escape');
    await expect(list(page)).toBeFocused();
    main.inbox.change(3, { unreadCount: 1 });
    await expect(page.getByRole('option', { name: /^Person 3, 1 unread/ })).toBeVisible();
  });

  test('what stops the work is told beside the list as well as beside the chat', async ({ page }) => {
    await page.goto(main.origin);
    await expect(list(page)).toBeVisible();
    main.changeStatus({ link: 'unauthorized' });
    const banner = page.locator('.banner').and(page.locator(':visible'));
    await expect(banner).toHaveCount(1);
    await expect(banner).toBeInViewport();
    await page.getByRole('option', { name: /^Person 1[,.]/ }).click();
    await expect(composer(page)).toBeFocused();
    await expect(banner).toHaveCount(1);
    await expect(banner).toBeInViewport();
  });

  test('a small header keeps the name, and search and panel are in its menu', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await openInbox(page, main.origin, 3);
    const name = page.getByRole('heading', { name: 'Person 3' });
    expect(await name.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
    const more = page.getByRole('button', { name: 'More for Person 3' });
    await more.press('Enter');
    await page.getByRole('menuitem', { name: /^Contact panel/ }).press('Enter');
    const panel = page.getByRole('dialog', { name: 'Contact' });
    await expect(panel).toBeVisible();
    await expect.poll(() => panel.evaluate((one) => one.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(more).toBeFocused();
    await more.press('Enter');
    await page.getByRole('menuitem', { name: /^Find in this chat/ }).press('Enter');
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(more).toBeFocused();
  });

  test('what was done is told beside the list, with its undo', async ({ page }) => {
    await page.goto(main.origin);
    await list(page).focus();
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('option', { name: /^Person 1[,.]/ })).toBeVisible();
  });

  test('F6 walks what is on screen', async ({ page }) => {
    await openInbox(page, main.origin, 2);
    const places = new Set<string>();
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('F6');
      places.add(await page.evaluate(() => document.activeElement?.closest('nav, main, section')?.tagName ?? 'none'));
      expect(await page.evaluate(() => document.activeElement?.closest('#chat-list') === null)).toBe(true);
    }
    expect(places.size).toBeGreaterThan(1);
  });
});

test('an open chat is taken along when the window becomes narrow and wide again', async ({ page }) => {
  await page.setViewportSize({ width: 1_280, height: 800 });
  await openInbox(page, main.origin, 2);
  await page.setViewportSize({ width: 600, height: 800 });
  await expect(list(page)).toBeHidden();
  await expect(composer(page)).toBeFocused();
  await page.setViewportSize({ width: 1_280, height: 800 });
  await expect(list(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Person 2' })).toBeVisible();
});

for (const doing of ['reading', 'answering', 'writing', 'nothing'] as const) {
  test(`Ctrl 1 leads to what is on screen however wide the window has become: ${doing}`, async ({ page }) => {
    main.inbox.contacts.rows = [buildContactRow({ id: 1, name: 'Tom Abara' })];
    const widths = [1_440, 720, 480, 1_440, 480];
    await page.setViewportSize({ width: 1_440, height: 800 });
    if (doing === 'nothing') {
      await page.goto(main.origin);
      await expect(list(page)).toBeFocused();
    }
    if (doing !== 'nothing') await openInbox(page, main.origin, 2);
    if (doing === 'reading') await list(page).focus();
    if (doing === 'writing') await page.getByRole('button', { name: 'New message' }).click();
    for (const width of widths) {
      for (const isResizedAway of [true, false]) {
        await page.keyboard.press('Control+2');
        await expect(page.getByRole('grid')).toBeFocused();
        if (isResizedAway) await page.setViewportSize({ width, height: 800 });
        await page.keyboard.press('Control+1');
        const focused = page.locator('.inbox :focus');
        await expect(focused, `${String(width)} px wide`).toBeVisible();
      }
    }
  });
}
