import { expect, type Locator, type Page } from '@playwright/test';
import { findSignature, SIGNATURE_PARAMETER } from '#shared/contract/index.ts';
import { buildFile, buildMessage, buildSend, toProblem } from '#test/support/fake-bridge.ts';
import { buildDetails } from '#test/support/fake-thread.ts';
import { test } from './fixtures.ts';
import { composer, messages, MINUTE_MS, openInbox, fillLarge } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillLarge(empty);
  main.inbox.data.messages.set(2, [
    buildMessage({ key: 'in:1', text: 'Can he have his breakfast?', at: Date.UTC(2025, 10, 20, 9, 52) }),
    buildMessage({
      key: 'out:2',
      direction: 'out',
      mark: 'delivered',
      letter: 'd',
      text: 'Just water.',
      at: Date.now(),
    }),
    buildMessage({
      key: 'out:3',
      direction: 'out',
      mark: 'failed',
      letter: 'f',
      text: 'See you at ten.',
      at: Date.now(),
    }),
  ]);
});

const menu = (page: Page): Locator => page.getByRole('menu', { name: 'More for this message' });
const row = (page: Page, name: RegExp): Locator => messages(page).getByRole('listitem', { name });

test.describe('the menu of a message', () => {
  test('opens by the right button, by its button and by the keys, and gives the focus back', async ({ page }) => {
    await openInbox(page, main.origin, 2);
    await row(page, /Just water/).click({ button: 'right' });
    await expect(menu(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(row(page, /Just water/)).toBeFocused();
    await page.keyboard.press('Shift+F10');
    await expect(menu(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await row(page, /Just water/).hover();
    await row(page, /Just water/)
      .getByRole('button', { name: 'More for this message' })
      .click();
    await expect(menu(page).getByRole('menuitem', { name: /Copy message text/ })).toBeVisible();
  });

  test('copies the words, or a line with time and name', async ({ page, clipboard }) => {
    await openInbox(page, main.origin, 2);
    await row(page, /breakfast/).click({ button: 'right' });
    await menu(page).getByRole('menuitem', { name: 'Copy message text' }).click();
    await expect(page.getByText('Message copied')).toBeVisible();
    expect(await clipboard.read()).toBe('Can he have his breakfast?');
    await row(page, /breakfast/).click({ button: 'right' });
    await menu(page).getByRole('menuitem', { name: 'Copy with time' }).click();
    await expect
      .poll(() => clipboard.read())
      .toMatch(/^\[20 Nov 2025, \d\d:\d\d\] Person 2: Can he have his breakfast\?$/);
  });

  test('deletes at the service, and takes it back', async ({ page }) => {
    await openInbox(page, main.origin, 2);
    await row(page, /Just water/).click({ button: 'right' });
    await menu(page).getByRole('menuitem', { name: 'Delete' }).click();
    await expect(row(page, /Just water/)).toHaveCount(0);
    expect(main.inputOf('messages.delete')).toMatchObject({ chatId: 2, keys: ['out:2'] });
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect(row(page, /Just water/)).toBeVisible();
  });

  test('says why nothing was deleted', async ({ page }) => {
    await openInbox(page, main.origin, 2);
    main.inbox.fail('messages.delete', toProblem('disk'));
    await row(page, /Just water/).click({ button: 'right' });
    await menu(page).getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByText(/^Nothing was deleted\. ./)).toBeVisible();
    await expect(row(page, /Just water/)).toBeVisible();
  });

  test('puts the text of one that failed back into the composer', async ({ page }) => {
    await openInbox(page, main.origin, 2);
    await row(page, /See you at ten/).click({ button: 'right' });
    await menu(page).getByRole('menuitem', { name: 'Edit and send again' }).click();
    await expect(composer(page)).toBeFocused();
    await expect(composer(page)).toHaveValue('See you at ten.');
  });

  test('forwards into a new message', async ({ page }) => {
    await openInbox(page, main.origin, 2);
    await row(page, /breakfast/).click({ button: 'right' });
    await menu(page).getByRole('menuitem', { name: 'Forward' }).click();
    await expect(page.getByRole('combobox', { name: 'To' })).toBeFocused();
    await expect(page.getByRole('textbox', { name: /^Text/ })).toHaveValue('Can he have his breakfast?');
  });
});

test('checks several by key and copies them with their times', async ({ page, clipboard }) => {
  await openInbox(page, main.origin, 2);
  await row(page, /See you at ten/).focus();
  await page.keyboard.press('x');
  await expect(page.getByRole('toolbar', { name: 'Selected messages' })).toContainText('1 selected');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(row(page, /^Selected\. You\. Just water/)).toBeFocused();
  await page.getByRole('button', { name: 'Copy with times' }).click();
  await expect(page.getByText('2 messages copied')).toBeVisible();
  expect((await clipboard.read()).split('\n')).toEqual([
    expect.stringMatching(/^\[.+\] .+: Just water\.$/),
    expect.stringMatching(/^\[.+\] .+: See you at ten\.$/),
  ]);
  await row(page, /Just water/).focus();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('toolbar', { name: 'Selected messages' })).toBeHidden();
  await expect(row(page, /Just water/)).toBeFocused();
});

test('shows in the details every change that was seen, whence and where to, and codes as they are', async ({
  page,
}) => {
  main.inbox.thread.details.set(
    'out:3',
    buildDetails({
      letters: [
        { letter: 'q', mark: 'queued', at: Date.now() - 2 * MINUTE_MS },
        { letter: 'f', mark: 'failed', at: Date.now() },
      ],
      sender: '447700900002',
      receiver: '447700900318',
      session: { id: 81, text: null, recipientsCount: 64, source: 'reminder' },
      reference: 'sb-1',
      rejectReason: 'ERR_17',
      price: 0.038,
      partsCount: 1,
      charsCount: 15,
    }),
  );
  await openInbox(page, main.origin, 2);
  await row(page, /See you at ten/).focus();
  await page.keyboard.press('i');
  const details = page.getByRole('dialog', { name: 'Details' });
  for (const words of ['Queued (q)', 'Not delivered (f)', '64 people', 'ERR_17', 'sb-1', '+44 7700 900318'])
    await expect(details).toContainText(words);
  await page.keyboard.press('Escape');
  await expect(row(page, /See you at ten/)).toBeFocused();
});

test('asks before a link opens that leads elsewhere than it seems to', async ({ page }) => {
  main.inbox.data.messages.set(2, [
    buildMessage({ text: 'Pay at https://northgate.example@evil.example/pay now', at: Date.now() }),
  ]);
  await openInbox(page, main.origin, 2);
  await messages(page).getByRole('link').click();
  const asked = page.getByRole('alertdialog', { name: 'Open this link?' });
  await expect(asked).toContainText('evil.example');
  await expect(page.getByRole('button', { name: 'Don’t open' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(asked).toBeHidden();
  expect(main.inputOf('host.openLink')).toBeUndefined();
  await messages(page).getByRole('link').click();
  await page.getByRole('button', { name: 'Open evil.example' }).click();
  await expect.poll(() => main.inputOf('host.openLink')).toEqual({ url: 'https://northgate.example@evil.example/pay' });
});

test('fetches a picture only when somebody asks for it', async ({ page }) => {
  const files = [{ name: 'Biscuit.jpg', mimeType: 'image/jpeg', sizeBytes: 214_000, mediaId: 'm1' }];
  main.inbox.data.messages.set(2, [buildMessage({ text: '', files, at: Date.now() })]);
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/media/')) fetched.push(request.url());
  });
  await openInbox(page, main.origin, 2);
  await expect(messages(page)).toContainText('JPG, 214 kB');
  expect(fetched).toEqual([]);
  await messages(page).getByRole('button', { name: 'Show picture' }).click();
  await expect.poll(() => fetched.length).toBe(1);
});

for (const [comes, what] of [
  [true, 'the picture'],
  [false, 'its message, where the picture does not come,'],
] as const) {
  test(`Enter on “Show picture” gives ${what} the focus`, async ({ page }) => {
    const files = [{ name: 'Biscuit.gif', mimeType: 'image/gif', sizeBytes: 214, mediaId: 'm1' }];
    main.inbox.data.messages.set(2, [buildMessage({ text: '', files, at: Date.now() })]);
    const body = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');
    await page.route('**/media/m1**', (route) =>
      comes ? route.fulfill({ contentType: 'image/gif', body }) : route.fulfill({ status: 404, body: '' }),
    );
    await openInbox(page, main.origin, 2);
    await messages(page).getByRole('button', { name: 'Show picture' }).press('Enter');
    const picture = messages(page).getByRole('button', { name: 'Biscuit.gif' });
    await expect(comes ? picture : messages(page).getByRole('listitem').last()).toBeFocused();
  });
}

test('asks for a picture by an address of that moment, however long its row has stood there', async ({ page }) => {
  await page.clock.install();
  const files = [{ name: 'Biscuit.jpg', mimeType: 'image/jpeg', sizeBytes: 214_000, mediaId: 'm1' }];
  main.inbox.data.messages.set(2, [buildMessage({ text: '', files, at: Date.now() })]);
  const signed: number[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/media/m1') signed.push(findSignature(searchParams.get(SIGNATURE_PARAMETER) ?? '')?.atMs ?? 0);
  });
  await openInbox(page, main.origin, 2);
  await expect(messages(page)).toContainText('JPG, 214 kB');
  const shownAt = await page.evaluate(() => Date.now());
  await page.clock.fastForward(11 * MINUTE_MS);
  await messages(page).getByRole('button', { name: 'Show picture' }).click();
  await expect.poll(() => signed.length).toBe(1);
  expect((signed[0] ?? 0) - shownAt).toBeGreaterThan(10 * MINUTE_MS);
});

test('opens a file by Enter, and asks before one that lies elsewhere', async ({ page }) => {
  const file = { mimeType: 'application/pdf', sizeBytes: 214_000 };
  const files = [
    { ...file, name: 'Consent.pdf', mediaId: 'm1' },
    { ...file, name: 'Scan.pdf', mediaId: 'm2' },
  ];
  main.inbox.thread.elsewhere.set('m2', 'https://files.example/scan.pdf');
  main.inbox.data.messages.set(2, [buildMessage({ text: 'Here', files, at: Date.now() })]);
  await openInbox(page, main.origin, 2);
  const row = messages(page).locator('[data-place="message"]');
  await row.focus();
  await page.keyboard.press('Tab');
  await expect(row.getByRole('button', { name: /Consent\.pdf.*PDF, 214 kB/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => main.inputOf('files.openAttachment')).toEqual({ mediaId: 'm1' });
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await row.getByRole('button', { name: /Scan/ }).click();
  await expect(page.getByRole('alertdialog', { name: 'Open this link?' })).toContainText('isn’t on your text service');
  expect(main.inputOf('host.openLink')).toBeUndefined();
  await page.getByRole('button', { name: 'Open files.example' }).click();
  await expect.poll(() => main.inputOf('host.openLink')).toEqual({ url: 'https://files.example/scan.pdf' });
  main.inbox.fail('files.openAttachment', toProblem('not-found'));
  await row.getByRole('button', { name: /Consent/ }).click();
  await expect(page.getByText(/This file can’t be opened/)).toBeVisible();
});

test('shows what went as a link in a bubble of its own, and opens it with the service unasked', async ({ page }) => {
  const ours = { direction: 'out', mark: 'delivered', at: Date.now() } as const;
  const send = buildSend({ state: 'accepted', files: [buildFile({ name: 'Consent.pdf', isUploaded: true })] });
  main.inbox.data.messages.set(2, [
    buildMessage({ ...ours, key: 'send:s1', text: 'The second page:\nexample.com/click/Ab3xYz', send }),
    buildMessage({ ...ours, key: 'out:2', text: 'Prices:\nexample.com/click/Cd4wVu' }),
  ]);
  await openInbox(page, main.origin, 2);
  await expect(messages(page).locator('.bubble')).toHaveText([
    /^\s*The second page:\s*$/,
    /Consent\.pdf\s*sent as a link, 214 kB/,
    /^\s*Prices:\s*$/,
    /File\s*sent as a link, example\.com\/click\/Cd4wVu/,
  ]);
  await expect(messages(page).locator('[data-place="message"]').first()).toHaveAccessibleName(
    /^You\. The second page: Consent\.pdf \d\d:\d\d, delivered\.$/,
  );
  await messages(page)
    .getByRole('button', { name: /Consent/ })
    .click();
  await expect.poll(() => main.inputOf('host.openLink')).toEqual({ url: 'https://example.com/click/Ab3xYz' });
});

test('jumps to a date that is typed or picked, and says what it does not find', async ({ page }) => {
  await openInbox(page, main.origin);
  await page.keyboard.press('Control+g');
  const dialog = page.getByRole('dialog', { name: 'Jump to date' });
  const date = dialog.getByLabel('Date', { exact: true });
  await date.fill('the day after tomorrow');
  await page.keyboard.press('Enter');
  await expect(date).toHaveAccessibleDescription('That isn’t a past date we recognise.');
  main.inbox.fail('messages.findAt', toProblem('offline'));
  await date.fill('3 weeks ago');
  await expect(date).toHaveAccessibleDescription(/^\w{3} \d+ \w{3}/);
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('We couldn’t look for that date.');
  main.inbox.fail('messages.findAt', null);
  await dialog.locator('[data-calendar-day][data-today]').first().click();
  await expect(date).toHaveValue(/^\w{3} \d+ \w{3}/);
  await date.fill('yesterday');
  main.inbox.thread.isCertain = false;
  await dialog.getByRole('button', { name: 'Jump' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/may be missing here\. We couldn’t load all of them/)).toBeVisible();
  await expect(messages(page).getByRole('listitem').and(page.locator(':focus'))).toBeInViewport();
});

test('jumps to a date from the line of a day', async ({ page }) => {
  await openInbox(page, main.origin, 2);
  await messages(page)
    .getByRole('button', { name: /Jump to date$/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Jump to date' });
  const date = dialog.getByLabel('Date', { exact: true });
  await expect(date).toBeFocused();
  await expect(date).not.toHaveValue('');
  await expect(dialog.locator('[data-calendar-day][data-selected]')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('exports the conversation and says what is not kept here', async ({ page }) => {
  await openInbox(page, main.origin);
  await page.getByRole('button', { name: /^More for Person 1/ }).click();
  await page.getByRole('menuitem', { name: /Export/ }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('radio', { name: 'CSV' }).check();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  expect((await download).suggestedFilename()).toMatch(/^Person 1 \d{4}-\d\d-\d\d\.csv$/);
  await expect(page.getByText(/messages exported\. Others are on the service/)).toBeVisible();
});

test('prints all that is kept here, and nothing of the app', async ({ page }) => {
  await openInbox(page, main.origin, 2);
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await page.keyboard.press('Control+p');
  await expect(page.getByText('3 messages will be printed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.paper')).toBeVisible();
  await expect(page.locator('.paper')).toContainText('Just water.');
  await expect(messages(page)).toBeHidden();
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  await expect(page.locator('.paper')).toHaveCount(0);
  await expect(messages(page)).toBeVisible();
});

test.describe('somebody whom no text reaches', () => {
  test('can be resubscribed after a question, with the safe choice first', async ({ page }) => {
    main.inbox.change(2, { isUnsubscribed: true, optedOutAt: Date.UTC(2024, 10, 12, 12) });
    await openInboxOf(page);
    await expect(page.getByText('The service stopped delivering to this number on 12 Nov 2024.')).toBeVisible();
    await page.getByRole('button', { name: 'Resubscribe…' }).click();
    await expect(page.getByRole('button', { name: 'Keep unsubscribed' })).toBeFocused();
    main.inbox.fail('people.resubscribe', toProblem('forbidden'));
    await page.getByRole('button', { name: 'Resubscribe Person 2' }).click();
    await expect(page.getByText(/won’t resubscribe Person 2 for you/)).toBeVisible();
    main.inbox.fail('people.resubscribe', null);
    await page.getByRole('button', { name: 'Resubscribe…' }).click();
    await page.getByRole('button', { name: 'Resubscribe Person 2' }).click();
    await expect(composer(page)).toBeVisible();
  });

  test('can be unblocked', async ({ page }) => {
    main.inbox.change(2, { isBlocked: true });
    await openInboxOf(page);
    const again = row(page, /See you at ten/).getByRole('button', { name: 'Send again' });
    await expect(row(page, /See you at ten/)).toBeVisible();
    await expect(again).toHaveCount(0);
    await page.getByRole('button', { name: 'Unblock' }).click();
    await expect(again).toBeVisible();
    await expect(composer(page)).toBeVisible();
    expect(main.inbox.data.chats[1]?.isBlocked).toBe(false);
  });
});

async function openInboxOf(page: Page): Promise<void> {
  await page.goto(main.origin);
  await page.getByRole('option', { name: /^Person 2[,.]/ }).click();
  await expect(messages(page)).toBeVisible();
}

test.describe('reading', () => {
  test('READ-1: what arrives while nobody can be looking is unread until somebody is back', async ({ page }) => {
    await openInbox(page, main.origin);
    main.emit('host.presenceChanged', { isAway: true });
    main.inbox.arrive(1, buildMessage({ key: 'in:900', text: 'Anybody?', at: Date.now() }));
    main.inbox.change(1, { unreadCount: 1 });
    await expect(messages(page).getByText('Anybody?')).toBeInViewport();
    await expect(page.getByRole('option', { name: /^Person 1[,.]/ })).toHaveAccessibleName(/unread/);
    expect(main.inbox.data.chats[0]?.unreadCount).toBe(1);
    main.emit('host.presenceChanged', { isAway: false });
    await expect.poll(() => main.inbox.data.chats[0]?.unreadCount).toBe(0);
  });

  test('READ-1: nothing is read by itself where the person wants to say so', async ({ page }) => {
    main.settings = { ...main.settings, marksRead: 'by-hand' };
    main.inbox.change(1, { unreadCount: 2 });
    await openInbox(page, main.origin);
    await expect(messages(page).getByText(/^Text 400\./)).toBeInViewport();
    await composer(page).fill('Thinking');
    expect(main.inbox.data.chats[0]?.unreadCount).toBe(2);
  });
});
