import { expect, type Page } from '@playwright/test';
import { buildMessage, buildSend } from '#test/support/fake-bridge.ts';
import { test } from './fixtures.ts';
import { MINUTE_MS, fillSmall } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';
import { composer, openChat } from './sending-page.ts';
import { listRows } from '#test/support/full-counts.ts';

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillSmall(empty);
});

const section = (page: Page) => page.getByRole('region', { name: /Sending|Šéñðîñĝ/ });
async function openSettings(page: Page, search = ''): Promise<void> {
  await page.goto(`${main.origin}/${search}#/settings/sending`);
  await expect(section(page)).toBeVisible();
}

test('the time to undo, in words, is kept at once', async ({ page }) => {
  await openSettings(page);
  const hold = section(page).getByRole('combobox', { name: 'Undo send' });
  await expect(hold.locator('option')).toHaveText(['None, send immediately', '5 seconds', '10 seconds', '30 seconds']);
  await expect(hold).toHaveValue('5');
  await hold.selectOption('30 seconds');
  await expect.poll(() => main.settings.holdSeconds).toBe(30);
});

test('what Enter does changes in the box at once', async ({ page }) => {
  await openSettings(page);
  await section(page).getByRole('combobox', { name: 'Enter key' }).selectOption('Starts a new line');
  await expect(section(page)).toContainText('Shift+Enter sends, and so does Ctrl+Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('option').first().click();
  await composer(page).fill('One');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Two');
  await expect(composer(page)).toHaveValue('One\nTwo');
  await page.keyboard.press('Control+Enter');
  await expect(composer(page)).toHaveValue('');
});

test('one’s own reference is kept when the field is left, and what it may not hold is said at once', async ({
  page,
}) => {
  await openSettings(page);
  const field = section(page).getByRole('textbox', { name: 'Your reference' });
  await field.fill('north/desk');
  await expect(section(page).getByText('Letters, digits, spaces, - and _ only.')).toBeVisible();
  await field.press('Tab');
  expect(main.settings.ownReference).toBe('');
  await field.fill('north-desk 2');
  await field.press('Enter');
  await expect.poll(() => main.settings.ownReference).toBe('north-desk 2');
  await field.fill('other');
  await field.press('Escape');
  await expect(field).toHaveValue('north-desk 2');
  await expect(section(page)).toBeVisible();
});

test('what was not kept is put back and said in words', async ({ page }) => {
  main.settingsProblem = { code: 'disk', detail: null, fields: {}, retryAfterMs: null };
  await openSettings(page);
  const hold = section(page).getByRole('combobox', { name: 'Undo send' });
  await hold.selectOption('10 seconds');
  await expect(page.getByText(/^This wasn’t changed\. .*disk/)).toBeVisible();
  await expect(hold).toHaveValue('5');
});

test('what waits is counted, and its list opens and gives the focus back', async ({ page }) => {
  const ours = (id: string, state: 'queued' | 'checking' | 'refused') =>
    buildMessage({
      key: `send:${id}`,
      direction: 'out',
      text: `Text ${id}`,
      mark: 'waiting',
      at: Date.now() - 10 * MINUTE_MS,
      send: buildSend({ id, state }),
    });
  main.inbox.data.messages.set(1, [ours('a', 'queued'), ours('b', 'queued'), ours('c', 'checking')]);
  await openSettings(page);
  await expect(section(page)).toContainText('2 texts waiting, 1 unconfirmed');
  const show = section(page).getByRole('button', { name: 'Show' });
  await show.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Waiting to be sent' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(show).toBeFocused();
  main.inbox.data.messages.clear();
  main.inbox.emit('outbox.changed', {});
  await expect(section(page)).toContainText('Nothing: everything has been sent');
  await expect(show).toBeHidden();
});

test('in a narrow window the way there leaves the title where it is', async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 720 });
  await page.goto(`${main.origin}/#/settings`);
  await page.getByRole('button', { name: /^Settings\. Choose another section/ }).click();
  await page.getByRole('dialog', { name: 'Settings' }).getByText('Sending').click();
  await expect(section(page).getByRole('heading')).toBeInViewport();
  await expect(page.getByRole('button', { name: /^Settings\. Choose another section/ })).toBeInViewport({ ratio: 1 });
});

test('leads to the ledger', async ({ page }) => {
  await openSettings(page);
  await section(page).getByRole('button', { name: 'Open ledger' }).click();
  await expect(page.getByRole('heading', { name: 'Ledger' })).toBeVisible();
});

for (const [width, search] of listRows(
  [
    [1440, '?locale=en-XB'],
    [720, '?locale=en-XB'],
  ] as const,
  1,
)) {
  test(`fits ${String(width)} wide ${search}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await openSettings(page, search);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '130%'));
    const wide = await section(page).evaluate(
      (part) =>
        [...part.querySelectorAll('*')].filter(
          (element) => element.getBoundingClientRect().right > part.getBoundingClientRect().right + 1,
        ).length,
    );
    expect(wide).toBe(0);
  });
}

test('a text that is held stays as it is behind the settings', async ({ page }) => {
  main.inbox.sending.holdMs = 30_000;
  await openChat(page, main.origin);
  await composer(page).fill('One');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Sends in \d+ seconds?$/)).toBeVisible();
  await page.keyboard.press('Control+,');
  await page.locator('a[href="#/settings/sending"]').click();
  await expect(section(page)).toContainText('1 text waiting');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await expect(composer(page)).toHaveValue('One');
});
