import { expect, type Page } from '@playwright/test';
import { buildMessage, toProblem } from '#test/support/fake-bridge.ts';
import { buildContact } from './contacts.ts';
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
  toLatest,
} from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';
import { untilStill } from './wait-until-still.ts';

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillLarge(empty);
  const { data } = main.inbox;
  data.contacts.push(
    buildContact(11, '447400000002', 'Person 3', 'Rabbit'),
    buildContact(12, '447700900555', 'Adaeze Okonkwo', 'Rabbit (shared)'),
  );
  data.messages.set(2, [
    ...(data.messages.get(2) ?? []),
    buildMessage({ key: 'in:7001', text: 'A rabbit in the waiting room', at: Date.now() - MINUTE_MS }),
  ]);
});

/** The keys of the inbox work once it is there. */
async function start(page: Page): Promise<void> {
  await page.goto(main.origin);
  await expect(page.getByRole('option').first()).toBeVisible();
}
const field = (page: Page) => page.getByRole('combobox', { name: /Search or jump to|Find in this chat/ });
const option = (page: Page, name: string | RegExp) => page.getByRole('dialog').getByRole('option', { name });
const active = (page: Page) => page.getByRole('dialog').getByRole('option', { selected: true });

test.describe('the palette', () => {
  test('is opened from the title bar, shows the first chats, and gives the focus back', async ({ page }) => {
    await start(page);
    const box = page.getByRole('button', { name: 'Search or jump to…' });
    await box.click();
    await expect(field(page)).toBeFocused();
    await expect(option(page, /^Person 1, \+44 7400 000000, open chat$/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(field(page)).toBeHidden();
    await expect(box).toBeFocused();
  });

  test('finds people by a field and messages, and names them to the ear', async ({ page }) => {
    await start(page);
    await page.keyboard.press('Control+k');
    await field(page).pressSequentially('rabb');
    await expect(option(page, 'Person 3, Pet: Rabbit, open chat')).toHaveAttribute('aria-selected', 'true');
    await expect(option(page, 'Adaeze Okonkwo, Pet: Rabbit (shared), new message')).toBeVisible();
    await expect(option(page, /^A rabbit in the waiting room\. Person 2, .*, show in chat$/)).toBeVisible();
    await expect(field(page)).toHaveAttribute('aria-activedescendant', (await active(page).getAttribute('id')) ?? '');
    await expect(page.getByRole('dialog').getByRole('status')).toHaveText('2 people, 1 message');
    await expect(page.getByRole('dialog').locator('mark')).toHaveText(['Rabb', 'Rabb', 'rabb']);
    // With forced colours a mark has the colour of its line: its own is for a background that it has not.
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    const [own, ofLine] = await page
      .getByRole('dialog')
      .locator('mark')
      .first()
      .evaluate((mark) => [mark, mark.parentElement ?? mark].map((one) => getComputedStyle(one).color));
    expect(own).toBe(ofLine);
    await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
  });

  test('is walked by keys round the ends, and Enter opens the chat with its composer', async ({ page }) => {
    await start(page);
    await page.keyboard.press('Control+k');
    await field(page).pressSequentially('rabb');
    await expect(active(page)).toHaveAccessibleName(/^Person 3/);
    await page.keyboard.press('ArrowUp');
    await expect(active(page)).toHaveAccessibleName(/^Search older messages on the service/);
    await page.keyboard.press('ArrowDown');
    await expect(active(page)).toHaveAccessibleName(/^Person 3/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Person 3' })).toBeVisible();
    await expect(composer(page)).toBeFocused();
  });

  test('begins a message to somebody without a chat', async ({ page }) => {
    await start(page);
    await page.keyboard.press('Control+k');
    await field(page).pressSequentially('adaeze');
    await option(page, /^Adaeze Okonkwo/).click();
    await expect(page.getByRole('combobox', { name: 'To' })).toHaveValue('Adaeze Okonkwo');
    await expect(page.getByRole('textbox', { name: 'Text message' })).toBeFocused();
  });

  test('goes through the segments with Shift and Tab, and the focus stays in the field', async ({ page }) => {
    await start(page);
    await page.keyboard.press('/');
    await expect(page.getByRole('tab', { name: 'People' })).toHaveAttribute('aria-selected', 'true');
    await field(page).pressSequentially('rabb');
    await expect(page.getByRole('dialog').getByRole('option')).toHaveCount(2);
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('tab', { name: 'Actions' })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('tab', { name: 'Chats' })).toHaveAttribute('aria-selected', 'true');
    await expect(active(page)).toHaveAccessibleName(/^Person 3/);
    await expect(field(page)).toBeFocused();
  });

  test('shows with Tab what can be done to a result, runs it, and gives the focus back', async ({ page }) => {
    await openInbox(page, main.origin);
    await page.keyboard.press('Control+k');
    await field(page).pressSequentially('rabb');
    await expect(active(page)).toHaveAccessibleName(/^Person 3/);
    await page.keyboard.press('Tab');
    await expect(active(page)).toHaveAccessibleName('Close chat');
    await field(page).pressSequentially('unread');
    await expect(active(page)).toHaveAccessibleName('Mark as unread');
    for (let letter = 0; letter < 7; letter += 1) await page.keyboard.press('Backspace');
    await expect(field(page)).toHaveValue('rabb');
    await page.keyboard.press('Tab');
    await expect(active(page)).toHaveAccessibleName('Close chat');
    await page.keyboard.press('Enter');
    await expect(field(page)).toBeHidden();
    await expect.poll(() => main.inbox.data.chats.find(({ id }) => id === 3)?.status).toBe('closed');
    await expect(composer(page)).toBeFocused();
  });

  test('runs what is typed by any of its words, and goes to a list', async ({ page }) => {
    await start(page);
    await page.keyboard.press('Control+k');
    await field(page).pressSequentially('closed go');
    await expect(active(page)).toHaveAccessibleName('Go to Closed');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tab', { name: 'Closed' })).toHaveAttribute('aria-selected', 'true');
  });

  test('asks the service for what is too old to be here, and opens it', async ({ page }) => {
    await start(page);
    await page.keyboard.press('Control+k');
    await field(page).pressSequentially('Text 150.');
    await expect(page.getByRole('heading', { name: 'Nothing for “Text 150.”' })).toBeVisible();
    await expect(active(page)).toHaveAccessibleName(/^Search older messages on the service/);
    const release = main.inbox.hold('search.askService');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Searching the service for “Text 150.”').first()).toBeVisible();
    release();
    await expect(active(page)).toHaveAccessibleName(/^Person 1, .*show in chat/);
    await page.keyboard.press('Enter');
    await expect(messages(page).locator('[data-key="out:150"]')).toBeFocused();
  });

  test('says why the service could not be searched, and Enter tries again', async ({ page }) => {
    main.inbox.fail('search.askService', toProblem('offline'));
    await start(page);
    await page.keyboard.press('Control+k');
    await field(page).pressSequentially('zebra');
    await expect(active(page)).toHaveAccessibleName(/^Search older messages on the service/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'The service couldn’t be searched' })).toBeVisible();
    await expect(page.getByText(/^You’re offline\./)).toBeVisible();
    main.inbox.fail('search.askService', null);
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^The service has nothing for “zebra” either/)).toBeVisible();
  });

  test('leaves the Enter of an input method alone', async ({ page }) => {
    await start(page);
    await page.keyboard.press('Control+k');
    await field(page).pressSequentially('rabb');
    await expect(active(page)).toBeVisible();
    const compose = (key: string, keyCode: number) =>
      field(page).evaluate(
        (input, init) =>
          input.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true })),
        { key, keyCode, isComposing: keyCode !== 229 },
      );
    await compose('Enter', 13);
    await compose('Enter', 229);
    await compose('Escape', 27);
    await expect(field(page)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(field(page)).toBeHidden();
  });

  test('says that it failed, and Enter tries again', async ({ page }) => {
    main.inbox.fail('search.find', toProblem('bug'));
    await start(page);
    await page.keyboard.press('Control+k');
    await field(page).pressSequentially('rabb');
    await expect(page.getByRole('heading', { name: 'The search failed' })).toBeVisible();
    main.inbox.fail('search.find', null);
    await page.keyboard.press('Enter');
    await expect(active(page)).toHaveAccessibleName(/^Person 3/);
  });

  test('works offline and says what it looks through', async ({ page }) => {
    main.status = { ...main.status, link: 'offline', since: Date.now() - 9 * MINUTE_MS };
    await start(page);
    await page.keyboard.press('Control+k');
    await field(page).pressSequentially('rabb');
    await expect(page.getByText('You’re offline. These results are from this computer.')).toBeVisible();
  });
});

test.describe('finding in a chat', () => {
  test('looks in that chat alone until Backspace takes its name away', async ({ page }) => {
    await openInbox(page, main.origin);
    await page.keyboard.press('Control+f');
    await field(page).pressSequentially('rabb');
    await expect(page.getByText('Nothing for “rabb”')).toBeVisible();
    for (let letter = 0; letter < 5; letter += 1) await page.keyboard.press('Backspace');
    await expect(page.getByRole('button', { name: 'Search everywhere' })).toBeHidden();
    await field(page).pressSequentially('rabb');
    await expect(active(page)).toHaveAccessibleName(/^Person 3/);
  });

  test('opens from the header, and the button says its keys', async ({ page }) => {
    await openInbox(page, main.origin);
    const button = page.getByRole('button', { name: 'Find in this chat' });
    await button.hover();
    await expect(page.locator('.ui-tooltip')).toContainText('Find in this chatCtrlF');
    await button.click();
    await expect(field(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
  });
});

test.describe('a message that was found', () => {
  async function findOld(page: Page, words = 'Text 230.'): Promise<void> {
    await page.keyboard.press('Control+f');
    await field(page).fill(words);
    await expect(active(page)).toHaveAccessibleName(new RegExp(`^${words}`));
    await page.keyboard.press('Enter');
    await expect(messages(page).locator('.found')).toBeVisible();
    await untilStill(page);
  }

  test('stands in the middle, stands out for a moment and has the focus', async ({ page }) => {
    await openInbox(page, main.origin);
    await findOld(page);
    const row = messages(page).locator('[data-key="in:230"]');
    await expect(row).toBeFocused();
    const gap = await row.evaluate((item) => {
      const box = item.parentElement?.parentElement?.getBoundingClientRect() ?? new DOMRect();
      const own = item.getBoundingClientRect();
      return Math.abs((own.top + own.bottom) / 2 - (box.top + box.bottom) / 2);
    });
    expect(gap).toBeLessThan(40);
    await expect(messages(page).locator('.found')).toHaveCount(0);
    await expect(toLatest(page)).toBeVisible();
  });

  test('opens its chat in its place from everywhere', async ({ page }) => {
    await openInbox(page, main.origin, 2);
    await page.keyboard.press('Control+k');
    await field(page).fill('Text 230.');
    await expect(active(page)).toHaveAccessibleName(/^Text 230/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Person 1', exact: true })).toBeVisible();
    await expect(messages(page).locator('[data-key="in:230"]')).toBeFocused();
  });

  for (const [what, request] of [
    ['above', 'messages.list'],
    ['below', 'messages.listNewer'],
  ] as const) {
    test(`keeps its place while the page ${what} comes`, async ({ page }) => {
      await openInbox(page, main.origin);
      const release = main.inbox.hold(request);
      await page.keyboard.press('Control+f');
      await field(page).fill('Text 300.');
      await expect(active(page)).toHaveAccessibleName(/^Text 300/);
      await page.keyboard.press('Enter');
      await expect(messages(page).locator('[data-key="out:300"]')).toBeFocused();
      await untilStill(page);
      await scrollTo(page, what === 'above' ? 500 : (await heightOf(page)) - 800);
      const [place, height] = [await readPlace(page), await heightOf(page)];
      release();
      await expect.poll(() => heightOf(page)).toBeGreaterThan(height + 1_000);
      expect(await movedBy(page, place)).toBeLessThanOrEqual(1);
    });
  }

  test('is left alone by what arrives, which is counted, and unread until the newest is in view', async ({ page }) => {
    await openInbox(page, main.origin);
    await findOld(page);
    const place = await readPlace(page);
    const acts = () => main.asked.filter(({ name }) => name === 'chats.applyAction').length;
    const before = acts();
    main.inbox.change(1, { unreadCount: 1 });
    main.inbox.arrive(1, buildMessage({ key: 'in:900', text: `Newest. ${LONG}`, at: Date.now() }));
    await expect(toLatest(page)).toHaveAccessibleName('1 new message below');
    expect(await movedBy(page, place)).toBeLessThanOrEqual(1);
    expect(acts()).toBe(before);
    await toLatest(page).click();
    await expect(messages(page).getByText(/^Newest\./)).toBeInViewport();
    await expect(toLatest(page)).toBeHidden();
    await expect.poll(acts).toBe(before + 1);
  });

  test('gives way to the newest when somebody writes, who goes on writing', async ({ page }) => {
    await openInbox(page, main.origin);
    await findOld(page);
    await composer(page).fill('Written while reading something old');
    await composer(page).press('Enter');
    await expect(messages(page).getByText('Written while reading something old')).toBeInViewport();
    await expect(toLatest(page)).toBeHidden();
    await expect(composer(page)).toBeFocused();
  });

  test('leads on to the newest by scrolling, without a gap', async ({ page }) => {
    await openInbox(page, main.origin);
    await findOld(page, 'Text 300.');
    await expect(async () => {
      await scrollTo(page, await heightOf(page));
      await expect(messages(page).getByText(/^Text 400\./)).toBeInViewport({ timeout: 500 });
    }).toPass();
    await expect(toLatest(page)).toBeHidden();
    main.inbox.arrive(1, buildMessage({ key: 'in:901', text: `Newest. ${LONG}`, at: Date.now() }));
    await expect(messages(page).getByText(/^Newest\./)).toBeInViewport();
  });
});
