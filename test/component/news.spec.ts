import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { composer, fillSmall } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillSmall(empty);
});

const ofDeborah = { key: 'in:1', chatId: 1, phone: '447700900318', name: 'Deborah Okonkwo', at: 1 };
const ofTom = { key: 'in:2', chatId: 2, phone: '447700900319', name: 'Tom Abara', at: 2 };

test('a text in another chat is said politely; the open chat speaks for itself', async ({ page }) => {
  await page.goto(main.origin);
  await page.getByRole('option', { name: /^Deborah/ }).click();
  await expect(composer(page)).toBeFocused();
  const polite = page.locator('[aria-live="polite"]').filter({ hasText: 'New text from' });
  main.emit('messages.arrived', { items: [ofTom, ofDeborah] });
  await expect(polite).toHaveText('New text from Tom Abara');
  await expect(page.getByText('New text from Deborah')).toHaveCount(0);
});

test('the open chat is spoken of while something else is in front of it', async ({ page }) => {
  await page.goto(main.origin);
  await page.getByRole('option', { name: /^Deborah/ }).click();
  await expect(composer(page)).toBeFocused();
  await page.getByRole('button', { name: 'New message' }).first().click();
  await expect(composer(page)).toBeHidden();
  main.emit('messages.arrived', { items: [ofDeborah] });
  await expect(page.locator('[aria-live="polite"]').filter({ hasText: 'New text from Deborah' })).toHaveCount(1);
});
