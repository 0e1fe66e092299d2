import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { startApp, steerService } from './support/programs.ts';

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

interface Form {
  readonly baseUrl: string;
  readonly username?: string;
  readonly apiKey?: string;
}

async function signIn(page: Page, { baseUrl, username = 'northgate-vets', apiKey = 'wrong' }: Form): Promise<void> {
  await page.getByLabel('Service address').fill(baseUrl);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('API key').fill(apiKey);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test.describe('signing in', () => {
  test.beforeEach(async ({ app, page }) => {
    await page.goto(app.origin);
  });

  test('opens the inbox with a good key', async ({ page, service }) => {
    await signIn(page, service.account);
    await expect(page.getByRole('option', { name: /^Deborah Okonkwo/ })).toBeVisible();
  });

  test('says that a key is wrong', async ({ page, service }) => {
    await signIn(page, { ...service.account, apiKey: 'not-the-key' });
    await expect(page.getByText(/didn’t accept this username and key/)).toBeVisible();
  });

  test('says that there is no network', async ({ page }) => {
    const server = createServer();
    const baseUrl = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    await signIn(page, { baseUrl });
    await expect(
      page.getByRole('alert').filter({ hasText: /can’t be reached|no connection|couldn’t reach/i }),
    ).toBeVisible();
  });

  test('says that the address is not this service', async ({ page }) => {
    const server = createServer((_request, response) => response.end('<!doctype html><title>A shop</title>'));
    try {
      await signIn(page, { baseUrl: await listen(server) });
      await expect(page.getByText(/isn’t the service/)).toBeVisible();
    } finally {
      server.close();
    }
  });

  test('says that the service is closed for maintenance', async ({ page, service }) => {
    await steerService(service.account, 'POST faults', { faults: [{ kind: 'maintenance' }] });
    await signIn(page, service.account);
    await expect(page.getByText(/maintenance/i)).toBeVisible();
  });

  test('offers the demo, which needs no account', async ({ page }) => {
    await page.getByRole('button', { name: 'Try the demo' }).click();
    await expect(page.getByRole('option', { name: /^Deborah Okonkwo/ })).toBeVisible();
  });
});

test('a spent address is refused in words, and the terminal prints a fresh one', async ({
  page,
  dataFolder,
  browser,
}) => {
  const app = await startApp({ dataFolder });
  try {
    await page.goto(app.announced);
    await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    await page.reload();
    await expect(page.getByLabel('Username')).toBeVisible();
    const stranger = await browser.newContext();
    const knock = await stranger.newPage();
    const answer = await knock.goto(app.announced);
    expect(answer?.status()).toBe(403);
    await stranger.close();
    await expect.poll(() => app.output().match(/Switchboard is at \S+/g)?.length).toBeGreaterThan(1);
  } finally {
    await app.stop();
  }
});
