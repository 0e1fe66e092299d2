import { expect, type Page } from '@playwright/test';
import { buildMessage } from '#test/support/fake-bridge.ts';
import { test } from './fixtures.ts';
import { messages, openInbox, scrollTo, fillLarge } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';
import { fillVaried } from './screens.ts';

let main: LoopbackMain;

interface Node {
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
}

/** Names of everything of a role, as the browser tells assistive technology. */
async function listNames(page: Page, role: string): Promise<string[]> {
  const client = await page.context().newCDPSession(page);
  const { nodes } = (await client.send('Accessibility.getFullAXTree')) as { nodes: readonly Node[] };
  await client.detach();
  return nodes.flatMap((node) => (node.role?.value === role ? [node.name?.value ?? ''] : []));
}

/** From now on, what live regions come to hold. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const LIVE = '[aria-live]:not([aria-live="off"]), [role="log"], [role="status"], [role="alert"]';
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(LIVE) ?? null;
        const isLog = region?.getAttribute('role') === 'log';
        const added = [...addedNodes].map(({ textContent }) => textContent?.trim() ?? '').filter((text) => text !== '');
        if (isLog) said.push(...added);
        else if (region !== null) said.push(region.textContent.trim());
        if (region !== null) continue;
        // A region that comes with words in it.
        const came = [...addedNodes].filter((node) => node instanceof Element);
        for (const live of came.flatMap((node) => [node, ...node.querySelectorAll('*')]))
          if (live.matches(LIVE) && live.textContent.trim() !== '') said.push(live.textContent.trim());
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said.filter((text) => text.trim() !== ''));
}

/**
 * Waits until a text of another chat is spoken of: what came before it was spoken of, or never is. What was said until then.
 */
async function untilNext(said: () => Promise<string[]>): Promise<string[]> {
  const next = 'New text from Person 9';
  main.emit('messages.arrived', {
    items: [{ key: 'in:990', chatId: 9, phone: '447400000008', name: 'Person 9', at: Date.now() }],
  });
  await expect.poll(said).toContain(next);
  return (await said()).filter((text) => text !== next);
}

test.describe('the tree of the inbox', () => {
  test.beforeEach(async ({ page, main: empty }) => {
    main = fillVaried(empty);
    await page.goto(main.origin);
    await expect(page.getByRole('option').first()).toBeVisible();
  });

  test('reads of every row who, what is special about it, the text, and when', async ({ page }) => {
    const rows = await listNames(page, 'option');
    expect(rows.length).toBeGreaterThan(10);
    for (const row of rows) expect(row).toMatch(/^[^.]+\. .+ (\d\d:\d\d|Mon|Tue|Wed|Thu|Fri|Sat|Sun)$/);
    expect(rows[0]).toMatch(/^Deborah Okonkwo, 2 unread, pinned\. Can he have his breakfast\? /);
    expect(rows.find((row) => row.startsWith('Kwikpet'))).toMatch(/^Kwikpet, 9 unread, muted, [67] hours left\. /);
    expect(rows.find((row) => row.startsWith('Siobhan'))).toMatch(/^Siobhan\. Draft: Bella’s bloods /);
    expect(rows.find((row) => row.startsWith('Tom'))).toMatch(/^Tom\. Not delivered[.:]? Lovely, see you at ten\. /);
    expect(rows.find((row) => row.startsWith('+44'))).toMatch(/^\+44 7400 000010\. Delivered: Lovely/);
    const options = await page
      .getByRole('option')
      .evaluateAll((all) => all.map((one) => [Number(one.ariaSetSize), Number(one.ariaPosInSet)]));
    const size = main.inbox.data.chats.filter((chat) => chat.status === 'active' && chat.snoozedUntil === null).length;
    expect(options).toEqual(options.map((_, index) => [size, index + 1]));
  });

  test('says the place of a row in the whole list, wherever it is scrolled to', async ({ page }) => {
    await page.getByRole('tab', { name: 'Closed' }).click();
    const list = page.getByRole('listbox', { name: 'Closed chats' });
    await list.focus();
    await page.keyboard.press('End');
    const last = page.getByRole('option', { name: /^Closed 59/ });
    await expect(last).toHaveAttribute('aria-posinset', '61');
    await expect(last).toHaveAttribute('aria-setsize', '61');
    const id = await last.getAttribute('id');
    await expect(list).toHaveAttribute('aria-activedescendant', id ?? '');
  });

  test('reads of every message who, text, day and time, and state, in their order', async ({ page }) => {
    await page.getByRole('option', { name: /^Deborah/ }).click();
    await expect(messages(page)).toBeVisible();
    const rows = messages(page).locator('[data-key]');
    const readPlaces = () =>
      rows.evaluateAll((all) => all.map((one) => [Number(one.ariaSetSize), Number(one.ariaPosInSet)]));
    // Those above what is in view come a moment later.
    await expect.poll(readPlaces).toEqual(Array.from({ length: 12 }, (_, index) => [12, index + 1]));
    const names = await listNames(page, 'listitem');
    const said = names.filter((name) => /^(You|Deborah Okonkwo)\. /.test(name));
    expect(said).toHaveLength(12);
    const time = String.raw`(\w{3} \d+ \w{3}, )?\d\d:\d\d`;
    const reads = (row: number, what: string): void => expect(said[row]).toMatch(new RegExp(`^${what}\\.$`));
    said.forEach((_, row) => reads(row, `(You|Deborah Okonkwo)\\. .+ ${time}(, .+)?`));
    reads(0, `Deborah Okonkwo\\. Can he have his breakfast before he comes in\\? \\w{3} \\d+ \\w{3}, \\d\\d:\\d\\d`);
    reads(1, `You\\. Of course\\. .+ ${time}, delivered`);
    reads(4, `Deborah Okonkwo\\. Picture ${time}`);
    reads(6, `You\\. See you at ten\\. ${time}, not delivered`);
    expect(said[7]).toMatch(/, rejected\.$/);
  });
});

test.describe('what is spoken without being asked', () => {
  test.beforeEach(async ({ page, main: empty }) => {
    main = fillLarge(empty);
    await openInbox(page, main.origin);
  });

  test('is nothing while history loads', async ({ page }) => {
    const said = await listen(page);
    const before = main.asked.filter(({ name }) => name === 'messages.fetchOlder').length;
    for (
      let turn = 0;
      turn < 8 && main.asked.filter(({ name }) => name === 'messages.fetchOlder').length === before;
      turn += 1
    )
      await scrollTo(page, 0);
    expect(main.asked.filter(({ name }) => name === 'messages.fetchOlder').length).toBeGreaterThan(before);
    await scrollTo(page, 0);
    expect(await untilNext(said)).toEqual([]);
  });

  test('is nothing when marks and counts change', async ({ page }) => {
    const said = await listen(page);
    const all = main.inbox.data.messages.get(1) ?? [];
    main.inbox.data.messages.set(
      1,
      all.map((message) => (message.direction === 'out' ? { ...message, mark: 'failed', letter: 'f' } : message)),
    );
    main.inbox.emit('messages.changed', { chatIds: [1], everything: false });
    main.inbox.change(5, { unreadCount: 4 });
    await expect(page.getByRole('option', { name: /^Person 5, 4 unread/ })).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Unread' })).toContainText('1');
    await expect(messages(page).getByText('Not delivered').first()).toBeVisible();
    expect(await untilNext(said)).toEqual([]);
  });

  test('is the sender and the text of what arrives in the open chat, once', async ({ page }) => {
    const said = await listen(page);
    const text = 'Is there any news of him?';
    main.inbox.arrive(1, buildMessage({ key: 'in:900', text, at: Date.now() }));
    main.inbox.change(1, { lastText: text, unreadCount: 1 });
    main.emit('messages.arrived', {
      items: [{ key: 'in:900', chatId: 1, phone: '447400000000', name: 'Person 1', at: Date.now() }],
    });
    await expect(messages(page).getByText(text)).toBeInViewport();
    expect(await untilNext(said)).toEqual([`Person 1: ${text}`]);
  });
});
