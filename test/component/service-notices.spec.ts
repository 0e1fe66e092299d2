import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { fillSmall } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillSmall(empty);
  main.inbox.desktop.info = {
    kind: 'electron',
    platform: 'linux',
    canZoom: true,
    menus: 'button',
    version: '1',
    dataId: 'd',
  };
});

const section = (page: Page): Locator => page.getByRole('region', { name: /^Notifications/ });
async function open(page: Page): Promise<void> {
  await page.goto(`${main.origin}/#/settings/notifications`);
  await expect(section(page).getByRole('switch').first()).toBeVisible();
}
const card = (page: Page): Locator => section(page).getByRole('group', { name: 'From the service' });
const emails = (page: Page): Locator => card(page).getByRole('switch', { name: 'Emails about incoming texts' });
const address = (page: Page, number: number): Locator =>
  card(page).getByRole('textbox', { name: `Address ${String(number)}` });

test('is turned on, with addresses and what the emails hold, and read from it after a reload', async ({ page }) => {
  await open(page);
  await emails(page).click();
  await expect(address(page, 1)).toHaveValue('desk@northgate.example');
  await address(page, 2).fill('night@northgate.example');
  await address(page, 2).press('Enter');
  await card(page).getByRole('switch', { name: 'Include earlier texts' }).click();
  await card(page).getByRole('switch', { name: 'Formatted emails' }).click();
  const emailsKept = ['desk@northgate.example', 'night@northgate.example'];
  const kept = { isOn: true, withHistory: true, asHtml: false, emails: emailsKept };
  await expect.poll(() => main.inbox.settings.serviceNotices).toEqual(kept);
  await address(page, 1).fill('');
  await address(page, 1).press('Tab');
  await expect.poll(() => main.inbox.settings.serviceNotices?.emails).toEqual(['night@northgate.example']);
  await page.reload();
  await expect(emails(page)).toBeChecked();
  await expect(address(page, 1)).toHaveValue('night@northgate.example');
});

test('has what it refuses stand in its field with the service’s words; Escape puts back what was there', async ({
  page,
}) => {
  main.inbox.settings.serviceNotices = { isOn: true, withHistory: false, asHtml: true, emails: ['a@b.example'] };
  await open(page);
  await address(page, 1).fill('nobody');
  await expect(address(page, 1)).toHaveAccessibleDescription('This isn’t an email address.');
  await address(page, 1).fill('desk@nowhere');
  await address(page, 1).press('Enter');
  await expect(address(page, 1)).toHaveAccessibleDescription('This is no valid address.');
  await expect(address(page, 1)).toHaveValue('desk@nowhere');
  await address(page, 1).press('Escape');
  await expect(address(page, 1)).toHaveValue('a@b.example');
  await expect(section(page)).toBeVisible();
  expect(main.inbox.settings.serviceNotices.emails).toEqual(['a@b.example']);
});

test('is as it was where the service could not be told', async ({ page }) => {
  await open(page);
  main.inbox.fail('serviceNotices.set', { code: 'timeout', detail: null, fields: {}, retryAfterMs: null });
  await emails(page).click();
  await expect(page.getByText(/^The service didn’t change this\. The service didn’t answer in time/)).toBeVisible();
  await expect(emails(page)).not.toBeChecked();
});

test('says that it could not be asked, and can be asked again', async ({ page }) => {
  main.inbox.fail('serviceNotices.get', { code: 'offline', detail: null, fields: {}, retryAfterMs: null });
  await open(page);
  await expect(card(page)).toContainText('We couldn’t load this from the service. You’re offline.');
  main.inbox.fail('serviceNotices.get', null);
  await card(page).getByRole('button', { name: 'Try again' }).click();
  await expect(emails(page)).toBeVisible();
});

test('has no card where the service has no such settings', async ({ page }) => {
  main.inbox.settings.serviceNotices = null;
  await open(page);
  await expect.poll(() => main.asked.some(({ name }) => name === 'serviceNotices.get')).toBe(true);
  await expect(card(page)).toHaveCount(0);
});
