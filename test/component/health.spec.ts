import { expect, type Locator, type Page } from '@playwright/test';
import type { HealthView } from '#shared/contract/index.ts';
import { toProblem } from '#test/support/fake-bridge.ts';
import { test } from './fixtures.ts';
import { fillSmall } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';
import { listRows } from '#test/support/full-counts.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillSmall(empty);
  main.inbox.settings.health = buildHealth(100, 50);
});

const section = (page: Page): Locator => page.getByRole('region', { name: 'Health', exact: true });
const asked = (name: string): number => main.asked.filter((frame) => frame.name === name).length;

function buildHealth(chatsWithGaps: number, arrivals: number): HealthView {
  const now = Date.now();
  return {
    unread: { here: 3, atService: 4, askedAt: now - 120_000 },
    lastSyncedAt: now - 4_000,
    clockSkewMs: 7 * MINUTE_MS,
    chats: {
      count: 812,
      completeCount: 812 - chatsWithGaps,
      withGaps: Array.from({ length: chatsWithGaps }, (_, index) => ({
        chatId: index + 1,
        phone: '447700900318',
        name: `Person ${String(index + 1)}`,
        gaps: [{ fromAt: now - (index + 2) * HOUR_MS, toAt: now - (index + 1) * HOUR_MS }],
      })),
      historyFromAt: null,
      isWhole: true,
    },
    arrivals: {
      sinceAt: now - 24 * HOUR_MS,
      byCallback: { count: 1_204, medianLagMs: 640 },
      byPoll: { count: 31, medianLagMs: 9_400 },
      healedCount: 2,
      latest: Array.from({ length: arrivals }, (_, index) => ({
        key: `in:${String(index)}`,
        letter: '',
        chatId: 1,
        phone: '447700900318',
        name: `Person ${String(index)}`,
        happenedAt: now - index * MINUTE_MS - 640,
        seenAt: now - index * MINUTE_MS,
        via: 'callback' as const,
      })),
    },
    callbacks: { waiting: 1, confirmed: 1_203, refuted: 2 },
    sweeps: [
      { task: 'contacts', doneAt: now - 12 * MINUTE_MS, everyMs: 6 * HOUR_MS },
      { task: 'messages.inbound', doneAt: null, everyMs: 24 * HOUR_MS },
    ],
  };
}

async function open(page: Page, search = ''): Promise<void> {
  await page.goto(`${main.origin}/${search}`);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Control+,');
  await page.locator('a[href="#/settings/health"]').click();
  await expect(page.locator('#settings-health dl')).toBeVisible();
}

test('says how complete it is, how news came, and how old each reading is', async ({ page }) => {
  await open(page);
  await expect(section(page)).toContainText('712 of 812 complete');
  await expect(section(page)).toContainText('Complete since the account was created');
  await expect(section(page)).toContainText('3 on this computer, 4 on the service, checked 2 minutes ago');
  await expect(section(page)).toContainText('7 minutes behind the service’s clock');
  await expect(section(page).getByRole('row', { name: /^Live updates/ })).toHaveText(/1,204\s*640 ms/);
  await expect(section(page).getByRole('row', { name: /^Regular checks/ })).toHaveText(/31\s*9\.4 s/);
  await expect(section(page)).toContainText('Regular checks found 2 updates that live updates missed');
  await expect(section(page)).toContainText(/Contacts\s*12 minutes ago\s*At least every 6 hours/);
  await expect(section(page)).toContainText('1,203 confirmed, 1 waiting, 2 unknown to the service');
});

test('shows a few of many chats and news, and all on request', async ({ page }) => {
  await open(page);
  const gaps = section(page).getByRole('button', { name: /^Load messages in the chat with/ });
  await expect(gaps).toHaveCount(10);
  await section(page).getByRole('button', { name: 'Show all 100' }).click();
  await expect(gaps).toHaveCount(100);
  const news = section(page).getByRole('region', { name: 'Latest updates' }).getByRole('row');
  await expect(news).toHaveCount(11);
  await section(page).getByRole('button', { name: 'Show all 50' }).click();
  await expect(news).toHaveCount(51);
});

test('has a gap read from the service, says why that failed, and shows that it is gone', async ({ page }) => {
  main.inbox.settings.health = buildHealth(1, 0);
  await open(page);
  const load = section(page).getByRole('button', { name: /^Load messages in the chat with Person 1: Between/ });
  main.inbox.fail('messages.fillGap', toProblem('offline'));
  await load.click();
  await expect(section(page).getByRole('alert')).toHaveText(
    'Not loaded. You’re offline. Try again once you’re back online.',
  );
  main.inbox.fail('messages.fillGap', null);
  main.inbox.settings.health = buildHealth(0, 0);
  await load.click();
  await expect(section(page)).toContainText('No known gaps.');
  await expect(section(page)).toContainText('All 812 chats are complete');
});

test('starts a check of everything', async ({ page }) => {
  await open(page);
  await section(page).getByRole('button', { name: 'Check now' }).click();
  await expect.poll(() => asked('sync.checkEverything')).toBe(1);
});

test('says that it could not be read, and tries again', async ({ page }) => {
  main.inbox.fail('health.get', toProblem('disk'));
  await page.goto(main.origin);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Control+,');
  await page.locator('a[href="#/settings/health"]').click();
  await expect(section(page)).toContainText('This couldn’t be read from disk.');
  main.inbox.fail('health.get', null);
  await section(page).getByRole('button', { name: 'Try again' }).click();
  await expect(section(page)).toContainText('712 of 812 complete');
});

for (const { width, textSize, search } of listRows(
  [
    { width: 1440, textSize: '130%', search: '?locale=en-XB' },
    { width: 1440, textSize: '200%', search: '?locale=en-XB' },
  ],
  1,
)) {
  test(`fits ${String(width)} wide with text at ${textSize}${search}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 });
    await open(page, search);
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, textSize);
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.scroll, #settings-health .card *')]
        .filter(
          (box) =>
            box.scrollWidth > box.clientWidth + 1 && !['inline', 'block'].includes(getComputedStyle(box).overflowX),
        )
        .filter((box) => getComputedStyle(box).overflowX === 'visible' && getComputedStyle(box).display !== 'inline')
        .filter((box) => box.closest('table, caption') === null)
        .map((box) => `${box.tagName} ${box.className}`),
    );
    expect(cut).toEqual([]);
  });
}
