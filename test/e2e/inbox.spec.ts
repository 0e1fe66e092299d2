import { expect, test } from './support/fixtures.ts';
import { startApp, startService, startServiceAt, steerService, toSignInEnvironment } from './support/programs.ts';

const DEBORAH = '447700900318';

test.describe('the demo', () => {
  test('shows the chats, and within 30 seconds a message arrives by itself, is counted and moves its chat up', async ({
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
        .poll(async () => Number(/\d+/.exec(await waiting.innerText())?.[0]), { timeout: 30_000 })
        .toBeGreaterThan(count);
      expect(await unpinned.allInnerTexts()).not.toEqual(before);
    } finally {
      await app.stop();
    }
  });
});

test.describe('the inbox', () => {
  test('raises the unread count and moves the chat up when somebody texts', async ({ inbox, service }) => {
    const chats = inbox.getByRole('listbox', { name: 'Open chats' });
    await steerService(service.account, 'POST inbound', { sender: '447700900405', text: 'Is the vet in today?' });
    const row = chats.getByRole('option', { name: /Is the vet in today\?/ });
    await expect(row).toBeVisible({ timeout: 30_000 });
    await expect(row).toHaveAccessibleName(/1 unread/);
    // Two chats are pinned above it.
    await expect(row).toHaveAttribute('aria-posinset', '3');
  });

  test('sends a reply with Enter: at once on screen, accepted, delivered, and once in the service', async ({
    inbox,
    service,
  }) => {
    const text = `No breakfast, just water. ${String(Date.now())}`;
    await inbox.getByRole('option', { name: /^Deborah Okonkwo/ }).click();
    const composer = inbox.getByRole('textbox', { name: 'Text to Deborah Okonkwo' });
    await composer.fill(text);
    await composer.press('Enter');
    const messages = inbox.getByRole('list', { name: 'Messages' });
    await expect(messages.getByText(text)).toBeVisible({ timeout: 1_000 });
    await expect(composer).toHaveValue('');
    const mine = messages.getByRole('listitem').filter({ hasText: text });
    await expect(mine).toHaveAccessibleName(/sent|queued/i, { timeout: 10_000 });
    await expect(mine).toHaveAccessibleName(/delivered/i, { timeout: 45_000 });
    const state = await steerService(service.account, `GET state?phone=${DEBORAH}`);
    const sent = state['sent'] as { text: string }[];
    expect(sent.filter((message) => message.text === text)).toHaveLength(1);
  });

  test('counts a chat as read once its newest message was seen', async ({ inbox, service }) => {
    const row = inbox.getByRole('option', { name: /^Deborah Okonkwo/ });
    await expect(row).toHaveAccessibleName(/2 unread/);
    await row.click();
    await expect(row).not.toHaveAccessibleName(/unread/);
    await expect
      .poll(async () => {
        const state = await steerService(service.account, 'GET requests');
        return JSON.stringify(state['requests']).includes('/chats/read/bulk');
      })
      .toBe(true);
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
    await expect(mine).toHaveAccessibleName(/sent|queued|delivered/i, { timeout: 20_000 });
    await expect(inbox.getByRole('option', { name: /7911 123456/ })).toBeVisible();
    const state = await steerService(service.account, 'GET state?phone=447911123456');
    expect(state['sent']).toHaveLength(1);
  });

  test('is worked by keyboard alone', async ({ inbox, service }) => {
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
    await expect
      .poll(async () => JSON.stringify((await steerService(service.account, 'GET requests'))['requests']))
      .toContain('/chats/status');
  });
});

test.describe('a service that goes away', () => {
  test('is said with the age of what is on screen, and a reply waits and leaves by itself, once', async ({
    inbox,
    service,
  }) => {
    await inbox.getByRole('option', { name: /^Callum MacIntyre/ }).click();
    await steerService(service.account, 'POST faults', { faults: [{ kind: 'reset-before' }] });
    const sheet = inbox.getByRole('main');
    await expect(sheet.getByText('You’re offline.')).toBeVisible({ timeout: 60_000 });
    await expect(sheet.getByText(/What you see is from \d\d:\d\d/)).toBeVisible();
    await expect(inbox.getByRole('button', { name: 'Send later' })).toBeVisible();
    await steerService(service.account, 'POST faults', { faults: [] });
    await sheet.getByRole('button', { name: 'Try now' }).click();
    await expect(sheet.getByText('You’re offline.')).toBeHidden({ timeout: 30_000 });
  });

  test('lets a reply wait when nobody listens, and sends it once when somebody does', async ({ page, dataFolder }) => {
    const first = await startService('--seed', '3', '--data', `${dataFolder}/service`);
    const port = new URL(first.account.baseUrl).port;
    const app = await startApp({ dataFolder, env: toSignInEnvironment(first.account) });
    try {
      await page.goto(app.announced);
      await page.getByRole('option', { name: /^Callum MacIntyre/ }).click();
      await first.stop();
      const composer = page.getByRole('textbox', { name: 'Text to Callum MacIntyre' });
      await composer.fill('Written while nobody listened');
      await composer.press('Enter');
      const mine = page.getByRole('listitem').filter({ hasText: 'Written while nobody listened' });
      await expect(mine).toHaveAccessibleName(/waiting/i, { timeout: 20_000 });
      const second = await startServiceAt(port, '--seed', '3', '--data', `${dataFolder}/service`);
      try {
        await expect(mine).toHaveAccessibleName(/delivered/i, { timeout: 90_000 });
        const state = await steerService(second.account, 'GET state?phone=447700900188');
        const sent = state['sent'] as { text: string }[];
        expect(sent.filter((message) => message.text === 'Written while nobody listened')).toHaveLength(1);
      } finally {
        await second.stop();
      }
    } finally {
      await app.stop();
    }
  });
});
