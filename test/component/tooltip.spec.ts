import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { fillSmall } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';
import { openChat } from './sending-page.ts';

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillSmall(empty);
});

const tip = (page: Page) => page.locator('.ui-tooltip');
const attach = (page: Page) => page.getByRole('button', { name: 'Attach files' });
const newMessage = (page: Page) => page.getByRole('button', { name: 'New message' });

/** An open chat, with the focus in its composer; what the browser complains about is collected. */
async function openTom(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  await openChat(page, main.origin);
  return complaints;
}

/** In the second one, the composer that goes has the focus itself. */
const WAYS = {
  'has the focus': async (page: Page) => {
    await page.keyboard.press('Shift');
    await attach(page).focus();
  },
  'is pointed at': (page: Page) => attach(page).hover(),
} as const;

for (const [how, show] of Object.entries(WAYS))
  test(`a tooltip goes without a complaint with its button that ${how}, and the next one shows`, async ({ page }) => {
    const complaints = await openTom(page);
    await show(page);
    await expect(tip(page)).toContainText('Attach files');
    // The composer of the next chat is another one, and its button may be under the pointer.
    const former = await attach(page).elementHandle();
    await page.keyboard.press('Alt+ArrowDown');
    await expect(page.getByRole('region', { name: 'Chat with Tom Abara' })).toBeVisible();
    await expect.poll(() => former?.evaluate((button) => button.isConnected)).toBe(false);
    // Scrolling asks for the tooltip that opened last.
    await page.evaluate(() => document.body.dispatchEvent(new Event('scroll')));
    await newMessage(page).hover();
    await expect(tip(page)).toHaveCount(1);
    await expect(tip(page)).toContainText('New message');
    await newMessage(page).focus();
    await page.keyboard.press('Escape');
    await expect(tip(page)).toHaveCount(0);
    expect(complaints).toEqual([]);
  });

test('a button that gets the focus back from what a mouse closed shows no tooltip', async ({ page }) => {
  await openTom(page);
  const lists = page.getByRole('button', { name: 'Filters and sorting' });
  await page.getByRole('region', { name: /^Chat with/ }).click();
  await lists.focus();
  // A tooltip would be there with the frame after.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await tip(page).count()).toBe(0);
  await page.keyboard.press('Shift');
  await newMessage(page).focus();
  await expect(tip(page)).toContainText('New message');
});
