import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { startApp, steerService, type ServiceAccount } from './support/programs.ts';
import { askService } from './support/service-state.ts';

const live = (page: Page): Locator => page.getByRole('region', { name: /^Live updates/ });
const health = (page: Page): Locator => page.getByRole('region', { name: 'Health', exact: true });
const place = (page: Page, name: string): Locator => live(page).getByRole('group', { name });

async function openSettings(page: Page): Promise<void> {
  await page.keyboard.press('Control+,');
  await page.locator('a[href="#/settings/live"]').click();
  await expect(live(page).getByRole('list', { name: 'How an incoming text gets here' })).toBeVisible();
}

interface CallbackSettings {
  readonly outUrl: string | null;
  readonly inUrl: string | null;
}

const ask = (account: ServiceAccount, init?: RequestInit): Promise<Response> =>
  askService(account, 'callback/settings', init);

async function readSettings(account: ServiceAccount): Promise<CallbackSettings> {
  return (await (await ask(account)).json()) as CallbackSettings;
}

/** Another system that listens to callbacks: the service takes only an address that answers. */
async function startOther(): Promise<{ readonly url: string; readonly host: string; close(): void }> {
  const server = createServer((_request, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return { url: `http://${host}/hook`, host, close: () => void server.close() };
}

test('turn themselves on in the demo, and a text that comes is confirmed and in the log', async ({
  page,
  dataFolder,
}) => {
  const app = await startApp({ dataFolder, args: ['--demo'] });
  try {
    await page.goto(app.announced);
    await page.getByRole('option').first().waitFor();
    await openSettings(page);
    await expect(live(page).getByRole('heading')).toContainText('Live');
    await expect(place(page, 'Incoming texts')).toContainText('Tested');
    await expect(place(page, 'Delivery results')).toContainText('/switchboard/out/••••');
    await live(page).getByRole('button', { name: 'Send a test' }).click();
    await expect(live(page)).toContainText(/The test event at .* arrived after \d+ ms\./);
  } finally {
    await app.stop();
  }
});

test('leave another’s address alone, take it over on a yes, and put it back', async ({ inbox, service }) => {
  const { account } = service;
  const other = await startOther();
  const settings = JSON.stringify({ outUrl: other.url, inUrl: '', format: 'j' });
  expect((await ask(account, { method: 'PUT', body: settings })).status).toBe(200);
  await openSettings(inbox);
  await live(inbox).getByRole('button', { name: 'Turn on' }).click();
  await expect(live(inbox).getByRole('button', { name: 'Turn off' })).toBeVisible();
  await expect(place(inbox, 'Delivery results')).toContainText(`Delivery results go to ${other.host}.`);
  await expect(place(inbox, 'Incoming texts')).toContainText('Tested');
  expect(await readSettings(account)).toMatchObject({ outUrl: other.url });

  await place(inbox, 'Delivery results').getByRole('button', { name: 'Take over delivery results' }).click();
  const dialog = inbox.getByRole('alertdialog');
  await expect(dialog).toContainText(other.host);
  await dialog.getByRole('button', { name: 'Take over delivery results' }).click();
  await expect(place(inbox, 'Delivery results')).toContainText(`Turning this off switches back to ${other.host}`);
  await expect(live(inbox).getByRole('heading')).toContainText('Live');
  expect((await readSettings(account)).outUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/switchboard\/out\//);

  await steerService(account, 'POST inbound', { sender: '447700900318', text: 'Is the clinic open today?' });
  await live(inbox).getByRole('button', { name: 'Event log' }).click();
  const log = inbox.getByRole('dialog', { name: 'Event log' });
  await expect(log.getByRole('row', { name: /Incoming text.*Confirmed/ }).first()).toBeVisible();
  await expect(log).not.toContainText('Is the clinic open today?');
  await inbox.keyboard.press('Escape');
  await inbox.getByRole('link', { name: 'Health' }).click();
  await expect(health(inbox).getByRole('row', { name: /^Live updates/ })).toHaveText(/Live updates\s*[1-9]/);

  await inbox.getByRole('link', { name: 'Live updates' }).click();
  await live(inbox).getByRole('button', { name: 'Turn off' }).click();
  await expect(live(inbox).getByRole('button', { name: 'Turn on' })).toBeVisible();
  expect(await readSettings(account)).toMatchObject({ outUrl: other.url });
  other.close();
});
