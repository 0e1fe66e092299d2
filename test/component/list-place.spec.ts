/** The row under the keys stays in view whatever moves in the list, and nobody who scrolled away is fetched back. */
import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { openInbox, fillLarge } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';

let main: LoopbackMain;
test.beforeEach(async ({ page, main: empty }) => {
  main = fillLarge(empty);
  await page.setViewportSize({ width: 1440, height: 900 });
});

const list = (page: Page) => page.getByRole('listbox', { name: 'Open chats' });

/** The newest text of these chats is from now: they rise, the last one highest. */
function rise(...ids: readonly number[]): void {
  const now = Date.now();
  main.inbox.world.chats = main.inbox.world.chats.map((chat) =>
    ids.includes(chat.id) ? { ...chat, lastAt: now + ids.indexOf(chat.id), lastText: 'One more thing' } : chat,
  );
  main.inbox.emit('chats.changed', { chatIds: [...ids], everything: false });
}

/** Keys on the row of this person, in a list scrolled down to it, once everything is quiet. */
async function goDown(page: Page, person: number): Promise<void> {
  await openInbox(page, main.origin);
  // Under the pointer, rows would stand still.
  await page.mouse.move(900, 500);
  await page.keyboard.press('Escape');
  await expect(list(page)).toBeFocused();
  for (let at = 1; at < person; at += 1) await page.keyboard.press('j');
  await expect.poll(() => readActive(page)).toMatchObject({ id: `chat-${String(person)}`, isInView: true });
  await rest(page);
}

async function rest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 45; frame += 1) await new Promise(requestAnimationFrame);
  });
}

async function readActive(page: Page): Promise<{ id: string; isInView: boolean; top: number }> {
  return await list(page).evaluate((box) => {
    const id = box.getAttribute('aria-activedescendant') ?? '';
    const row = document.getElementById(id)?.getBoundingClientRect();
    const own = box.getBoundingClientRect();
    const isInView = row !== undefined && row.top >= own.top - 1 && row.bottom <= own.bottom + 1;
    return { id, isInView, top: (row?.top ?? Number.NaN) - own.top };
  });
}

test.describe('the row under the keys', () => {
  const MOVES: readonly (readonly [what: string, moves: readonly (readonly number[])[]])[] = [
    ['rises to the top', [[25]]],
    ['rises with others, which end above it', [[25, 60, 61]]],
    ['rises, and others follow at once', [[25], [60], [61], [62]]],
    ['rises after others did', [[60], [61, 62], [25]]],
    ['is pushed down by ten', [[100, 101, 102, 103, 104, 105, 106, 107, 108, 109]]],
    ['is pushed down one by one', [[100], [101], [102], [103]]],
  ];
  for (const [what, moves] of MOVES) {
    for (const pause of [0, 40, 400]) {
      test(`is in view when its chat ${what}, ${String(pause)} ms between`, async ({ page }) => {
        await goDown(page, 25);
        for (const move of moves) {
          rise(...move);
          await page.waitForTimeout(pause);
        }
        await expect(page.locator('#chat-25')).not.toHaveAttribute('aria-posinset', '25');
        await rest(page);
        expect(await readActive(page)).toMatchObject({ id: 'chat-25', isInView: true });
      });
    }
  }

  // Beyond the first page of a hundred, the place where a chat goes may not be loaded: it is asked for.
  for (const person of [60, 95, 112, 119, 125, 150]) {
    test(`of place ${String(person)} is in view when its chat rises to the top`, async ({ page }) => {
      test.slow();
      await goDown(page, person);
      for (const others of [[200], [person], [201, 202], [person], [203]]) {
        rise(...others);
        await page.waitForTimeout(300);
      }
      await rest(page);
      await expect.poll(() => readActive(page)).toMatchObject({ id: `chat-${String(person)}`, isInView: true });
      // Where it stood before the last one rose.
      await expect(page.locator(`#chat-${String(person)}`)).toHaveAttribute('aria-posinset', '2');
    });
  }

  test('is in view when ten rise above it at the top of the list, which slide', async ({ page }) => {
    await goDown(page, 11);
    rise(100, 101, 102, 103, 104, 105, 106, 107, 108, 109);
    await expect(page.locator('#chat-11')).toHaveAttribute('aria-posinset', '21');
    await rest(page);
    expect(await readActive(page)).toMatchObject({ id: 'chat-11', isInView: true });
  });

  test('goes there without sliding once nobody is at the top, however soon after others slid', async ({ page }) => {
    await goDown(page, 5);
    rise(60);
    await page.waitForFunction(() => document.querySelector('.rows.slides') !== null, null, { polling: 'raf' });
    await list(page).evaluate((box) => box.scrollBy(0, 3_000));
    rise(61);
    await rest(page);
    await expect(page.locator('.rows.slides')).toHaveCount(0);
    await page.keyboard.press('End');
    await expect.poll(() => readActive(page)).toMatchObject({ id: 'chat-250', isInView: true });
    rise(250);
    await expect(page.locator('#chat-250')).toHaveAttribute('aria-posinset', '1');
    await rest(page);
    expect(await readActive(page)).toMatchObject({ id: 'chat-250', isInView: true });
  });

  test('stays where it is on screen when others rise above it', async ({ page }) => {
    await goDown(page, 25);
    const { top } = await readActive(page);
    rise(100, 101);
    await expect(page.locator('#chat-25')).toHaveAttribute('aria-posinset', '27');
    await rest(page);
    expect(Math.abs((await readActive(page)).top - top)).toBeLessThanOrEqual(1);
  });

  test('is not fetched back to by whoever scrolled away from it', async ({ page }) => {
    await goDown(page, 3);
    await list(page).hover();
    await page.mouse.wheel(0, 2_400);
    await rest(page);
    await page.mouse.move(900, 500);
    await rest(page);
    expect((await readActive(page)).isInView).toBe(false);
    // The open chat and the one under the keys are told anew.
    main.inbox.emit('chats.changed', { chatIds: [1, 3], everything: false });
    rise(60);
    await rest(page);
    expect((await readActive(page)).isInView).toBe(false);
    rise(3);
    await rest(page);
    expect((await readActive(page)).isInView).toBe(false);
    await page.keyboard.press('r');
    await expect(page.getByRole('heading', { name: 'Person 3', exact: true })).toBeVisible();
  });

  test('is of no other chat when its own rises where nothing is loaded, and somebody scrolled away', async ({
    page,
  }) => {
    test.slow();
    await goDown(page, 150);
    await list(page).hover();
    await page.mouse.wheel(0, 2_400);
    await rest(page);
    await page.mouse.move(900, 500);
    rise(150);
    await rest(page);
    expect((await readActive(page)).id).toBe('');
    await page.keyboard.press('r');
    await expect(page.getByRole('heading', { name: 'Person 150', exact: true })).toBeVisible();
  });

  test('is that of a person found far down the list', async ({ page }) => {
    const contact = { company: '', email: '', country: 'GB', avatarId: null, fields: [], lists: [] };
    const marks = { isBlocked: false, isFavorite: false, isShared: false };
    main.inbox.world.contacts.push({ ...contact, ...marks, id: 21, phone: '447400000202', name: 'Person 203' });
    await openInbox(page, main.origin);
    await page.mouse.move(900, 500);
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Person 203');
    await expect(page.getByRole('option', { name: /^Person 203/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Person 203', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(list(page)).toBeFocused();
    await expect.poll(() => readActive(page)).toMatchObject({ id: 'chat-203', isInView: true });
    await page.keyboard.press('r');
    await expect(page.getByRole('heading', { name: 'Person 203', exact: true })).toBeVisible();
  });
});
