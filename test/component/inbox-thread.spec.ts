import { expect } from '@playwright/test';
import { buildMessage, toProblem } from '#test/support/fake-bridge.ts';
import { test } from './fixtures.ts';
import { heightOf, messages, movedBy, openInbox, readPlace, scrollTo, toLatest, fillLarge } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';

/** A list that was scrolled is still: what is not in view by then is further on. */
const AT_ONCE = { timeout: 1 };
const AGAIN = { intervals: [1] };

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillLarge(empty);
});

test.describe('the thread', () => {
  test('opens at its newest message', async ({ page }) => {
    await openInbox(page, main.origin);
    await expect(messages(page).getByText(/^Text 400\./)).toBeInViewport();
    await expect(toLatest(page)).toBeHidden();
  });

  test('keeps what is read where it is while an older page comes from the service', async ({ page }) => {
    await openInbox(page, main.origin);
    // Up through the pages of the cache, so that the next one is the service's.
    await expect(async () => {
      await scrollTo(page, 900);
      await scrollTo(page, 500);
      expect(main.inbox.data.service.get(1)?.length).toBeLessThan(200);
    }).toPass(AGAIN);
    await scrollTo(page, 1_500);
    const release = main.inbox.hold('messages.fetchOlder');
    await scrollTo(page, 300);
    await expect(page.getByText('Loading older messages')).toBeAttached();
    const [place, height] = [await readPlace(page), await heightOf(page)];
    release();
    await expect.poll(() => heightOf(page)).toBeGreaterThan(height + 1_000);
    expect(await movedBy(page, place)).toBeLessThanOrEqual(1);
  });

  test('reaches the beginning, and says so', async ({ page }) => {
    await openInbox(page, main.origin);
    await expect(async () => {
      await scrollTo(page, 0);
      await expect(page.getByText('Start of the chat')).toBeInViewport(AT_ONCE);
    }).toPass(AGAIN);
    await scrollTo(page, 0);
    await expect(messages(page).getByText(/^Text 1\./)).toBeInViewport();
  });

  test('says that older ones did not come, and tries again when asked', async ({ page }) => {
    main.inbox.fail('messages.fetchOlder', toProblem('server', 'Try later.'));
    await openInbox(page, main.origin);
    const failed = page.getByText('Older messages didn’t load. Try later.');
    await expect(async () => {
      await scrollTo(page, 0);
      await expect(failed).toBeInViewport(AT_ONCE);
    }).toPass(AGAIN);
    main.inbox.fail('messages.fetchOlder', null);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(failed).toBeHidden();
  });

  test('stays where somebody reads, and counts what came below', async ({ page }) => {
    await openInbox(page, main.origin);
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

  test('does not pull back somebody who scrolls up a little', async ({ page }) => {
    await openInbox(page, main.origin);
    const end = await messages(page).evaluate((box) => box.scrollHeight - box.clientHeight);
    await scrollTo(page, end - 60);
    expect(
      await messages(page).evaluate((box) => Math.round(box.scrollHeight - box.clientHeight - box.scrollTop)),
    ).toBe(60);
  });

  test('opens at the line of the new ones, which stays while they are read', async ({ page }) => {
    main.inbox.change(1, { unreadCount: 30 });
    await openInbox(page, main.origin);
    await expect(messages(page).getByText('New', { exact: true })).toBeInViewport();
    await expect(toLatest(page)).toBeVisible();
    await toLatest(page).click();
    await expect(page.getByRole('option', { name: /^Person 1[,.]/ })).not.toHaveAccessibleName(/unread/);
    await expect(async () => {
      const top = await messages(page).evaluate((box) => box.scrollTop);
      await scrollTo(page, top - 300);
      await expect(messages(page).getByText('New', { exact: true })).toBeInViewport(AT_ONCE);
    }).toPass(AGAIN);
  });

  test('shows markup as text and opens links outside', async ({ page }) => {
    const text = '<img src=x onerror="document.title=1"> see https://northgate.example/a?b=1.';
    main.inbox.data.messages.set(2, [buildMessage({ text, at: Date.now() })]);
    await openInbox(page, main.origin, 2);
    await expect(messages(page).getByText('<img src=x onerror="document.title=1"> see')).toBeVisible();
    await page.getByRole('link', { name: 'https://northgate.example/a?b=1' }).click();
    await expect.poll(() => main.inputOf('host.openLink')).toEqual({ url: 'https://northgate.example/a?b=1' });
    expect(page.url()).toBe(`${main.origin}/#/inbox/chat/2`);
  });

  test('moves by message with the arrow keys and shows the details of one', async ({ page }) => {
    await openInbox(page, main.origin, 2);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    const last = messages(page).getByRole('listitem').last();
    await last.focus();
    await page.keyboard.press('ArrowUp');
    const ours = messages(page).getByRole('listitem', { name: /^You\. Text 3\..*, delivered\.$/ });
    await expect(ours).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Details' })).toContainText('Status code');
    await page.keyboard.press('Escape');
    await expect(ours).toBeFocused();
  });
});
