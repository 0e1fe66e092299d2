import type { Page } from '@playwright/test';
import { findRow, messages, openSettings } from './support/inbox-page.ts';
import { expect, test } from './support/fixtures.ts';
import { steerService } from './support/programs.ts';
import { listConversation, readNumber } from './support/service-state.ts';

const DEBORAH = '447700900318';
const SLOW = ['/messages', '/replies'].map((path) => ({ kind: 'delay', delayMs: 2_000, path }));

// So slow and so much that the history is still being read when it is paused.
test.use({ serviceArgs: ['--chats', '2', '--messages', '2000', '--faults', JSON.stringify(SLOW)] });

test('a gap in a thread is named, and “Load” fills it with every message in its order', async ({ inbox, service }) => {
  const data = await openSettings(inbox, 'Data on this computer');
  await data.getByRole('button', { name: 'Pause' }).click();
  await expect(data).toContainText('Paused.');
  await steerService(service.account, 'POST faults', { faults: [] });
  await inbox.keyboard.press('Escape');
  await findRow(inbox, /^Deborah Okonkwo/).click();
  await expect(messages(inbox).getByRole('listitem').last()).toBeVisible();
  await jumpTo(inbox, 120);
  await scrollToGap(inbox);

  const { chat } = await readNumber(service.account, DEBORAH);
  const keys = (await listConversation(service.account, chat.id)).map(({ key }) => key);
  let before: readonly string[] = [];
  // What is below the gap may not be in the page yet.
  await expect(async () => {
    await inbox.mouse.wheel(0, 60);
    before = await listKeys(inbox);
    expect(keys.join(' ')).not.toContain(before.join(' '));
  }).toPass();
  const load = messages(inbox).getByRole('button', { name: 'Load', exact: true });
  await load.first().click();
  // The row that was looked at stays where it is, so what came is above it: gone to once more.
  await jumpTo(inbox, 120);
  await expect(async () => {
    // Texts in and out are read apart: where one was read further than the other, there are two gaps.
    if ((await load.count()) > 0) await load.first().click({ timeout: 1_000 });
    expect(await findGaps(inbox).count()).toBe(0);
    const shown = await listKeys(inbox);
    expect(shown.filter((key) => !before.includes(key))).not.toEqual([]);
    expect(keys.join(' ')).toContain(shown.join(' '));
  }).toPass();
});

const findGaps = (page: Page) => messages(page).getByText(/^Messages between .* and .* may be missing here$/);

/** A jump ends at its day, which may be all that fits: the gap is the row below. */
async function scrollToGap(page: Page): Promise<void> {
  await messages(page).hover();
  await expect(async () => {
    await page.mouse.wheel(0, 150);
    await expect(findGaps(page).first()).toBeInViewport({ timeout: 1_000 });
  }).toPass();
}

/** The messages in the page, from top to bottom; notes and calls left out. */
async function listKeys(page: Page): Promise<string[]> {
  const keys = await messages(page)
    .locator('[data-key]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-key') ?? ''));
  return keys.filter((key) => /^(in|out):/.test(key));
}

async function jumpTo(page: Page, daysAgo: number): Promise<void> {
  await page.keyboard.press('Control+g');
  const dialog = page.getByRole('dialog', { name: 'Jump to date' });
  await dialog.getByLabel('Date').fill(new Date(Date.now() - daysAgo * 86_400_000).toLocaleDateString('sv'));
  await dialog.getByRole('button', { name: 'Jump' }).click();
  await expect(dialog).toBeHidden();
}
