/** What changes by itself is said once, keeps the focus in the window, and keeps words whole. */
import { expect, type Locator, type Page } from '@playwright/test';
import { buildChat, buildMessage, buildSend } from '#test/support/fake-bridge.ts';
import { signedOut } from '#test/support/session-views.ts';
import { test } from './fixtures.ts';
import { MINUTE_MS, fillSmall } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillSmall(empty);
});

/** A text whose answer got lost nine minutes ago. */
function lose(id: string) {
  const now = Date.now();
  const check = {
    lostAt: now - 9 * MINUTE_MS,
    looks: 2,
    lastLookAt: now - MINUTE_MS,
    nextLookAt: now + 5 * MINUTE_MS,
    finding: 'not-there' as const,
    readBackTo: now - 60 * MINUTE_MS,
    readSends: true,
    alike: [],
  };
  const send = buildSend({ id, state: 'checking', attempts: 1, check });
  const base = { key: `send:${id}`, direction: 'out', text: `Text ${id}`, mark: 'waiting' } as const;
  return buildMessage({ ...base, at: now - 10 * MINUTE_MS, send });
}
const takeAway = (): void =>
  main.changeStatus({ link: 'offline', since: Date.now(), lastSyncedAt: Date.now() - 4 * MINUTE_MS });
const row = (page: Page, name: string): Locator => page.getByRole('option', { name: new RegExp(`^${name}`) });
const region = (page: Page, name: string): Locator => page.getByRole('region', { name: `Chat with ${name}` });
const message = (page: Page): Locator => page.locator('.thread-item');

/** Collects what a screen reader is told from now on. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  const heard = await page.evaluateHandle(() => {
    const words: string[] = [];
    const seen = new MutationObserver(() => {
      for (const live of document.querySelectorAll('[aria-live]')) {
        const text = live.textContent.trim();
        if (text !== '') words.push(text);
      }
    });
    for (const live of document.querySelectorAll('[aria-live]')) {
      seen.observe(live, { childList: true, characterData: true, subtree: true });
    }
    return words;
  });
  return () => heard.jsonValue();
}

test('an outage is spoken of once, whichever chats are opened meanwhile', async ({ page }) => {
  await page.goto(main.origin);
  await row(page, 'Deborah').click();
  await expect(region(page, 'Deborah Okonkwo')).toBeVisible();
  const heard = await listen(page);
  takeAway();
  await expect(page.getByText('You’re offline.', { exact: true }).first()).toBeVisible();
  await expect.poll(heard).toEqual(['You’re offline.']);
  await row(page, 'Tom').click();
  await expect(region(page, 'Tom Abara').getByText('You’re offline.')).toBeVisible();
  await row(page, 'Deborah').click();
  await expect(region(page, 'Deborah Okonkwo').getByText('You’re offline.')).toBeVisible();
  expect(await heard()).toEqual(['You’re offline.']);
});

test('a banner that goes leaves the focus on its sheet, where no key sends anything', async ({ page }) => {
  takeAway();
  await page.goto(main.origin);
  await row(page, 'Deborah').click();
  await page.getByRole('button', { name: 'Try now' }).focus();
  main.changeStatus({ link: 'online', since: Date.now(), lastSyncedAt: Date.now() });
  await expect(page.getByRole('button', { name: 'Try now' })).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main')).not.toBeFocused();
  expect(await page.evaluate(() => document.activeElement?.closest('main') === null)).toBe(false);
  await expect(page.getByRole('main')).not.toHaveAttribute('tabindex');
});

test('a message that is removed leaves the focus with its neighbour', async ({ page }) => {
  main.inbox.data.messages.set(1, [
    buildMessage({ key: 'in:1', text: 'Before', at: Date.now() - 20 * MINUTE_MS }),
    lose('a'),
  ]);
  await page.goto(main.origin);
  await row(page, 'Deborah').click();
  await page.getByRole('button', { name: 'Remove' }).focus();
  await page.keyboard.press('Enter');
  await expect(message(page)).toHaveCount(1);
  await expect(message(page)).toBeFocused();
});

for (const search of ['', '?locale=en-XB']) {
  test(`what is known of a lost answer stands below its state, at the same edge ${search}`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    main.inbox.data.messages.set(1, [lose('a')]);
    await page.goto(`${main.origin}/${search}`);
    await row(page, 'Deborah').click();
    await expect(page.locator('.meta .why')).toBeVisible();
    const [state, lines] = await page.locator('.meta').evaluate((meta) => {
      const range = document.createRange();
      range.selectNodeContents(meta.querySelector('.why') ?? meta);
      const own = (meta.querySelector('.state') ?? meta).getBoundingClientRect();
      return [own.toJSON() as DOMRect, [...range.getClientRects()].map((line) => line.toJSON() as DOMRect)] as const;
    });
    expect(Math.min(...lines.map(({ top }) => top))).toBeGreaterThanOrEqual(state.bottom);
    const isMirrored = search !== '';
    const edge = isMirrored ? Math.min(...lines.map(({ left }) => left)) : Math.max(...lines.map(({ right }) => right));
    expect(Math.abs(edge - (isMirrored ? state.left : state.right))).toBeLessThanOrEqual(2);
  });
}

for (const width of [1440, 720]) {
  test(`the open chat has its time where the others have theirs, ${width} wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 640 });
    await page.goto(main.origin);
    await row(page, 'Deborah').click();
    const findEnd = async (name: string): Promise<number> => {
      const box = await row(page, name).locator('.time').boundingBox();
      return Math.round((box?.x ?? 0) + (box?.width ?? 0));
    };
    expect(await findEnd('Deborah')).toBe(await findEnd('Tom'));
  });
}

test('the tabs of the list keep their words at 130 %', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const many = Array.from({ length: 40 }, (_, index) =>
    buildChat({ id: 10 + index, phone: String(447_700_900_400 + index), name: 'Ines', lastAt: 1_000 + index }),
  );
  main.inbox.data.chats = [...main.inbox.data.chats, ...many];
  await page.goto(main.origin);
  await expect(row(page, 'Deborah')).toBeVisible();
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '130%'));
  for (const tab of await page.getByRole('tab').all()) {
    const cut = await tab.evaluate((button) => {
      const label = button.querySelector('.label');
      if (label === null) return null;
      const [words, own] = [label.getBoundingClientRect(), button.getBoundingClientRect()];
      return Math.max(own.left - words.left, words.right - own.right, label.scrollWidth - label.clientWidth);
    });
    expect(cut).toBeLessThanOrEqual(0);
  }
});

test('the first field of the first screen has the focus', async ({ page }) => {
  main.session = signedOut;
  await page.goto(main.origin);
  await expect(page.getByLabel('Service address')).toBeFocused();
});

test('a field at fault keeps its edge while it has the focus', async ({ page }) => {
  main.session = signedOut;
  await page.goto(main.origin);
  const field = page.getByLabel('Service address');
  const findEdge = () => field.evaluate((input) => getComputedStyle(input.parentElement ?? input).boxShadow);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toBeFocused();
  const focused = await findEdge();
  await page.keyboard.press('Tab');
  const edge = (await findEdge()).replace(/ 0px 0px 0px 1\.5px inset$/, '');
  expect(focused).toContain(`${edge} 0px 0px 0px 1.5px inset`);
  expect(focused).not.toBe(await findEdge());
});
