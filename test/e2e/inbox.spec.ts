import { expect, test } from './support/fixtures.ts';
import { startApp, steerService } from './support/programs.ts';
import { readNumber } from './support/service-state.ts';

const DEBORAH = '447700900318';

test.describe('the demo', () => {
  test('shows the chats, and a message arrives by itself, is counted and moves its chat up', async ({
    page,
    dataFolder,
  }) => {
    const app = await startApp({ dataFolder, args: ['--demo'] });
    try {
      await page.goto(app.announced);
      const chats = page.getByRole('listbox', { name: 'Open chats' });
      await expect(chats.getByRole('option', { name: /^Deborah Okonkwo, 2 unread, pinned/ })).toBeVisible();
      const unpinned = chats.getByRole('option').filter({ hasNot: page.getByText('pinned') });
      const before = await unpinned.allInnerTexts();
      const waiting = page.getByRole('navigation', { name: 'Main' });
      const count = Number(/\d+/.exec(await waiting.innerText())?.[0]);
      await expect
        .poll(async () => Number(/\d+/.exec(await waiting.innerText())?.[0]), { timeout: 120_000 })
        .toBeGreaterThan(count);
      await expect.poll(() => unpinned.allInnerTexts()).not.toEqual(before);
    } finally {
      await app.stop();
    }
  });
});

test.describe('the inbox', () => {
  test.use({ serviceArgs: ['--speed', '20'] });

  test('raises the unread count and moves the chat up when a text comes', async ({ inbox, service }) => {
    const chats = inbox.getByRole('listbox', { name: 'Open chats' });
    await steerService(service.account, 'POST inbound', { sender: '447700900405', text: 'Is the vet in today?' });
    const row = chats.getByRole('option', { name: /Is the vet in today\?/ });
    await expect(row).toBeVisible();
    await expect(row).toHaveAccessibleName(/1 unread/);
    // Two chats are pinned above it.
    await expect(row).toHaveAttribute('aria-posinset', '3');
  });

  test('sends a reply with Enter: it is on screen, accepted, delivered, and once in the service', async ({
    inbox,
    service,
  }) => {
    const text = `No breakfast, just water. ${String(Date.now())}`;
    await inbox.getByRole('option', { name: /^Deborah Okonkwo/ }).click();
    const composer = inbox.getByRole('textbox', { name: 'Text to Deborah Okonkwo' });
    await composer.fill(text);
    await composer.press('Enter');
    const messages = inbox.getByRole('list', { name: 'Messages' });
    await expect(messages.getByText(text)).toBeVisible();
    await expect(composer).toHaveValue('');
    const mine = messages.getByRole('listitem').filter({ hasText: text });
    await expect(mine).toHaveAccessibleName(/delivered/i);
    const { sent } = await readNumber(service.account, DEBORAH);
    expect(sent.filter((message) => message.text === text)).toHaveLength(1);
  });

  test('counts a chat as read once its newest message was seen', async ({ inbox, service }) => {
    const row = inbox.getByRole('option', { name: /^Deborah Okonkwo/ });
    await expect(row).toHaveAccessibleName(/2 unread/);
    await row.click();
    await expect(row).not.toHaveAccessibleName(/unread/);
    await expect.poll(async () => (await readNumber(service.account, DEBORAH)).chat.unread).toBe(0);
  });

  test('keeps what was typed when another chat is opened', async ({ inbox }) => {
    await inbox.getByRole('option', { name: /^Deborah Okonkwo/ }).click();
    await inbox.getByRole('textbox', { name: 'Text to Deborah Okonkwo' }).fill('Half a sentence');
    await inbox.getByRole('option', { name: /^Tom Abara/ }).click();
    await expect(inbox.getByRole('option', { name: /^Deborah Okonkwo/ })).toContainText('Half a sentence');
    await inbox.getByRole('option', { name: /^Deborah Okonkwo/ }).click();
    await expect(inbox.getByRole('textbox', { name: 'Text to Deborah Okonkwo' })).toHaveValue('Half a sentence');
  });

  test('opens a chat for a new number, and the text leaves once', async ({ inbox, service }) => {
    await inbox
      .getByRole('button', { name: /New message/ })
      .first()
      .click();
    await inbox.getByRole('combobox', { name: 'To' }).fill('+44 7911 123456');
    await inbox.getByRole('combobox', { name: 'To' }).press('Enter');
    const composer = inbox.getByRole('textbox', { name: /^Text/ });
    await composer.fill('Hello from the clinic');
    await composer.press('Enter');
    const mine = inbox.getByRole('listitem').filter({ hasText: 'Hello from the clinic' });
    await expect(mine).toHaveAccessibleName(/sent|queued|delivered/i);
    await expect(inbox.getByRole('option', { name: /7911 123456/ })).toBeVisible();
    expect((await readNumber(service.account, '447911123456')).sent).toHaveLength(1);
  });

  /** At small counts `desk-day.spec.ts` does the same. */
  test('is worked by keyboard alone', { tag: '@full' }, async ({ inbox, service }) => {
    await inbox.getByRole('listbox', { name: 'Open chats' }).focus();
    await inbox.keyboard.press('Home');
    await inbox.keyboard.press('Enter');
    const composer = inbox.getByRole('textbox', { name: /^Text to/ });
    await expect(composer).toBeFocused();
    await inbox.keyboard.type('Typed without a mouse');
    await inbox.keyboard.press('Enter');
    await expect(inbox.getByRole('listitem').filter({ hasText: 'Typed without a mouse' })).toBeVisible();
    await inbox.keyboard.press('Escape');
    await inbox.keyboard.press('e');
    await expect.poll(async () => (await readNumber(service.account, DEBORAH)).chat.status).toBe('c');
    await expect
      .poll(async () => (await readNumber(service.account, DEBORAH)).sent.map(({ text }) => text))
      .toContain('Typed without a mouse');
  });
});

test.describe('a service that goes away', () => {
  test('is said with the age of what is on screen, and is over at “Try now” once the service answers', async ({
    inbox,
    app,
    service,
  }) => {
    await app.waitUntilSynced();
    await inbox.getByRole('option', { name: /^Callum MacIntyre/ }).click();
    await steerService(service.account, 'POST faults', { faults: [{ kind: 'reset-before' }] });
    // A chat that is opened is asked for, which finds it out.
    await inbox.getByRole('option', { name: /^Tom Abara/ }).click();
    const sheet = inbox.getByRole('main');
    await expect(sheet.getByText('You’re offline.')).toBeVisible();
    await expect(sheet.getByText(/You’re seeing chats as of \d\d:\d\d/)).toBeVisible();
    await expect(inbox.getByRole('button', { name: 'Send when possible' })).toBeVisible();
    const tryNow = sheet.getByRole('button', { name: 'Try now' });
    await expect(tryNow).toBeVisible();
    await steerService(service.account, 'POST faults', { faults: [] });
    // On a slow computer the app asked again by itself before anybody could press it.
    await tryNow.evaluateAll((buttons: HTMLElement[]) => buttons.forEach((button) => button.click()));
    await expect(sheet.getByText('You’re offline.')).toBeHidden();
  });
});
