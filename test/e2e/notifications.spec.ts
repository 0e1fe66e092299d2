/** Notifications of the page, through a real browser and the whole app; the browser's own part is played. */
import type { Page } from '@playwright/test';
import { expect, test as base } from './support/fixtures.ts';
import { findMessage, findRow, openChat } from './support/inbox-page.ts';
import { PlayedNotifications } from './support/page-notifications.ts';
import { steerService, type ServiceAccount } from './support/programs.ts';

const PEOPLE = [
  { name: 'Callum MacIntyre', phone: '447700900188' },
  { name: 'Deborah Okonkwo', phone: '447700900318' },
] as const;
const [CALLUM, DEBORAH] = PEOPLE;

const test = base.extend<{ readonly played: PlayedNotifications }>({
  played: async ({ page }, use) => use(await PlayedNotifications.install(page)),
  // Before its page is opened.
  inbox: async ({ played: _, app, service, page }, use) => {
    await app.signIn(service.account);
    await page.goto(app.origin);
    await page.getByRole('option').first().waitFor();
    await use(page);
  },
});

const arrive = (account: ServiceAccount, { phone }: (typeof PEOPLE)[number], text: string): Promise<unknown> =>
  steerService(account, 'POST inbound', { sender: phone, text });
const offer = (page: Page) => page.getByText('Show a notification when a text arrives?');

test('notifications are offered after the first text, open its chat, and are told of once', async ({
  inbox,
  played,
  service,
}) => {
  await openChat(inbox, 'Deborah Okonkwo');
  await expect(offer(inbox)).toBeHidden();
  await arrive(service.account, CALLUM, 'Is the dog ready?');
  await expect(offer(inbox)).toBeVisible();
  await inbox.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(offer(inbox)).toBeHidden();
  const first = 'Callum MacIntyre: Is the dog ready?';
  await played.expectStanding([first]);

  await inbox.reload();
  await findRow(inbox, /^Callum MacIntyre/).waitFor();
  await arrive(service.account, CALLUM, 'Or the cat?');
  const second = 'Callum MacIntyre: Or the cat?';
  await played.expectStanding([second]);
  await played.click(second);
  await expect(inbox.getByRole('textbox', { name: 'Text to Callum MacIntyre' })).toBeVisible();
  await expect(findMessage(inbox, 'Or the cat?')).toBeVisible();
  await played.expectStanding([]);

  // Of a chat that the user looks at nothing is told.
  await arrive(service.account, CALLUM, 'Thanks');
  await expect(findMessage(inbox, 'Thanks')).toBeVisible();
  await arrive(service.account, DEBORAH, 'Hello');
  await played.expectStanding(['Deborah Okonkwo: Hello']);
  expect(played.told).toEqual([first, second, 'Deborah Okonkwo: Hello']);
});

test('“Not now” is remembered', async ({ inbox, played, service }) => {
  await arrive(service.account, CALLUM, 'One');
  await inbox.getByRole('button', { name: 'Not now' }).click();
  await expect(offer(inbox)).toBeHidden();
  await inbox.reload();
  await findRow(inbox, /^Callum MacIntyre/).waitFor();
  await arrive(service.account, CALLUM, 'Two');
  await expect(findRow(inbox, /^Callum MacIntyre/)).toContainText('Two');
  await expect(offer(inbox)).toBeHidden();
  expect(played.told).toEqual([]);
});
