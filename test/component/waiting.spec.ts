import { expect, type Locator, type Page } from '@playwright/test';
import type { MessageView, SendCheckView } from '#shared/contract/index.ts';
import { buildMessage, buildSend } from '#test/support/fake-bridge.ts';
import { signedIn } from '#test/support/session-views.ts';
import { test } from './fixtures.ts';
import { MINUTE_MS, fillSmall } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';

type SendState = NonNullable<MessageView['send']>['state'];

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillSmall(empty);
});

/** A text of ours that main still has in its hands. */
function ours(id: string, state: SendState, changes: Partial<MessageView> = {}, check: SendCheckView | null = null) {
  const send = buildSend({ id, state, attempts: 1, check });
  const at = Date.now() - 10 * MINUTE_MS;
  return buildMessage({
    key: `send:${id}`,
    direction: 'out',
    text: `Text ${id}`,
    mark: 'waiting',
    at,
    send,
    ...changes,
  });
}
function lostFor(minutes: number, changes: Partial<SendCheckView> = {}): SendCheckView {
  const now = Date.now();
  return {
    lostAt: now - minutes * MINUTE_MS,
    looks: 2,
    lastLookAt: now - MINUTE_MS,
    nextLookAt: now + 5 * MINUTE_MS,
    finding: 'not-there',
    readBackTo: now - 60 * MINUTE_MS,
    readSends: true,
    alike: [],
    ...changes,
  };
}

/** Replaces what became of a text, as main does once it knows. */
function settle(chatId: number, message: MessageView): void {
  const { messages } = main.inbox.data;
  messages.set(
    chatId,
    (messages.get(chatId) ?? []).map((one) => (one.key === message.key ? message : one)),
  );
  main.inbox.emit('messages.changed', { chatIds: [chatId], everything: false });
  main.inbox.emit('outbox.changed', {});
}

const banner = (page: Page): Locator => page.locator('.banner');
const list = (page: Page): Locator => page.getByRole('dialog', { name: 'Waiting to be sent' });
const decision = (page: Page): Locator => page.getByRole('alertdialog');
const composer = (page: Page): Locator => page.getByRole('textbox', { name: /^Text to/ });

async function openChat(page: Page, name: string, search = ''): Promise<void> {
  await page.goto(`${main.origin}/${search}`);
  await page.getByRole('option', { name: new RegExp(name) }).click();
}
test.describe('offline', () => {
  test.beforeEach(() => {
    main.changeStatus({ link: 'offline', since: Date.now() - 4 * MINUTE_MS, lastSyncedAt: Date.now() - 4 * MINUTE_MS });
    main.inbox.data.messages.set(1, [ours('a', 'queued'), ours('b', 'queued')]);
    main.inbox.data.messages.set(2, [ours('c', 'queued')]);
  });

  test('the banner says how many texts wait, and follows them', async ({ page }) => {
    await openChat(page, 'Deborah');
    await expect(banner(page)).toContainText(
      'You’re offline. You can still read your chats. 3 texts are waiting here and will be sent in order when you’re back online. You’re seeing chats as of',
    );
    await expect(page.getByText('Waiting for connection')).toHaveCount(2);
    main.inbox.data.actions = [
      {
        waitingId: 'action:1',
        chatId: 2,
        phone: '447700900319',
        name: 'Tom Abara',
        kind: 'close',
        createdAt: Date.now(),
      },
    ];
    main.inbox.emit('outbox.changed', {});
    await expect(banner(page)).toContainText('3 texts and 1 change are waiting here');
    main.inbox.data.messages.clear();
    main.inbox.data.actions = [];
    main.inbox.emit('outbox.changed', {});
    await expect(banner(page)).not.toContainText('wait here');
    await expect(banner(page).getByRole('button', { name: /^Show/ })).toBeHidden();
  });

  test('“Show all 3” lists them; each opens its chat, by keys alone', async ({ page }) => {
    await openChat(page, 'Deborah');
    const show = banner(page).getByRole('button', { name: 'Show all 3' });
    await show.focus();
    await page.keyboard.press('Enter');
    await expect(list(page)).toBeFocused();
    await expect(list(page).getByRole('listitem')).toHaveCount(3);
    await expect(list(page)).toContainText(/Tom Abara\s*since/);
    await page.keyboard.press('Escape');
    await expect(list(page)).toBeHidden();
    await expect(show).toBeFocused();
    await page.keyboard.press('Enter');
    const tom = list(page).getByRole('button', { name: /Text c/ });
    for (let step = 0; step < 10 && !(await tom.evaluate((button) => button === document.activeElement)); step += 1) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await expect(list(page)).toBeHidden();
    await expect(page.getByRole('region', { name: 'Chat with Tom Abara' })).toBeVisible();
    await expect(composer(page)).toBeFocused();
  });

  test('a text that is cancelled there is a draft of its chat again', async ({ page }) => {
    await openChat(page, 'Deborah');
    await banner(page).getByRole('button', { name: 'Show all 3' }).click();
    await list(page).getByRole('button', { name: 'Cancel text to Tom Abara' }).click();
    await expect(list(page).getByRole('listitem')).toHaveCount(2);
    await expect(list(page)).toBeFocused();
    await expect.poll(() => main.inbox.data.drafts.get('447700900319')).toBe('Text c');
    await list(page).getByRole('button', { name: 'Cancel text to Deborah Okonkwo' }).first().click();
    await expect(list(page).getByRole('listitem')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(composer(page)).toHaveValue('Text a');
  });

  test('a change that is cancelled there waits no more', async ({ page }) => {
    main.inbox.data.messages.clear();
    main.inbox.data.actions = (['close', 'pin'] as const).map((kind) => ({
      ...{ waitingId: `action:${kind}`, chatId: 2, phone: '447700900319', name: 'Tom Abara', kind },
      createdAt: Date.now() - MINUTE_MS,
    }));
    await openChat(page, 'Deborah');
    await banner(page).getByRole('button', { name: 'Show all 2' }).click();
    await list(page).getByRole('button', { name: 'Cancel “Close chat” for Tom Abara' }).click();
    await expect(list(page).getByRole('listitem')).toHaveCount(1);
    await expect(list(page)).toBeFocused();
    await expect(page.getByText('Tom Abara: “Close chat” cancelled.')).toBeVisible();
    await list(page).getByRole('button', { name: 'Cancel “Pin” for Tom Abara' }).click();
    await expect(list(page)).toContainText('Nothing waiting');
  });

  test('the list is empty once everything has left', async ({ page }) => {
    await openChat(page, 'Deborah');
    await banner(page).getByRole('button', { name: 'Show all 3' }).click();
    await expect(list(page).getByRole('listitem')).toHaveCount(3);
    main.inbox.data.messages.clear();
    main.inbox.emit('outbox.changed', {});
    await expect(list(page)).toContainText('Nothing waiting');
    await expect(list(page).getByRole('listitem')).toHaveCount(0);
  });

  test('“Cancel” below a text takes it back into the composer', async ({ page }) => {
    await openChat(page, 'Tom');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(composer(page)).toHaveValue('Text c');
    await expect(banner(page)).toContainText('2 texts are waiting here');
  });
});

test('what waits is reached from the title bar when the link is up', async ({ page }) => {
  main.inbox.data.messages.set(2, [ours('c', 'queued'), ours('d', 'checking', {}, lostFor(9))]);
  await openChat(page, 'Deborah');
  await page.getByRole('button', { name: '1 waiting, 1 unconfirmed' }).click();
  await expect(list(page).getByRole('region', { name: 'Not confirmed' })).toContainText('Text d');
  await list(page)
    .getByRole('button', { name: /Text d/ })
    .click();
  await expect(page.getByRole('region', { name: 'Chat with Tom Abara' })).toBeVisible();
  await expect(page.getByText('We didn’t hear back from the service.')).toBeInViewport();
});

test.describe('the key', () => {
  test('that was refused leaves nothing lost', async ({ page }) => {
    main.inbox.data.messages.set(1, [ours('a', 'queued'), ours('b', 'queued')]);
    main.inbox.data.drafts.set('447700900319', 'Half a word');
    await openChat(page, 'Deborah');
    main.changeStatus({ link: 'unauthorized' });
    await expect(banner(page)).toContainText(
      'The service no longer accepts your API key. Nothing was lost: 2 texts and a draft are kept here.',
    );
    await expect(page.getByText('Waiting for a new API key')).toHaveCount(2);
    await banner(page).getByRole('button', { name: 'Enter new API key' }).click();
    await expect(page.getByLabel('API key', { exact: true })).toBeVisible();
  });

  test('that is missing lets one read and write', async ({ page }) => {
    main.session = { ...signedIn, isKeyMissing: true };
    await openChat(page, 'Deborah');
    await expect(banner(page)).toContainText('Your API key isn’t on this computer. You can still read your chats.');
    await expect(page.getByText('No key')).toBeVisible();
    await banner(page).getByRole('button', { name: 'Enter API key' }).click();
    await expect(page.getByLabel('API key', { exact: true })).toBeVisible();
  });
});

test.describe('a lost answer', () => {
  const meta = (page: Page): Locator => page.locator('.message .meta').last();

  test('is said, with what the last look found, and looked for on request', async ({ page }) => {
    main.inbox.data.messages.set(1, [ours('a', 'checking', {}, lostFor(9))]);
    await openChat(page, 'Deborah');
    await expect(meta(page)).toContainText(
      'We didn’t hear back from the service. It may have been sent; we’re checking. We won’t resend it unless you tell us to.',
    );
    await expect(meta(page)).toContainText(/The service didn’t have it at \d\d:\d\d. We’ll check again at \d\d:\d\d./);
    await meta(page).getByRole('button', { name: 'Check now' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Checking now.' })).toBeAttached();
    await expect.poll(() => main.inbox.inputsOf('sends.lookNow')).toEqual([{ sendId: 'a' }]);
  });

  test('is sent again only after the evidence, with the safe choice first', async ({ page }) => {
    const alike = [{ messageId: 7, at: Date.now() - 8 * MINUTE_MS, text: 'Text a' }];
    main.inbox.data.messages.set(1, [ours('a', 'checking', {}, lostFor(9, { finding: 'alike', alike }))]);
    await openChat(page, 'Deborah');
    const again = meta(page).getByRole('button', { name: 'Send again…' });
    await again.click();
    await expect(decision(page)).toHaveAccessibleName('Send it again to Deborah Okonkwo?');
    await expect(decision(page)).toHaveAccessibleDescription(/^It may arrive twice\./);
    await expect(decision(page).getByRole('button', { name: 'Don’t send' })).toBeFocused();
    for (const fact of ['No response', '2 times, last at', 'Checked back to', '1 possible match']) {
      await expect(decision(page)).toContainText(fact);
    }
    await expect(decision(page).getByRole('list', { name: 'Possible matches' })).toContainText('Text a');
    await page.keyboard.press('Enter');
    await expect(decision(page)).toBeHidden();
    expect(main.inbox.inputsOf('sends.retry')).toEqual([]);
    await expect(again).toBeFocused();
    await again.click();
    await decision(page).getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => main.inbox.inputsOf('sends.retry')).toMatchObject([{ sendId: 'a', mayDouble: true }]);
  });

  test('that is found meanwhile needs no decision', async ({ page }) => {
    main.inbox.data.messages.set(1, [ours('a', 'checking', {}, lostFor(9))]);
    await openChat(page, 'Deborah');
    await meta(page).getByRole('button', { name: 'Send again…' }).click();
    await expect(decision(page)).toBeVisible();
    settle(1, ours('a', 'accepted', { mark: 'sent', letter: 'a' }, lostFor(9, { finding: 'found', nextLookAt: null })));
    await expect(decision(page)).toBeHidden();
    await expect(meta(page)).toContainText('Sent');
    await page.locator('.message').last().hover();
    await page.getByRole('button', { name: 'More for this message' }).last().click();
    await page.getByRole('menuitem', { name: /^Details/ }).click();
    const details = page.getByRole('dialog', { name: 'Details' });
    await expect(details).toContainText('No response');
    await expect(details).toContainText('Found on the service');
  });

  test('that never reached the service can be sent again at once, or removed', async ({ page }) => {
    main.inbox.data.messages.set(1, [ours('a', 'not-sent', {}, lostFor(9, { nextLookAt: null }))]);
    main.inbox.change(1, { lastDirection: 'out', lastMark: 'failed', lastSendState: 'not-sent', lastText: 'Text a' });
    await openChat(page, 'Deborah');
    await expect(page.getByRole('option', { name: /Not sent: Text a/ })).toBeVisible();
    await expect(meta(page)).toContainText(
      'Not sent We checked, and the service doesn’t have it. Your text is still here.',
    );
    await meta(page).getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => main.inbox.inputsOf('sends.retry')).toMatchObject([{ sendId: 'a', mayDouble: false }]);
    await meta(page).getByRole('button', { name: 'Remove' }).click();
    await expect(page.locator('.message')).toHaveCount(0);
    await page.getByRole('button', { name: 'Keep as a draft' }).click();
    await expect(composer(page)).toHaveValue('Text a');
  });

  test('stands in the row of its chat', async ({ page }) => {
    main.inbox.change(2, { lastDirection: 'out', lastMark: 'unknown', lastSendState: 'checking', lastText: 'Text c' });
    await page.goto(main.origin);
    await expect(page.getByRole('option', { name: /Tom Abara\. Checking: Text c/ })).toBeVisible();
  });
});

test('changes that the service refused are told together, with their chats', async ({ page }) => {
  await openChat(page, 'Deborah');
  await expect(composer(page)).toBeVisible();
  const problem = { code: 'forbidden', detail: 'Not yours.', fields: {}, at: 0 };
  main.inbox.emit('chats.actionRefused', { chatId: 1, action: 'pin', problem });
  await expect(page.getByText('the change to Deborah Okonkwo’s chat, so we undid it. Not yours.')).toBeVisible();
  main.inbox.emit('chats.actionRefused', { chatId: 2, action: 'status', problem });
  await expect(page.getByText('2 changes, so we undid them: Deborah Okonkwo and Tom Abara.')).toBeVisible();
});

test('a chat that a newer text kept open is told of, and stands in the list unread', async ({ page }) => {
  await openChat(page, 'Tom');
  const problem = { code: 'overtaken', detail: null, fields: {}, at: 0 };
  main.inbox.change(1, { unreadCount: 2, lastText: 'Are you there?', lastDirection: 'in' });
  main.inbox.emit('chats.actionRefused', { chatId: 1, action: 'read', problem });
  await expect(page.getByText('Deborah Okonkwo just texted, so the chat stays open and unread.')).toBeVisible();
  await expect(page.getByRole('option', { name: /Deborah Okonkwo.*Are you there\?/ })).toContainText('2');
});
