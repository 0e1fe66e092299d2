import { expect, type Page } from '@playwright/test';
import { buildLedgerEntry, buildLedgerRow } from '#test/support/fake-ledger.ts';
import { test } from './fixtures.ts';
import { composer, fillLarge, messages, openInbox } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillLarge(empty);
});

const hash = (page: Page): string => decodeURIComponent(new URL(page.url()).hash);
const heading = (page: Page, person: number) =>
  page.getByRole('heading', { name: `Person ${String(person)}`, exact: true });
const openPerson = (page: Page, person: number): Promise<void> =>
  page.getByRole('option', { name: new RegExp(`^Person ${String(person)}[,.]`) }).click();

test.describe('a reload', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('keeps the list and the open chat, and leaves the composer without the focus', async ({ page }) => {
    await openInbox(page, main.origin, 3);
    await page.getByRole('tab', { name: 'Closed' }).click();
    await expect.poll(() => hash(page)).toBe('#/inbox/closed/chat/3');
    await page.reload();
    await expect(heading(page, 3)).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Closed' })).toHaveAttribute('aria-selected', 'true');
    await expect(composer(page)).not.toBeFocused();
  });

  test('keeps the message that the chat was opened at', async ({ page }) => {
    await page.goto(`${main.origin}/#/inbox/chat/1/message/in:250`);
    await expect(messages(page).getByText('Text 250.')).toBeInViewport();
    await page.reload();
    await expect(messages(page).getByText('Text 250.')).toBeInViewport();
  });

  test('keeps the page of the settings', async ({ page }) => {
    await page.goto(main.origin);
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Control+,');
    await page.getByRole('link', { name: 'Keyboard' }).click();
    await expect.poll(() => hash(page)).toBe('#/settings/keyboard');
    await page.reload();
    await expect(page.getByRole('link', { name: 'Keyboard' })).toHaveAttribute('aria-current', 'true');
    await expect(page.locator('#settings-keyboard')).toBeVisible();
  });

  test('keeps the text of the ledger', async ({ page }) => {
    main.inbox.settings.ledger = [buildLedgerEntry(buildLedgerRow({ sendId: 's9', text: 'Charged.' }))];
    await page.goto(`${main.origin}/#/settings/ledger/s9`);
    const detail = page.getByRole('complementary', { name: /^Text to/ });
    await expect(detail).toBeVisible();
    await page.reload();
    await expect(detail).toBeVisible();
    await detail.getByRole('button', { name: 'Close' }).first().click();
    await expect.poll(() => hash(page)).toBe('#/settings/ledger');
  });
});

test.describe('Back', () => {
  for (const [way, goBack] of [
    ['the browser', (page: Page) => page.evaluate(() => history.back())],
    ['Alt+Left', (page: Page) => page.keyboard.press('Alt+ArrowLeft')],
  ] as const) {
    test(`by ${way} leads through the chats and screens that the user went to`, async ({ page }) => {
      await openInbox(page, main.origin, 3);
      await openPerson(page, 5);
      await expect(heading(page, 5)).toBeVisible();
      await expect.poll(() => hash(page)).toBe('#/inbox/chat/5');
      await page.keyboard.press('Control+,');
      await expect.poll(() => hash(page)).toBe('#/settings/account');
      await goBack(page);
      await expect(heading(page, 5)).toBeVisible();
      await goBack(page);
      await expect(heading(page, 3)).toBeVisible();
      await goBack(page);
      await expect(page.getByRole('heading', { name: 'Person', exact: false })).toHaveCount(0);
      await page.keyboard.press('Alt+ArrowRight');
      await expect(heading(page, 3)).toBeVisible();
    });
  }

  test('leads to where a walk through the list began', async ({ page }) => {
    await openInbox(page, main.origin, 3);
    await page.keyboard.press('Control+,');
    await page.keyboard.press('Control+1');
    await openPerson(page, 5);
    await page.keyboard.press('Escape');
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('ArrowDown');
    await expect.poll(() => hash(page)).toBe('#/inbox/chat/8');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(heading(page, 3)).toBeVisible();
  });

  test('closes what lies over the window', async ({ page }) => {
    await openInbox(page, main.origin, 3);
    await openPerson(page, 5);
    await expect.poll(() => hash(page)).toBe('#/inbox/chat/5');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.evaluate(() => history.back());
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(heading(page, 3)).toBeVisible();
  });
});

test('an unknown address is the inbox', async ({ page }) => {
  await page.goto(`${main.origin}/#/attic/7`);
  await expect(page.getByRole('listbox', { name: 'Open chats' })).toBeFocused();
  await expect(page.getByRole('link', { name: /^Inbox/ })).toHaveAttribute('aria-current', 'page');
});

test('the address of a chat that is gone says so, and is the inbox', async ({ page }) => {
  await page.goto(`${main.origin}/#/inbox/chat/999`);
  await expect(page.getByText('This chat is no longer on this computer.').first()).toBeVisible();
  await expect.poll(() => hash(page)).toBe('#/inbox');
});

test.describe('one pane at a time', () => {
  test.use({ viewport: { width: 400, height: 700 } });

  test('Back leads from the open chat and from a new message to the list', async ({ page }) => {
    const list = page.getByRole('listbox', { name: 'Open chats' });
    await openInbox(page, main.origin, 3);
    await page.evaluate(() => history.back());
    await expect(list).toBeFocused();
    await expect(composer(page)).toBeHidden();
    await page.getByRole('button', { name: 'New message' }).click();
    await expect(page.getByRole('combobox', { name: 'To' })).toBeFocused();
    await page.evaluate(() => history.back());
    await expect(list).toBeFocused();
  });

  test('Alt+Left leads to the list from a chat that an address opened', async ({ page }) => {
    await page.goto(`${main.origin}/#/inbox/chat/3`);
    await expect(heading(page, 3)).toBeVisible();
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(page.getByRole('listbox', { name: 'Open chats' })).toBeFocused();
  });
});
