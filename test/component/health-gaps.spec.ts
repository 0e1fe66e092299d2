import { expect, type Locator, type Page } from '@playwright/test';
import type { MessageView } from '#shared/contract/index.ts';
import { toProblem } from '#test/support/fake-bridge.ts';
import { test } from './fixtures.ts';
import { heightOf, messages, movedBy, openInbox, readPlace, scrollTo, fillLarge } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';
import { untilStill } from './wait-until-still.ts';
import { listRows } from '#test/support/full-counts.ts';

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillLarge(empty);
});

const sentence = /^Messages between .* and .* may be missing here$/;
const gap = (page: Page): Locator => messages(page).getByText(sentence);
const load = (page: Page): Locator => messages(page).getByRole('button', { name: 'Load', exact: true });

/** Takes messages of the first person away, so that only the service has them: `count` of them, `fromEnd` from the newest. */
function hide(fromEnd: number, count: number): MessageView {
  const all = main.inbox.data.messages.get(1) ?? [];
  const start = all.length - fromEnd - count;
  main.inbox.data.missing.set(1, all.slice(start, start + count));
  main.inbox.data.messages.set(1, [...all.slice(0, start), ...all.slice(start + count)]);
  const below = all[start + count];
  if (below === undefined) throw new Error('there is nothing below');
  return below;
}

/** The row of the gap in the middle of what is on screen. */
async function show(page: Page): Promise<void> {
  for (let turns = 0; turns < 40 && !(await gap(page).isVisible()); turns += 1) {
    await scrollTo(page, (await messages(page).evaluate((box) => box.scrollTop)) - 400);
  }
  await gap(page).evaluate((line) => line.scrollIntoView({ block: 'center' }));
  await untilStill(page);
}

for (const count of listRows([3, 120], 0)) {
  test(`${String(count)} missing messages come above the one below, which stays where it is`, async ({ page }) => {
    const below = hide(15, count);
    await openInbox(page, main.origin);
    await untilStill(page);
    await show(page);
    const row = messages(page).locator(`[data-key="${below.key}"] .bubble`);
    const before = await row.boundingBox();
    await load(page).click();
    await expect(gap(page)).toHaveCount(0);
    await untilStill(page);
    const after = await row.boundingBox();
    expect(Math.abs((after?.y ?? Number.NaN) - (before?.y ?? 0))).toBeLessThanOrEqual(1);
    // The button is gone: the message that it stood above has the focus.
    await expect(messages(page).locator(`[data-key="${below.key}"]`)).toBeFocused();
  });
}

test('what somebody reads further down stays where it is while a gap above is filled', async ({ page }) => {
  hide(20, 40);
  await openInbox(page, main.origin);
  await untilStill(page);
  await scrollTo(page, (await heightOf(page)) - 1_600);
  const place = await readPlace(page);
  const filled = main.inbox.data.missing.get(1)?.at(0)?.at ?? 0;
  await main.inbox.request('messages.fillGap', { chatId: 1, fromAt: filled, toAt: Date.now() });
  await expect.poll(() => main.asked.filter(({ name }) => name === 'messages.list').length).toBeGreaterThan(1);
  expect(await movedBy(page, place)).toBeLessThanOrEqual(1);
});

test('is read and loaded by keys alone, and says why it failed', async ({ page }) => {
  const below = hide(3, 5);
  main.inbox.fail('messages.fillGap', toProblem('offline'));
  await openInbox(page, main.origin);
  await untilStill(page);
  await messages(page).getByRole('listitem').last().focus();
  for (let steps = 0; steps < 2; steps += 1) await page.keyboard.press('ArrowUp');
  const row = messages(page).locator(`[data-key="${below.key}"]`);
  await expect(row).toBeFocused();
  await expect(row).toHaveAccessibleName(/^Messages between .* may be missing here\. /);
  await page.keyboard.press('Tab');
  await expect(load(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(messages(page).getByRole('alert')).toHaveText(
    'They couldn’t be loaded. You’re offline. Try again once you’re back online.',
  );
  const again = messages(page).getByRole('button', { name: 'Try again' });
  await expect(again).toBeFocused();
  const release = main.inbox.hold('messages.fillGap');
  main.inbox.fail('messages.fillGap', null);
  await page.keyboard.press('Enter');
  await expect(messages(page).getByRole('button', { name: 'Loading' })).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(gap(page)).toHaveCount(0);
  await expect(row).toBeFocused();
});
