/** The row under the keys stays in view whatever moves in the list, and nobody who scrolled away is fetched back. */
import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { composer, fillLarge } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';
import { untilStill, untilTaken } from './wait-until-still.ts';
import { listRows } from '#test/support/full-counts.ts';

/** Page Down goes down by no more rows than these. */
const SCREEN_ROWS = 14;
/** Whose row is under the keys, two screens down. */
const OWN = 27;

let main: LoopbackMain;
test.beforeEach(async ({ page, main: empty }) => {
  main = fillLarge(empty);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(main.origin);
  await expect(list(page)).toBeFocused();
});

const list = (page: Page) => page.getByRole('listbox', { name: 'Open chats' });

/** The newest text of these chats is from now: they rise, the last one highest. */
function rise(...ids: readonly number[]): void {
  const now = Date.now();
  main.inbox.data.chats = main.inbox.data.chats.map((chat) =>
    ids.includes(chat.id) ? { ...chat, lastAt: now + ids.indexOf(chat.id), lastText: 'One more thing' } : chat,
  );
  main.inbox.emit('chats.changed', { chatIds: [...ids], everything: false });
}

/** From the row under the keys to that of this person, by `keys` as far as they go: it stands at the bottom of the list. */
async function goDown(page: Page, person: number, keys: 'screens' | 'rows' = 'screens'): Promise<void> {
  let at = await readPerson(page);
  while (keys === 'screens' && at + SCREEN_ROWS <= person) {
    await page.keyboard.press('PageDown');
    await expect.poll(() => readPerson(page)).toBeGreaterThan(at);
    at = await readPerson(page);
  }
  for (; at < person; at += 1) await page.keyboard.press('j');
  await expect.poll(() => readActive(page)).toMatchObject({ id: `chat-${String(person)}`, isInView: true });
}

/** The first chat is open, and the keys are on its row. */
async function openFirst(page: Page): Promise<void> {
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(list(page)).toBeFocused();
}

/** By the wheel, until the row under the keys is out of view and the list stands still, the pointer away from it. */
async function scrollAway(page: Page): Promise<void> {
  await list(page).hover();
  await page.mouse.wheel(0, 2_400);
  await expect.poll(() => readActive(page)).toMatchObject({ isInView: false });
  await page.mouse.move(900, 500);
  await untilStill(page);
}

async function expectInView(page: Page, person: number): Promise<void> {
  await untilStill(page);
  expect(await readActive(page)).toMatchObject({ id: `chat-${String(person)}`, isInView: true });
}

/** Id of the chat whose row is under the keys; 0: none. */
const readPerson = async (page: Page): Promise<number> => Number((await readActive(page)).id.slice('chat-'.length));

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
    ['rises to the top', [[OWN]]],
    ['rises with others, which end above it', [[OWN, 60, 61]]],
    ['rises, and others follow at once', [[OWN], [60], [61], [62]]],
    ['rises after others did', [[60], [61, 62], [OWN]]],
    ['is pushed down by ten', [[100, 101, 102, 103, 104, 105, 106, 107, 108, 109]]],
    ['is pushed down one by one', [[100], [101], [102], [103]]],
  ];
  const WHEN: readonly (readonly [when: string, until: (page: Page) => Promise<void>])[] = [
    ['each once the list is still', untilStill],
    ['all at once, right after the keys', () => Promise.resolve()],
    ['each while the list still goes where the one before left it', untilTaken],
  ];
  for (const [what, moves] of MOVES) {
    for (const [when, until] of listRows(moves.length === 1 ? WHEN.slice(0, 2) : WHEN, 1)) {
      test(`is in view when its chat ${what}, ${when}`, async ({ page }) => {
        await goDown(page, OWN);
        for (const move of moves) {
          await until(page);
          rise(...move);
        }
        await expect(page.locator(`#chat-${String(OWN)}`)).not.toHaveAttribute('aria-posinset', String(OWN));
        await expectInView(page, OWN);
      });
    }
  }

  // Beyond the first page of a hundred, the place where a chat goes may not be loaded: it is asked for.
  for (const [person, keys, when, until] of listRows(
    [
      [60, 'screens', 'each once the list is still', untilStill],
      [95, 'screens', 'each while the list still goes there', untilTaken],
      [112, 'rows', 'each while the list still goes there', untilTaken],
      [119, 'screens', 'each while the list still goes there', untilTaken],
      [125, 'screens', 'each while the list still goes there', untilTaken],
      [150, 'screens', 'each once the list is still', untilStill],
    ] as const,
    4,
  )) {
    test(`of place ${String(person)}, reached by ${keys}, is in view when its chat and others rise to the top, ${when}`, async ({
      page,
    }) => {
      await goDown(page, person, keys);
      for (const others of [[200], [person], [201, 202], [person], [203]]) {
        await until(page);
        rise(...others);
      }
      await expectInView(page, person);
      // Where it stood before the last one rose.
      await expect(page.locator(`#chat-${String(person)}`)).toHaveAttribute('aria-posinset', '2');
    });
  }

  test('is in view when others rise right after the keys scrolled the list to it', async ({ page }) => {
    await goDown(page, OWN);
    await untilStill(page);
    const release = main.inbox.hold('chats.list');
    rise(100, 101);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    release();
    await expect(page.locator('#chat-29')).toHaveAttribute('aria-posinset', '31');
    await expectInView(page, 29);
  });

  test('is in view when ten rise above it at the top of the list, which slide', async ({ page }) => {
    await goDown(page, 11);
    await untilStill(page);
    rise(100, 101, 102, 103, 104, 105, 106, 107, 108, 109);
    await expect(page.locator('#chat-11')).toHaveAttribute('aria-posinset', '21');
    await expectInView(page, 11);
  });

  test('goes there without sliding once nobody is at the top, however soon after others slid', async ({ page }) => {
    await goDown(page, 5);
    await untilStill(page);
    rise(60);
    await page.waitForFunction(() => document.querySelector('.rows.slides') !== null, null, { polling: 'raf' });
    await list(page).evaluate((box) => box.scrollBy(0, 3_000));
    rise(61);
    await untilStill(page);
    await expect(page.locator('.rows.slides')).toHaveCount(0);
    await page.keyboard.press('End');
    await expect.poll(() => readActive(page)).toMatchObject({ id: 'chat-250', isInView: true });
    rise(250);
    await expect(page.locator('#chat-250')).toHaveAttribute('aria-posinset', '1');
    await expectInView(page, 250);
  });

  test('stays where it is on screen when others rise above it', async ({ page }) => {
    await goDown(page, OWN);
    await untilStill(page);
    const { top } = await readActive(page);
    rise(100, 101);
    await untilStill(page);
    await expect(page.locator(`#chat-${String(OWN)}`)).toHaveAttribute('aria-posinset', String(OWN + 2));
    expect(Math.abs((await readActive(page)).top - top)).toBeLessThanOrEqual(1);
  });

  test('is not fetched back to by whoever scrolled away from it', async ({ page }) => {
    await openFirst(page);
    await goDown(page, 3);
    await scrollAway(page);
    // The open chat and the one under the keys are told anew.
    main.inbox.emit('chats.changed', { chatIds: [1, 3], everything: false });
    rise(60);
    await untilStill(page);
    expect(await readActive(page)).toMatchObject({ id: 'chat-3', isInView: false });
    rise(3);
    await untilStill(page);
    expect(await readActive(page)).toMatchObject({ id: 'chat-3', isInView: false });
    await page.keyboard.press('r');
    await expect(page.getByRole('heading', { name: 'Person 3', exact: true })).toBeVisible();
  });

  test('is of no other chat when its own rises where nothing is loaded, and somebody scrolled away', async ({
    page,
  }) => {
    await goDown(page, 150);
    await scrollAway(page);
    rise(150);
    await untilStill(page);
    expect((await readActive(page)).id).toBe('');
    await page.keyboard.press('r');
    await expect(page.getByRole('heading', { name: 'Person 150', exact: true })).toBeVisible();
  });

  test('is that of a person found far down the list', async ({ page }) => {
    const contact = { company: '', email: '', country: 'GB', avatarId: null, fields: [], lists: [] };
    const marks = { isBlocked: false, isFavorite: false, isShared: false };
    main.inbox.data.contacts.push({ ...contact, ...marks, id: 21, phone: '447400000202', name: 'Person 203' });
    await openFirst(page);
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

test('nothing scrolls to the row under the keys where its list has gone meanwhile', async ({ page }) => {
  await goDown(page, OWN);
  await page.clock.install();
  await page.keyboard.press('p');
  await expect(page.locator('.toast')).toBeVisible();
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.keyboard.press('j');
  main.inbox.data.chats = [];
  main.inbox.emit('chats.changed', { chatIds: [], everything: true });
  await expect(list(page)).toBeHidden();
  // What would go wrong is written to the console, which the page of every test watches.
  await page.clock.runFor(2_000);
});

test('the menu of a row keeps its place and the keys while rows move, and its own goes out of the list', async ({
  page,
}) => {
  await goDown(page, OWN);
  await page.keyboard.press('m');
  const menu = page.getByRole('menu');
  await expect(menu.getByRole('menuitem').first()).toBeFocused();
  // It has come up.
  await menu.evaluate((box) => Promise.all(box.getAnimations({ subtree: true }).map(({ finished }) => finished)));
  const before = await menu.boundingBox();
  rise(OWN);
  await untilStill(page);
  // As in a long list, for as long as it has not found the row again.
  await list(page).evaluate((box) => (box.scrollTop = box.scrollHeight / 2));
  await expect.poll(() => readActive(page)).toMatchObject({ isInView: false });
  await untilStill(page);
  await page.keyboard.press('ArrowDown');
  await expect(menu.getByRole('menuitem').nth(1)).toBeFocused();
  expect(await menu.boundingBox()).toEqual(before);
});
