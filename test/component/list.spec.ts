import { expect, type Page } from '@playwright/test';
import type { ChatView } from '#shared/contract/index.ts';
import { buildChat } from '#test/support/fake-bridge.ts';
import { test } from './fixtures.ts';
import { composer, MINUTE_MS } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';

const PEOPLE: readonly (Partial<ChatView> & { name: string })[] = [
  { name: 'Deborah', isPinned: true, unreadCount: 2 },
  { name: 'Marigold', waitingSince: -130, lastText: 'Still there?' },
  { name: 'Una', waitingSince: -20 * 60, lastText: 'Any news?' },
  { name: 'Kwikpet', isMuted: true, mutedUntil: 7 * 60, unreadCount: 9 },
  { name: 'Ivo', snoozedUntil: 26 * 60 },
  { name: 'Siobhan', draft: 'Bella’s bloods' },
  { name: 'Tom', lastDirection: 'out', lastMark: 'failed', hasFailed: true },
  { name: 'Priya', scheduledAt: 180 },
  { name: 'Ann', status: 'closed' },
  { name: 'Gone', status: 'deleted' },
];

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = empty;
  const now = Date.now();
  const after = (minutes: number | null | undefined): number | null =>
    typeof minutes === 'number' ? now + minutes * MINUTE_MS : null;
  main.inbox.data.chats = PEOPLE.map((person, index) =>
    buildChat({
      ...person,
      id: index + 1,
      phone: String(447_400_000_000 + index),
      lastAt: now - index * MINUTE_MS,
      waitingSince: after(person.waitingSince),
      mutedUntil: after(person.mutedUntil),
      snoozedUntil: after(person.snoozedUntil),
      scheduledAt: after(person.scheduledAt),
    }),
  );
});

const row = (page: Page, name: string) => page.getByRole('option', { name: new RegExp(`^${name}[,.]`) });
const openMenu = (page: Page) => page.getByRole('button', { name: 'Filters and sorting' }).click();
async function choose(page: Page, list: string): Promise<void> {
  await openMenu(page);
  await page.getByRole('menuitemradio', { name: new RegExp(`^${list}`) }).click();
}
test.describe('the lists', () => {
  const LISTS = [
    ['Pinned', 'Deborah', 'Nothing pinned'],
    ['Muted', 'Kwikpet', 'Nothing muted'],
    ['Snoozed', 'Ivo', 'Nothing snoozed'],
    ['Drafts', 'Siobhan', 'No drafts'],
    ['Not delivered', 'Tom', 'Nothing undelivered'],
    ['Scheduled', 'Priya', 'Nothing scheduled'],
    ['Deleted', 'Gone', 'Nothing deleted'],
  ] as const;

  test('are chosen from the keyboard, named, counted, and left again', async ({ page }) => {
    await page.goto(main.origin);
    for (const [list, person] of LISTS) {
      await test.step(list, async () => {
        await page.getByRole('button', { name: 'Filters and sorting' }).press('Enter');
        await page.getByRole('menuitemradio', { name: `${list}, 1 chat` }).press('Enter');
        await expect(page.getByRole('listbox', { name: `Chats: ${list}` })).toBeFocused();
        await expect(page.getByRole('option')).toHaveCount(1);
        await expect(row(page, person)).toBeVisible();
        await expect(page.getByRole('group', { name: `Filter: ${list}` })).toContainText('1');
        await page.getByRole('button', { name: 'Back to open chats' }).click();
        await expect(page.getByRole('tab', { name: 'Open' })).toHaveAttribute('aria-selected', 'true');
        // The keys go back to the list a moment later, and would close a menu that was opened meanwhile.
        await expect(page.getByRole('listbox')).toBeFocused();
      });
    }
  });

  test('are left by Esc once nothing else is', async ({ page }) => {
    await page.goto(main.origin);
    await choose(page, 'Muted');
    await row(page, 'Kwikpet').click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox', { name: 'Chats: Muted' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('tab', { name: 'Open' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('listbox')).toBeFocused();
    await page.getByRole('tab', { name: 'Unread' }).click();
    await page.getByRole('listbox').focus();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('tab', { name: 'Unread' })).toHaveAttribute('aria-selected', 'true');
  });

  test('say that nothing is in them, each in its words', async ({ page }) => {
    main.inbox.data.chats = [];
    await page.goto(main.origin);
    for (const [list, , empty] of LISTS) {
      await choose(page, list);
      await expect(page.getByRole('heading', { name: empty })).toBeVisible();
      await page.getByRole('button', { name: 'Back to open chats' }).click();
      await expect(page.getByRole('tab', { name: 'Open' })).toHaveAttribute('aria-selected', 'true');
    }
  });

  test('Needs a reply says how long, the longest first; the same order holds for any list', async ({ page }) => {
    await page.goto(main.origin);
    await choose(page, 'Needs a reply');
    await expect(page.getByRole('option')).toHaveText([/Una.*20 h/, /Marigold.*2 h 10 min/]);
    await expect(row(page, 'Marigold')).toHaveAccessibleName(/waiting for 2 hours 10 minutes\. Still there\?/);
    await page.getByRole('button', { name: 'Back to open chats' }).click();
    await choose(page, 'Longest wait first');
    await expect(page.getByRole('option').first()).toHaveAccessibleName(/^Una/);
    await expect(page.getByText('Answered', { exact: true })).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Open' })).toHaveAttribute('aria-selected', 'true');
  });

  test('only business hours count as waiting', async ({ page }) => {
    main.settings = { ...main.settings, businessHours: [null, null, null, null, null, null, null] };
    await page.goto(main.origin);
    await choose(page, 'Needs a reply');
    await expect(page.getByRole('option').first()).toContainText('< 1 min');
  });

  test('the number in the title is of unread chats that are not muted', async ({ page }) => {
    await page.goto(main.origin);
    await expect(page).toHaveTitle(/^\(1\)/);
    main.inbox.change(2, { unreadCount: 1 });
    await expect(page).toHaveTitle(/^\(2\)/);
    await openMenu(page);
    await expect(page.getByRole('menuitemradio', { name: 'Muted, 1 chat' })).toBeVisible();
    main.inbox.change(2, { isMuted: true });
    await expect(page.getByRole('menuitemradio', { name: 'Muted, 2 chats' })).toBeVisible();
  });

  test('read chats are closed but those that the user holds on to, and all chats marked read, from the menu', async ({
    page,
  }) => {
    await page.goto(main.origin);
    await openMenu(page);
    await page.getByRole('menuitem', { name: 'Mark all as read' }).click();
    await expect(page.getByRole('tab', { name: 'Unread' })).toContainText('0');
    await openMenu(page);
    await page.getByRole('menuitem', { name: 'Close all read chats' }).click();
    const kept = 'Pinned chats and chats with a draft or an undelivered text stay open.';
    await expect(page.getByText(`4 chats closed. ${kept}`)).toBeVisible();
    await expect(page.getByRole('option')).toHaveText([/Deborah/, /Siobhan/, /Tom/]);
  });
});

test.describe('rows', () => {
  test('say what is out of the way, what comes back and what is left of being muted', async ({ page }) => {
    main.inbox.change(2, { returnedAt: Date.now() });
    await page.goto(main.origin);
    await expect(row(page, 'Kwikpet')).toHaveAccessibleName(/^Kwikpet, 9 unread, muted, 6 hours left\./);
    await expect(row(page, 'Marigold')).toHaveAccessibleName(/back from snooze/);
    await expect(row(page, 'Priya')).toHaveAccessibleName(/Scheduled for .*:/);
    await expect(row(page, 'Ivo')).toHaveCount(0);
    await choose(page, 'Snoozed');
    await expect(row(page, 'Ivo')).toHaveAccessibleName(/snoozed until /);
  });

  test('say of a read text that it needs a reply, where the list is not about that', async ({ page }) => {
    await page.goto(main.origin);
    const icon = page.getByTitle('Needs a reply');
    await expect(row(page, 'Marigold')).toHaveAccessibleName(/^Marigold, needs a reply\. Still there\?/);
    await expect(row(page, 'Marigold').locator(icon)).toHaveCount(1);
    await expect(icon).toHaveCount(2);
    main.inbox.change(2, { unreadCount: 1 });
    await expect(row(page, 'Marigold').locator(icon)).toHaveCount(0);
    await choose(page, 'Needs a reply');
    await expect(page.getByRole('option')).toHaveCount(2);
    await expect(icon).toHaveCount(0);
  });

  test('are checked by their face, with Ctrl and with Shift, and opened by any other click', async ({ page }) => {
    await page.goto(main.origin);
    await row(page, 'Marigold').locator('[data-check]').click();
    await expect(row(page, 'Marigold')).toHaveAttribute('aria-checked', 'true');
    await row(page, 'Kwikpet').click({ modifiers: ['Shift'] });
    await expect(page.getByRole('option', { checked: true })).toHaveCount(3);
    await row(page, 'Una').click({ modifiers: ['Control'] });
    await expect(page.getByRole('option', { checked: true })).toHaveCount(2);
    await expect(composer(page)).toBeHidden();
    await row(page, 'Tom').click();
    await expect(composer(page)).toBeFocused();
  });

  test('have one line where the window is dense, and the list stays where it was', async ({ page }) => {
    const now = Date.now();
    main.inbox.data.chats = Array.from({ length: 300 }, (_, index) =>
      buildChat({
        id: index + 1,
        phone: String(447_400_000_000 + index),
        name: `Person ${String(index + 1)}`,
        // All of the same day: no second line with a day stands between them.
        lastAt: now - index,
      }),
    );
    await page.goto(main.origin);
    const first = page.getByRole('option').first();
    await expect(first).toHaveCSS('height', '60px');
    const list = page.getByRole('listbox');
    await list.evaluate((box) => box.scrollTo({ top: 6_000 }));
    const top = () =>
      list.evaluate((box) => {
        const { x, y } = box.getBoundingClientRect();
        return (
          document
            .elementFromPoint(x + 60, y + 8)
            ?.closest('[role=option]')
            ?.getAttribute('aria-posinset') ?? ''
        );
      });
    await expect.poll(top).toBe('100');
    main.settings = { ...main.settings, density: 'compact' };
    main.emit('settings.changed', { settings: main.settings });
    await expect(page.getByRole('option', { name: /^Person 100[,.]/ })).toHaveCSS('height', '36px');
    await expect.poll(async () => Math.abs(Number(await top()) - 100)).toBeLessThanOrEqual(1);
    await list.press('End');
    await expect(page.getByRole('option', { name: /^Person 300[,.]/ })).toBeInViewport();
  });
});

test('the last digits of a number are seen however narrow its row is', async ({ page }) => {
  main.inbox.data.chats.push(
    buildChat({ id: 90, name: '', phone: '447700900461', isPinned: true, lastAt: Date.now() }),
  );
  await page.setViewportSize({ width: 720, height: 800 });
  await page.goto(main.origin);
  const name = page.getByRole('option', { name: /900461/ }).locator('.name');
  await expect(name).toBeVisible();
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  const places = await name.evaluate((box) => {
    const text = document.createTreeWalker(box, NodeFilter.SHOW_TEXT).nextNode();
    const toRect = (from: number, to: number): DOMRect => {
      const range = document.createRange();
      if (text !== null) range.setStart(text, from);
      if (text !== null) range.setEnd(text, to);
      return range.getBoundingClientRect();
    };
    const { left, right } = box.getBoundingClientRect();
    const length = text?.textContent?.length ?? 0;
    return { left, right, first: toRect(0, 1).left, last: toRect(length - 1, length) };
  });
  expect(places.first).toBeLessThan(places.left);
  expect(places.last.left).toBeGreaterThanOrEqual(places.left);
  expect(places.last.right).toBeLessThanOrEqual(places.right + 1);
});
