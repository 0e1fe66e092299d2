/** In two panes the row under the keys is the open chat: no key acts on another (`state/inbox/current-row.ts`). */
import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { composer, fillLarge, openInbox } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';
import { untilStill } from './wait-until-still.ts';
import { listRows } from '#test/support/full-counts.ts';

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillLarge(empty);
});

const list = (page: Page) => page.getByRole('listbox', { name: 'Open chats' });
const row = (page: Page, person: number) =>
  page.getByRole('option', { name: new RegExp(`^Person ${String(person)}[,.]`) });
const statusOf = (id: number) => main.inbox.data.chats.find((chat) => chat.id === id)?.status;
const unreadOf = (id: number) => main.inbox.data.chats.find((chat) => chat.id === id)?.unreadCount;

/** Row under the keys, open row and header are of one person. */
async function expectCurrent(page: Page, person: number): Promise<void> {
  await expect(page.getByRole('heading', { name: `Person ${String(person)}`, exact: true })).toBeVisible();
  await expect(list(page)).toHaveAttribute('aria-activedescendant', `chat-${String(person)}`);
  await expect(row(page, person)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('option', { selected: true })).toHaveCount(1);
}

/** The list has the focus, and the first chat is open. */
async function goToFirst(page: Page): Promise<void> {
  await page.goto(main.origin);
  await expect(list(page)).toBeFocused();
  await page.keyboard.press('j');
  await expectCurrent(page, 1);
}

for (const width of listRows([1440, 720], 1)) {
  test.describe(`in two panes, ${String(width)} wide`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('Escape and J lead from the open chat to the next ones, and E closes the one in view', async ({ page }) => {
      await openInbox(page, main.origin);
      await page.keyboard.press('Escape');
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await expectCurrent(page, 3);
      await page.keyboard.press('e');
      await expectCurrent(page, 4);
      expect([1, 2, 3, 4].map(statusOf)).toEqual(['active', 'active', 'closed', 'active']);
      await page.keyboard.press('z');
      await expectCurrent(page, 3);
      await expect(list(page)).toBeFocused();
      expect(statusOf(3)).toBe('active');
    });

    test('every key that walks the list opens where it leads, and leaves the focus there', async ({ page }) => {
      await goToFirst(page);
      for (const [key, person] of [
        ['ArrowDown', 2],
        ['k', 1],
        ['End', 250],
        ['ArrowUp', 249],
        ['Home', 1],
      ] as const) {
        await page.keyboard.press(key);
        await expectCurrent(page, person);
        await expect(list(page)).toBeFocused();
      }
      await page.keyboard.press('PageDown');
      await untilStill(page);
      await expectCurrent(page, Number(((await list(page).getAttribute('aria-activedescendant')) ?? '').slice(5)));
      await row(page, 5).or(row(page, 20)).first().click();
      await expect(composer(page)).toBeFocused();
      await untilStill(page);
      await expectCurrent(page, Number(((await list(page).getAttribute('aria-activedescendant')) ?? '').slice(5)));
    });

    test('a held key opens the chat where it ends, and the key that comes next acts on that', async ({ page }) => {
      await page.clock.install();
      await goToFirst(page);
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5_000));
      main.asked.length = 0;
      // No time passes between the keys.
      for (let press = 0; press < 30; press += 1) await page.keyboard.down('j');
      await page.keyboard.press('p');
      await expectCurrent(page, 31);
      await expect.poll(() => main.inputOf('chats.applyAction')).toMatchObject({ target: { chatIds: [31] } });
      const opened = main.asked.filter(({ name }) => name === 'chats.open').map(({ input }) => input);
      expect(opened).toEqual([{ chatId: 2 }, { chatId: 31 }]);
    });

    test('the chat that rises stays current, and one that leaves the list by news is not followed by another', async ({
      page,
    }) => {
      await goToFirst(page);
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await expectCurrent(page, 3);
      main.inbox.change(3, { lastAt: Date.now() + 60_000 });
      await expect(row(page, 3)).toHaveAttribute('aria-posinset', '1');
      await expectCurrent(page, 3);
      main.inbox.change(3, { status: 'closed' });
      await expect(row(page, 3)).toHaveCount(0);
      await expect(page.getByRole('heading', { name: 'Person 3', exact: true })).toBeVisible();
      await expect(list(page)).not.toHaveAttribute('aria-activedescendant', /./);
      await expect(page.getByRole('option', { selected: true })).toHaveCount(0);
      await page.keyboard.press('p');
      await expect.poll(() => main.inputOf('chats.applyAction')).toMatchObject({ target: { chatIds: [3] } });
      // Where they were before it rose.
      await page.keyboard.press('j');
      await expectCurrent(page, 4);
    });

    test('in a list without the open chat no row looks current, and the keys act on that chat until they go to a row', async ({
      page,
    }) => {
      for (const id of [2, 3]) main.inbox.change(id, { isMuted: true });
      await openInbox(page, main.origin);
      await page.keyboard.press('Escape');
      await page.keyboard.press('g');
      await page.getByRole('menuitemradio', { name: 'Muted, 2 chats' }).press('Enter');
      const muted = page.getByRole('listbox', { name: 'Chats: Muted' });
      await expect(muted).toBeFocused();
      await expect(muted).not.toHaveAttribute('aria-activedescendant', /./);
      await expect(row(page, 2)).toHaveCSS('box-shadow', 'none');
      await expect(muted).not.toHaveCSS('box-shadow', 'none');
      await page.keyboard.press('p');
      await expect.poll(() => main.inputOf('chats.applyAction')).toMatchObject({ target: { chatIds: [1] } });
      await expect(page.getByRole('heading', { name: 'Person 1', exact: true })).toBeVisible();
      await page.keyboard.press('ArrowDown');
      await expect(row(page, 2)).toHaveAttribute('aria-selected', 'true');
      await expect(muted).toHaveAttribute('aria-activedescendant', 'chat-2');
      await expect(row(page, 2)).not.toHaveCSS('box-shadow', 'none');
      await expect(page.getByRole('heading', { name: 'Person 2', exact: true })).toBeVisible();
    });

    test('no key acts on a chat while a new message is on the sheet', async ({ page }) => {
      await goToFirst(page);
      await page.keyboard.press('n');
      await expect(page.getByRole('combobox', { name: 'To' })).toBeFocused();
      await list(page).focus();
      for (const key of ['e', 'p', 'u', '#']) await page.keyboard.press(key);
      await untilStill(page);
      expect(main.inputOf('chats.applyAction')).toBeUndefined();
      await page.keyboard.press('j');
      await expectCurrent(page, 1);
    });
  });
}

test.describe('in one pane', () => {
  test.use({ viewport: { width: 719, height: 800 } });

  test('E acts on the row, no chat opens, and the row is open once there is room for both', async ({ page }) => {
    await page.goto(main.origin);
    await expect(list(page)).toBeFocused();
    for (const key of ['j', 'j', 'e']) await page.keyboard.press(key);
    await expect(row(page, 2)).toHaveCount(0);
    expect([1, 2, 3].map(statusOf)).toEqual(['active', 'closed', 'active']);
    await expect(list(page)).toHaveAttribute('aria-activedescendant', 'chat-3');
    await expect(page.getByRole('heading', { name: 'Person 3' })).toHaveCount(0);
    await page.setViewportSize({ width: 1000, height: 800 });
    await expectCurrent(page, 3);
  });
});

test.describe('a chat that is shown for a moment', () => {
  test('is not read: neither those that J passes, nor the one that E opens', async ({ page }) => {
    for (let id = 1; id <= 12; id += 1) main.inbox.change(id, { unreadCount: 2 });
    await page.clock.install();
    await page.goto(main.origin);
    await expect(list(page)).toBeFocused();
    await page.keyboard.press('j');
    await expectCurrent(page, 1);
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5_000));
    await expect.poll(() => unreadOf(1)).toBe(0);
    // From here on no second passes unless it is told to.
    for (let press = 0; press < 9; press += 1) {
      await page.keyboard.press('j');
      await page.clock.runFor(100);
    }
    await page.clock.runFor(120);
    await expectCurrent(page, 10);
    await page.keyboard.press('e');
    await page.clock.runFor(900);
    await expectCurrent(page, 11);
    expect([2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(unreadOf)).toEqual(Array.from({ length: 10 }, () => 2));
    await page.clock.runFor(1_000);
    await expect.poll(() => unreadOf(11)).toBe(0);
    expect(unreadOf(10)).toBe(2);
  });
});

for (const [way, undo] of [
  ['Z', (page: Page) => page.keyboard.press('z')],
  ['the button of its toast', (page: Page) => page.getByRole('button', { name: 'Undo' }).click()],
] as const) {
  test(`${way} brings an unread chat back to its place, with its mark, open, and with the focus`, async ({ page }) => {
    for (const id of [2, 3, 4]) main.inbox.change(id, { unreadCount: 2 });
    await page.goto(main.origin);
    await expect(list(page)).toBeFocused();
    for (const key of ['j', 'j', 'e', 'j']) await page.keyboard.press(key);
    await expect(row(page, 2)).toHaveCount(0);
    await undo(page);
    await expect(row(page, 2)).toHaveAccessibleName(/^Person 2, 2 unread/);
    await expect(row(page, 2)).toHaveAttribute('aria-posinset', '2');
    await expectCurrent(page, 2);
    await expect(list(page)).toBeFocused();
    expect(statusOf(2)).toBe('active');
  });
}

test('Z brings several back, with the one open that was', async ({ page }) => {
  await goToFirst(page);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expectCurrent(page, 4);
  await page.keyboard.press('e');
  await expectCurrent(page, 5);
  expect([2, 3, 4].map(statusOf)).toEqual(['closed', 'closed', 'closed']);
  await page.keyboard.press('z');
  await expectCurrent(page, 4);
  for (const person of [2, 3, 4]) await expect(row(page, person)).toHaveAttribute('aria-posinset', String(person));
  await expect(list(page)).toBeFocused();
});
