/** What is read stays where it is on screen, whatever changes around it (THREAD-1, design "nothing jumps"). */
import { expect, type Page } from '@playwright/test';
import { buildChat, buildMessage, buildSend } from '#test/support/fake-bridge.ts';
import { test } from './fixtures.ts';
import {
  composer,
  heightOf,
  LONG,
  messages,
  MINUTE_MS,
  movedBy,
  openInbox,
  readPlace,
  scrollTo,
  fillLarge,
} from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';
import { untilStill } from './wait-until-still.ts';
import { listRows } from '#test/support/full-counts.ts';

let main: LoopbackMain;
test.beforeEach(async ({ page, main: empty }) => {
  main = fillLarge(empty);
  await page.setViewportSize({ width: 1440, height: 900 });
});

/** Somewhere in the middle of what is loaded, with several screens above and below. */
async function readInTheMiddle(page: Page): Promise<{ key: string; top: number }> {
  await openInbox(page, main.origin);
  await scrollTo(page, (await heightOf(page)) - 3_000);
  return await readPlace(page);
}
const arrive = (id: number, text: string): void =>
  main.inbox.arrive(1, buildMessage({ key: `in:${String(id)}`, text, at: Date.now() }));
const newest = (page: Page) => messages(page).getByText(/^Text 400\./);

test.describe('in the middle of a thread, the message that is read', () => {
  test('stays while ten messages arrive below, short and long', async ({ page }) => {
    const place = await readInTheMiddle(page);
    for (let id = 901; id <= 910; id += 1) arrive(id, LONG.repeat(id % 6));
    await expect(page.getByRole('button', { name: '10 new messages below' })).toBeVisible();
    expect(await movedBy(page, place)).toBeLessThanOrEqual(1);
  });

  test('stays when the first page ever comes above, and every later one', async ({ page }) => {
    await openInbox(page, main.origin);
    for (let pages = 0; pages < 5; pages += 1) {
      await scrollTo(page, 1_200);
      const release = main.inbox.hold('messages.list');
      await messages(page).evaluate((box) => box.scrollTo({ top: 400, behavior: 'instant' }));
      await untilStill(page);
      const [place, height] = [await readPlace(page), await heightOf(page)];
      release();
      await expect.poll(() => heightOf(page)).toBeGreaterThan(height + 500);
      expect(await movedBy(page, place), `page ${String(pages + 1)}`).toBeLessThanOrEqual(1);
    }
  });

  test('stays while a message above it changes its text', async ({ page }) => {
    const place = await readInTheMiddle(page);
    const shown = main.inbox.data.messages.get(1) ?? [];
    const at = shown.findIndex(({ key }) => key === place.key);
    main.inbox.data.messages.set(
      1,
      shown.map((message, index) => (index === at - 2 ? { ...message, text: LONG.repeat(9) } : message)),
    );
    main.inbox.emit('messages.changed', { chatIds: [1], everything: false });
    await expect(messages(page).getByText(LONG.repeat(9).trim()).first()).toBeAttached();
    expect(await movedBy(page, place)).toBeLessThanOrEqual(1);
  });

  test('stays while the answer to a text below gets lost, and lines about it grow there', async ({ page }) => {
    const send = buildSend({ id: 'lost', state: 'sending', attempts: 1 });
    const text = { key: 'send:lost', direction: 'out', mark: 'waiting', text: 'Lost', at: Date.now() } as const;
    const known = main.inbox.data.messages.get(1) ?? [];
    main.inbox.data.messages.set(1, [...known, buildMessage({ ...text, send })]);
    const place = await readInTheMiddle(page);
    main.inbox.data.messages.set(1, [...known, buildMessage({ ...text, send: { ...send, state: 'checking' } })]);
    main.inbox.emit('messages.changed', { chatIds: [1], everything: false });
    expect(await movedBy(page, place)).toBeLessThanOrEqual(1);
  });

  test('stays while the composer grows and shrinks', async ({ page }) => {
    const place = await readInTheMiddle(page);
    await composer(page).fill('One\nTwo\nThree\nFour\nFive\nSix');
    expect(await movedBy(page, place)).toBeLessThanOrEqual(1);
    await composer(page).fill('');
    expect(await movedBy(page, place)).toBeLessThanOrEqual(1);
  });

  test('stays while its details are shown and put away', async ({ page }) => {
    const place = await readInTheMiddle(page);
    await messages(page).locator(`[data-key="${place.key}"]`).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Details' })).toBeVisible();
    expect(await movedBy(page, place)).toBeLessThanOrEqual(1);
    await page.keyboard.press('Escape');
    expect(await movedBy(page, place)).toBeLessThanOrEqual(1);
  });

  for (const [what, change] of listRows(
    [
      [
        'the window is 720 wide and then 1440 again',
        [
          { width: 720, height: 900 },
          { width: 1440, height: 900 },
        ],
      ],
      [
        'the window is lower and then higher',
        [
          { width: 1440, height: 620 },
          { width: 1440, height: 900 },
        ],
      ],
    ] as const,
    0,
  )) {
    test(`is still where it was after ${what}`, async ({ page }) => {
      const place = await readInTheMiddle(page);
      for (const size of change) {
        await page.setViewportSize(size);
        await untilStill(page);
        await expect(messages(page).locator(`[data-key="${place.key}"]`)).toBeInViewport();
      }
      expect(await movedBy(page, place)).toBeLessThanOrEqual(2);
    });
  }

  test('keeps its place while the contact panel goes and comes', async ({ page }) => {
    const place = await readInTheMiddle(page);
    for (let turn = 0; turn < 2; turn += 1) {
      await page.keyboard.press('ControlOrMeta+i');
      expect(await movedBy(page, place)).toBeLessThanOrEqual(1);
    }
  });

  for (const textSize of listRows([90, 130] as const, 1)) {
    test(`keeps its place with text of ${String(textSize)} % and back`, async ({ page }) => {
      const place = await readInTheMiddle(page);
      const set = (size: 90 | 100 | 130): void => {
        main.settings = { ...main.settings, textSize: size };
        main.emit('settings.changed', { settings: main.settings });
      };
      set(textSize);
      expect(await movedBy(page, place)).toBeLessThanOrEqual(2);
      set(100);
      expect(await movedBy(page, place)).toBeLessThanOrEqual(2);
    });
  }

  test('keeps its place with smaller text and back, where the one above it comes into view meanwhile', async ({
    page,
  }) => {
    await readInTheMiddle(page);
    const [above, offset] = await messages(page).evaluate((box) => {
      const edge = box.getBoundingClientRect().top;
      const tops = [...box.querySelectorAll('[data-key]')].map((row) => row.getBoundingClientRect().top - edge);
      return [Math.max(...tops.filter((top) => top < 0)), box.scrollTop];
    });
    // Less than the text shrinks by: the row above begins in view then.
    await scrollTo(page, offset + above + 3);
    const place = await readPlace(page);
    for (const textSize of [90, 100] as const) {
      main.settings = { ...main.settings, textSize };
      main.emit('settings.changed', { settings: main.settings });
      expect(await movedBy(page, place)).toBeLessThanOrEqual(2);
    }
  });

  test('keeps its place when the density changes', async ({ page }) => {
    const place = await readInTheMiddle(page);
    main.settings = { ...main.settings, density: 'compact' };
    main.emit('settings.changed', { settings: main.settings });
    expect(await movedBy(page, place)).toBeLessThanOrEqual(2);
  });
});

test('at the newest message, it stays in view through every size of window, text and composer', async ({ page }) => {
  await openInbox(page, main.origin);
  for (const width of [720, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await untilStill(page);
    await expect(newest(page)).toBeInViewport();
  }
  for (const textSize of [130, 90, 100] as const) {
    main.settings = { ...main.settings, textSize };
    main.emit('settings.changed', { settings: main.settings });
    await untilStill(page);
    await expect(newest(page)).toBeInViewport();
  }
  await composer(page).fill('One\nTwo\nThree\nFour\nFive\nSix');
  await untilStill(page);
  await expect(newest(page)).toBeInViewport();
  arrive(950, LONG.repeat(7));
  await expect(messages(page).locator('[data-key="in:950"]')).toBeInViewport();
});

test.describe('in the middle of the chat list, the row that is looked at', () => {
  const list = (page: Page) => page.getByRole('listbox');
  async function lookInTheMiddle(page: Page): Promise<{ name: string; top: number }> {
    await page.goto(main.origin);
    await page.getByRole('option').first().waitFor();
    // By the wheel under the pointer, which then goes away.
    await list(page).hover();
    await page.mouse.wheel(0, 4_000);
    await page.mouse.move(1_200, 400);
    await expect(page.getByRole('option', { name: /^Person 70[,.]/ })).toBeAttached();
    await untilStill(page);
    return await readRow(page);
  }
  async function readRow(page: Page): Promise<{ name: string; top: number }> {
    return await list(page).evaluate((box) => {
      const edge = box.getBoundingClientRect().top;
      const rows = [...box.querySelectorAll<HTMLElement>('[role=option]')]
        .map((row) => ({ name: row.id, top: row.getBoundingClientRect().top - edge }))
        .filter(({ top }) => top >= 100)
        .sort((one, other) => one.top - other.top);
      return rows[0] ?? { name: '', top: Number.NaN };
    });
  }
  async function rowMovedBy(page: Page, row: { name: string; top: number }): Promise<number> {
    await untilStill(page);
    const now = await list(page).evaluate(
      (box, id) =>
        (box.querySelector(`#${id}`)?.getBoundingClientRect().top ?? Number.NaN) - box.getBoundingClientRect().top,
      row.name,
    );
    return Math.abs(now - row.top);
  }
  const rows = (): number => main.inbox.asked.filter(({ name }) => name === 'chats.list').length;

  for (const [what, change] of listRows(
    [
      ['a chat far below moves to the top', () => main.inbox.change(240, { lastAt: Date.now() + MINUTE_MS })],
      ['a chat above moves to the end', () => main.inbox.change(5, { lastAt: Date.now() - 9_000 * MINUTE_MS })],
      ['a chat above is closed', () => main.inbox.change(5, { status: 'closed' })],
      [
        'a new chat comes in',
        () => {
          const chat = buildChat({ id: 900, phone: '447400009999', name: 'Newcomer', lastAt: Date.now() + MINUTE_MS });
          main.inbox.data.chats = [chat, ...main.inbox.data.chats];
          main.inbox.emit('chats.changed', { chatIds: [900], everything: false });
        },
      ],
    ] as const,
    0,
    3,
  )) {
    test(`stays while ${what}`, async ({ page }) => {
      const row = await lookInTheMiddle(page);
      const asked = rows();
      change();
      await expect.poll(rows).toBeGreaterThan(asked);
      expect(await rowMovedBy(page, row)).toBeLessThanOrEqual(1);
    });
  }
});

test('held through fifty chats by the key, the last one is open, with its own messages', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  for (let id = 3; id <= 60; id += 1) {
    main.inbox.data.messages.set(id, [
      buildMessage({ key: `in:${String(id)}00`, text: `Only of person ${String(id)}`, at: Date.now() }),
    ]);
  }
  await openInbox(page, main.origin);
  await page.keyboard.down('Alt');
  // As fast as they come: nobody waits for a chat to be there.
  for (let press = 1; press < 50; press += 1) await page.keyboard.down('ArrowDown');
  await page.keyboard.up('Alt');
  await expect(page.getByRole('region', { name: 'Chat with Person 50' })).toBeVisible();
  await expect(messages(page).getByText('Only of person 50')).toBeInViewport();
  await expect(messages(page).getByRole('listitem').filter({ hasText: 'Only of person' })).toHaveCount(1);
  await expect(page.getByRole('option', { name: /^Person 50[,.]/ })).toHaveAttribute('aria-selected', 'true');
  expect(errors).toEqual([]);
});
