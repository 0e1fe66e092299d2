/** Pictures shown large, and what was shared in a chat beside it. */
import { expect, type Page } from '@playwright/test';
import { buildMessage } from '#test/support/fake-bridge.ts';
import { test } from './fixtures.ts';
import { fillLarge, messages, MINUTE_MS, openInbox } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';

let main: LoopbackMain;
let fetched: string[];
const PIXELS = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><path fill="#357" d="M0 0h640v480H0z"/></svg>`;
const picture = (name: string) => ({ name, mimeType: 'image/png', sizeBytes: 9_000, mediaId: name });

test.beforeEach(async ({ main: empty, page }) => {
  main = fillLarge(empty);
  fetched = [];
  await page.route('**/media/**', (route) => {
    fetched.push(new URL(route.request().url()).pathname.split('/').at(-1) ?? '');
    return route.fulfill({ contentType: 'image/svg+xml', body: PIXELS });
  });
});

const at = (minutes: number): number => Date.now() - minutes * MINUTE_MS;
const viewer = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Save picture' }) });
const panel = (page: Page) => page.getByRole('complementary', { name: 'Contact' });

test('a picture is shown large, walked, zoomed, moved and saved, and the focus goes back to it', async ({ page }) => {
  const files = [picture('cat.png'), picture('dog.png')];
  main.inbox.data.messages.set(2, [buildMessage({ key: 'in:1', text: '', files, at: at(5) })]);
  await openInbox(page, main.origin, 2);
  await messages(page).getByRole('button', { name: 'Show picture' }).first().click();
  await messages(page).getByRole('button', { name: 'cat.png' }).click();
  await expect(viewer(page)).toHaveAccessibleName('cat.png');
  await expect(viewer(page)).toContainText('1 of 2');
  await expect(viewer(page).getByRole('button', { name: 'Previous picture' })).toBeDisabled();
  await page.keyboard.press('ArrowRight');
  await expect(viewer(page)).toHaveAccessibleName('dog.png');
  await expect(viewer(page).getByRole('status').filter({ hasText: 'dog.png, picture 2 of 2' })).toBeAttached();
  const percent = viewer(page).locator('output');
  await expect(percent).toHaveText('100%');
  await page.keyboard.press('+');
  await expect(percent).toHaveText('150%');
  await viewer(page).getByRole('button', { name: 'Zoom in' }).click();
  await expect(percent).toHaveText('225%');
  await page.keyboard.press('0');
  await expect(percent).toHaveText('100%');
  await viewer(page).locator('img').dblclick();
  await expect(percent).toHaveText('250%');
  const saved = page.waitForEvent('download');
  await viewer(page).getByRole('button', { name: 'Save picture' }).click();
  expect((await saved).suggestedFilename()).toBe('dog.png');
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toHaveCount(0);
  await expect(messages(page).getByRole('button', { name: 'cat.png' })).toBeFocused();
});

test('what is under the pointer stays there while a picture is zoomed', async ({ page }) => {
  main.inbox.data.messages.set(2, [buildMessage({ key: 'in:1', text: '', files: [picture('cat.png')], at: at(5) })]);
  await openInbox(page, main.origin, 2);
  await messages(page).getByRole('button', { name: 'Show picture' }).first().click();
  await messages(page).getByRole('button', { name: 'cat.png' }).click();
  const image = viewer(page).locator('img');
  await expect(viewer(page).locator('output')).toHaveText('100%');
  const box = await image.boundingBox();
  if (box === null) throw new Error('the picture is not shown');
  const pointer = { x: box.x + box.width * 0.8, y: box.y + box.height * 0.25 };
  /** Where in the picture the pointer is, as shares of its sides. */
  const findPlace = async (): Promise<number[]> => {
    const now = await image.boundingBox();
    return now === null ? [] : [(pointer.x - now.x) / now.width, (pointer.y - now.y) / now.height];
  };
  await page.mouse.move(pointer.x, pointer.y);
  for (const turn of [-100, -100, -100, 100]) {
    const before = await viewer(page).locator('output').textContent();
    await page.mouse.wheel(0, turn);
    await expect(viewer(page).locator('output')).not.toHaveText(before ?? '');
    const [across = 0, down = 0] = await findPlace();
    expect(across).toBeCloseTo(0.8, 2);
    expect(down).toBeCloseTo(0.25, 2);
  }
  await page.keyboard.press('0');
  await image.dblclick({ position: { x: box.width * 0.8, y: box.height * 0.25 } });
  await expect(viewer(page).locator('output')).toHaveText('250%');
  await expect.poll(async () => (await findPlace()).map((share) => share.toFixed(2))).toEqual(['0.80', '0.25']);
});

test('a picture that is not available says so, and is tried again', async ({ page }) => {
  main.inbox.data.messages.set(2, [buildMessage({ key: 'in:1', text: '', files: [picture('cat.png')], at: at(5) })]);
  await openInbox(page, main.origin, 2);
  let isThere = false;
  await page.route('**/media/**', (route) => (isThere ? route.fallback() : route.fulfill({ status: 404 })));
  await panel(page)
    .getByRole('button', { name: /^cat\.png/ })
    .click();
  await expect(viewer(page)).toContainText('This picture isn’t available.');
  isThere = true;
  await viewer(page).getByRole('button', { name: 'Try again' }).click();
  await expect(viewer(page).locator('img')).toBeVisible();
});

test('what was shared stands in the panel, opens, and leads to its message', async ({ page }) => {
  const pdf = { name: 'Consent.pdf', mimeType: 'application/pdf', sizeBytes: 214_000, mediaId: 'm9' };
  main.inbox.data.messages.set(2, [
    ...Array.from({ length: 5 }, (_, index) =>
      buildMessage({
        key: `in:${String(index)}`,
        text: `https://kwikpet.example/${String(index)}`,
        at: at(90 - index),
      }),
    ),
    buildMessage({ key: 'in:20', text: 'Here', files: [pdf], at: at(20) }),
    buildMessage({ key: 'in:21', text: '', files: [picture('cat.png')], at: at(10) }),
  ]);
  await openInbox(page, main.origin, 2);
  const part = (name: string) => panel(page).getByRole('region', { name });
  await expect(part('Pictures').getByRole('button', { name: /^cat\.png/ })).toBeVisible();
  expect(fetched).toEqual([]);
  await part('Pictures').getByRole('button', { name: 'Show pictures' }).click();
  await expect.poll(() => fetched).toEqual(['cat.png']);
  await part('Files')
    .getByRole('button', { name: /^Consent\.pdf PDF, 214 kB/ })
    .click();
  await expect.poll(() => main.inputOf('files.openAttachment')).toEqual({ mediaId: 'm9' });
  await expect(part('Links').getByRole('listitem')).toHaveCount(3);
  await part('Links').getByRole('button', { name: 'Show all 5' }).click();
  const all = page.getByRole('dialog', { name: /^Links in the chat with/ });
  await expect(all.getByRole('listitem')).toHaveCount(5);
  await all.getByRole('button', { name: /^kwikpet\.example\/0/ }).click();
  await expect.poll(() => main.inputOf('host.openLink')).toEqual({ url: 'https://kwikpet.example/0' });
  await all.getByRole('button', { name: 'Show kwikpet.example/0 in chat' }).click();
  await expect(all).toHaveCount(0);
  await expect(page.locator('[data-key="in:0"]')).toBeFocused();
});

test('a chat in which nothing was shared says nothing of it', async ({ page }) => {
  main.inbox.data.messages.set(2, [buildMessage({ key: 'in:1', text: 'Hello', at: at(5) })]);
  await openInbox(page, main.origin, 2);
  await expect.poll(() => main.inputOf('messages.listShared')).toMatchObject({ chatId: 2, before: null });
  await expect(panel(page).getByRole('heading', { name: 'Pictures' })).toHaveCount(0);
  await expect(panel(page).getByRole('heading', { name: 'Links' })).toHaveCount(0);
});
