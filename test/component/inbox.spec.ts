import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import type { MessageView } from '#shared/contract/index.ts';
import { buildChat, buildMessage, toProblem } from '#test/support/fake-bridge.ts';
import { LoopbackMain } from './loopback-main.ts';

const MINUTE_MS = 60_000;
const LONG = 'Biscuit is booked in for his dental on Friday at 11:00. Please reply YES to confirm, or call us. ';

/** Messages of changing height, twenty minutes apart, the last one just now. */
function write(count: number, from = 1): MessageView[] {
  const start = Date.now() - (count + from) * 20 * MINUTE_MS;
  return Array.from({ length: count }, (_, index) => {
    const id = from + index;
    const isOurs = id % 3 === 0;
    return buildMessage({
      key: `${isOurs ? 'out' : 'in'}:${String(id)}`,
      direction: isOurs ? 'out' : 'in',
      mark: isOurs ? 'delivered' : null,
      letter: isOurs ? 'd' : null,
      text: `Text ${String(id)}. ${LONG.repeat(id % 5)}`,
      at: start + index * 20 * MINUTE_MS,
    });
  });
}

let main: LoopbackMain;
test.beforeEach(async () => {
  main = new LoopbackMain();
  const { world } = main.inbox;
  world.chats = Array.from({ length: 250 }, (_, index) =>
    buildChat({
      id: index + 1,
      phone: String(447_400_000_000 + index),
      name: `Person ${String(index + 1)}`,
      lastAt: Date.now() - index * MINUTE_MS,
    }),
  );
  const all = write(400);
  world.service.set(1, all.slice(0, 200));
  world.messages.set(1, all.slice(200));
  world.messages.set(2, write(4));
  await main.listen();
});
test.afterEach(() => main.close());

async function openInbox(page: Page, person = 1): Promise<void> {
  await page.goto(main.origin);
  await page.getByRole('option', { name: new RegExp(`^Person ${String(person)}[,.]`) }).click();
  await expect(composer(page)).toBeFocused();
  // It is shown once it stands where it opens.
  await expect(messages(page)).toBeVisible();
}
const composer = (page: Page) => page.getByRole('textbox', { name: /^Text to/ });
const messages = (page: Page) => page.getByRole('list', { name: 'Messages' });
const toLatest = (page: Page) => page.getByRole('button', { name: /latest message|new messages? below/ });

/** Waits until nothing in the box has moved or grown for a few frames. */
async function settle(page: Page): Promise<void> {
  await messages(page).evaluate(async (box) => {
    for (let quiet = 0, last = ''; quiet < 6;) {
      await new Promise(requestAnimationFrame);
      const now = `${String(box.scrollTop)}/${String(box.scrollHeight)}`;
      quiet = now === last ? quiet + 1 : 0;
      last = now;
    }
  });
}

async function scrollTo(page: Page, top: number): Promise<void> {
  await messages(page).evaluate((box, offset) => box.scrollTo({ top: offset }), top);
  await settle(page);
}

/** The first message that is wholly in view, and how far below the top of the box it stands. */
async function readPlace(page: Page): Promise<{ key: string; top: number }> {
  return await messages(page).evaluate((box) => {
    const edge = box.getBoundingClientRect().top;
    const rows = [...box.querySelectorAll<HTMLElement>('[data-key]')];
    const row = rows
      .map((item) => ({ key: item.dataset['key'] ?? '', top: item.getBoundingClientRect().top - edge }))
      .filter(({ top }) => top >= 0)
      .sort((one, other) => one.top - other.top)[0];
    return row ?? { key: '', top: Number.NaN };
  });
}

/** How far a message has moved on screen since its place was read, in pixels. */
async function movedBy(page: Page, { key, top }: { key: string; top: number }): Promise<number> {
  await settle(page);
  const now = await messages(page).evaluate(
    (box, wanted) =>
      (box.querySelector(`[data-key="${wanted}"]`)?.getBoundingClientRect().top ?? Number.NaN) -
      box.getBoundingClientRect().top,
    key,
  );
  return Math.abs(now - top);
}

const heightOf = (page: Page) => messages(page).evaluate((box) => box.scrollHeight);

test.describe('the thread', () => {
  test('opens at its newest message', async ({ page }) => {
    await openInbox(page);
    await expect(messages(page).getByText(/^Text 400\./)).toBeInViewport();
    await expect(toLatest(page)).toBeHidden();
  });

  for (const source of ['messages.list', 'messages.fetchOlder'] as const) {
    test(`keeps what is read where it is while an older page comes (${source})`, async ({ page }) => {
      await openInbox(page);
      if (source === 'messages.fetchOlder') {
        // Up through the pages of the cache, so that the next one is the service's.
        await expect(async () => {
          await scrollTo(page, 900);
          await scrollTo(page, 500);
          expect(main.inbox.world.service.get(1)?.length).toBeLessThan(200);
        }).toPass();
      }
      await scrollTo(page, 1_500);
      const release = main.inbox.hold(source);
      await scrollTo(page, 300);
      await expect(page.getByText('Loading older messages')).toBeAttached();
      const [place, height] = [await readPlace(page), await heightOf(page)];
      release();
      await expect.poll(() => heightOf(page)).toBeGreaterThan(height + 1_000);
      expect(await movedBy(page, place)).toBeLessThanOrEqual(1);
    });
  }

  test('reaches the beginning, and says so', async ({ page }) => {
    await openInbox(page);
    await expect(async () => {
      await scrollTo(page, 0);
      await expect(page.getByText('The beginning of this chat')).toBeInViewport({ timeout: 500 });
    }).toPass();
    await scrollTo(page, 0);
    await expect(messages(page).getByText(/^Text 1\./)).toBeInViewport();
  });

  test('says that older ones did not come, and tries again when asked', async ({ page }) => {
    main.inbox.fail('messages.fetchOlder', toProblem('server', 'Try later.'));
    await openInbox(page);
    const failed = page.getByText('Older messages didn’t load. Try later.');
    await expect(async () => {
      await scrollTo(page, 0);
      await expect(failed).toBeInViewport({ timeout: 500 });
    }).toPass();
    main.inbox.fail('messages.fetchOlder', null);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(failed).toBeHidden();
  });

  test('follows its newest message while that is in view', async ({ page }) => {
    await openInbox(page);
    main.inbox.arrive(1, buildMessage({ key: 'in:900', text: `Newest. ${LONG}`, at: Date.now() }));
    await expect(messages(page).getByText(/^Newest\./)).toBeInViewport();
    await expect(toLatest(page)).toBeHidden();
  });

  test('stays where somebody reads, and counts what came below', async ({ page }) => {
    await openInbox(page);
    await scrollTo(page, (await heightOf(page)) - 2_500);
    await expect(toLatest(page)).toBeVisible();
    const place = await readPlace(page);
    main.inbox.arrive(1, buildMessage({ key: 'in:900', text: 'Newest', at: Date.now() }));
    await expect(page.getByRole('button', { name: '1 new message below' })).toBeVisible();
    expect(await movedBy(page, place)).toBeLessThanOrEqual(1);
    await toLatest(page).click();
    await expect(messages(page).getByText('Newest')).toBeInViewport();
    await expect(toLatest(page)).toBeHidden();
  });

  test('stays at the bottom while the composer grows', async ({ page }) => {
    await openInbox(page);
    await composer(page).fill('One\nTwo\nThree\nFour\nFive\nSix');
    await expect(messages(page).getByText(/^Text 400\./)).toBeInViewport();
  });

  test('opens at the line of the new ones, which stays while they are read', async ({ page }) => {
    main.inbox.change(1, { unreadCount: 30 });
    await openInbox(page);
    await expect(messages(page).getByText('New', { exact: true })).toBeInViewport();
    await expect(toLatest(page)).toBeVisible();
    await toLatest(page).click();
    await expect(page.getByRole('option', { name: /^Person 1[,.]/ })).not.toHaveAccessibleName(/unread/);
    await messages(page).hover();
    await expect(async () => {
      await page.mouse.wheel(0, -800);
      await expect(messages(page).getByText('New', { exact: true })).toBeInViewport({ timeout: 300 });
    }).toPass();
  });

  test('shows markup as text and opens links outside', async ({ page }) => {
    const text = '<img src=x onerror="document.title=1"> see https://northgate.example/a?b=1.';
    main.inbox.world.messages.set(2, [buildMessage({ text, at: Date.now() })]);
    await openInbox(page, 2);
    await expect(messages(page).getByText('<img src=x onerror="document.title=1"> see')).toBeVisible();
    await page.getByRole('link', { name: 'https://northgate.example/a?b=1' }).click();
    await expect.poll(() => main.inputOf('host.openLink')).toEqual({ url: 'https://northgate.example/a?b=1' });
    expect(page.url()).toBe(`${main.origin}/`);
  });

  test('moves by message with the arrow keys and shows the details of one', async ({ page }) => {
    await openInbox(page, 2);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    const last = messages(page).getByRole('listitem').last();
    await last.focus();
    await page.keyboard.press('ArrowUp');
    const ours = messages(page).getByRole('listitem', { name: /^You\. Text 3\..*, delivered\.$/ });
    await expect(ours).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Details' })).toContainText('Letter of the service');
    await page.keyboard.press('Escape');
    await expect(ours).toBeFocused();
  });

  test('reads out what arrives and nothing of the history', async ({ page }) => {
    await openInbox(page, 2);
    const log = page.getByRole('log', { name: 'New messages' });
    await expect(log).toBeEmpty();
    main.inbox.arrive(2, buildMessage({ key: 'in:900', text: 'Hello again', at: Date.now() }));
    await expect(log).toHaveText('Person 2: Hello again');
  });
});

test.describe('the list', () => {
  test('is walked by keys and opened with Enter', async ({ page }) => {
    await page.goto(main.origin);
    const list = page.getByRole('listbox', { name: 'Open chats' });
    await list.focus();
    await page.keyboard.press('End');
    const last = page.getByRole('option', { name: /^Person 250[,.]/ });
    await expect(last).toBeInViewport();
    await expect(last).toHaveAttribute('aria-posinset', '250');
    await expect(last).toHaveAttribute('aria-setsize', '250');
    await expect(list).toHaveAttribute('aria-activedescendant', (await last.getAttribute('id')) ?? '');
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Person 249' })).toBeVisible();
    await expect(composer(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(list).toBeFocused();
  });

  test('does what its menu says, from the keyboard, and gives the focus back', async ({ page }) => {
    await page.goto(main.origin);
    const list = page.getByRole('listbox', { name: 'Open chats' });
    await list.focus();
    await page.keyboard.press('j');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Mute for 8 hours' }).click();
    await expect(list).toBeFocused();
    expect(main.inputOf('chats.act')).toMatchObject({ action: { kind: 'mute', isMuted: true, hours: 8 } });
    await page.keyboard.press('p');
    await expect(page.getByRole('option', { name: /^Person 1, pinned, muted/ })).toBeVisible();
  });

  test('holds still under the pointer and says what waits at the top', async ({ page }) => {
    await page.goto(main.origin);
    const first = page.getByRole('option').first();
    await page.getByRole('option').nth(2).hover();
    main.inbox.change(5, { lastAt: Date.now() + MINUTE_MS, unreadCount: 1 });
    await expect(page.getByRole('button', { name: '1 new at the top' })).toBeVisible();
    await expect(first).toHaveAccessibleName(/^Person 1[,.]/);
    await page.mouse.move(900, 500);
    await expect(first).toHaveAccessibleName(/^Person 5, 1 unread/);
  });

  test('single letters are letters in a field', async ({ page }) => {
    await openInbox(page);
    await page.keyboard.type('jekump');
    await expect(composer(page)).toHaveValue('jekump');
    expect(main.inputOf('chats.act')).toBeUndefined();
  });
});

test.describe('the composer', () => {
  test('never sends while an input method composes', async ({ page }) => {
    await openInbox(page);
    const client = await page.context().newCDPSession(page);
    await client.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    await composer(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true });
    await client.send('Input.insertText', { text: '日本' });
    await expect(composer(page)).toHaveValue('日本');
    expect(main.inputOf('sends.create')).toBeUndefined();
  });

  test('counts, names what makes it Unicode and puts the plain character there', async ({ page }) => {
    await openInbox(page);
    await composer(page).fill('It’s here');
    await expect(page.getByText('9 / 70')).toBeVisible();
    await page.getByRole('button', { name: "Use '" }).click();
    await expect(composer(page)).toHaveValue("It's here");
    await expect(page.getByText('9 / 160')).toBeVisible();
    await composer(page).fill('a'.repeat(932));
    await expect(page.getByText('6 parts is the limit. 14 characters too many.').first()).toBeVisible();
    await composer(page).press('Enter');
    await expect(composer(page)).toHaveValue('a'.repeat(932));
    expect(main.inputOf('sends.create')).toBeUndefined();
  });

  test('says Send later while offline, and what waits can be taken back', async ({ page }) => {
    await openInbox(page, 2);
    main.changeStatus({ link: 'offline' });
    await composer(page).fill('On our way');
    await expect(page.getByRole('button', { name: 'Send later' })).toBeVisible();
    await composer(page).press('Enter');
    const mine = messages(page).getByRole('listitem').filter({ hasText: 'On our way' });
    await expect(mine).toContainText('Waiting for connection');
    await mine.getByRole('button', { name: 'Cancel' }).click();
    await expect(composer(page)).toHaveValue('On our way');
    await expect(composer(page)).toBeFocused();
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious in the open inbox, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openInbox(page);
    await composer(page).fill('It’s here');
    const { violations } = await new AxeBuilder({ page }).exclude('nav').analyze();
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(serious.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))).toEqual([]);
  });
}
