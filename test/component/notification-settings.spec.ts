import { expect, type Locator, type Page } from '@playwright/test';
import type { DesktopView, HostInfo } from '#shared/contract/index.ts';
import { test } from './fixtures.ts';
import { fillSmall, typeTime } from './inbox-page.ts';
import { listCut, listFaults, resize } from './layout-and-axe-checks.ts';
import type { LoopbackMain } from './loopback-main.ts';
import { listRows } from '#test/support/full-counts.ts';

const WINDOWS: HostInfo = {
  kind: 'electron',
  platform: 'windows',
  canZoom: true,
  menus: 'button',
  version: '1',
  dataId: 'd',
};
const PAGE: DesktopView = {
  notifications: 'page',
  hasReply: false,
  hasTray: false,
  hasBadge: false,
  startsAtLogin: null,
  opensLinks: null,
};

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillSmall(empty);
  main.inbox.desktop.info = WINDOWS;
});

const section = (page: Page): Locator => page.getByRole('region', { name: /^Notifications/ });
const turn = (page: Page, name: string): Locator => section(page).getByRole('switch', { name });
const radio = (page: Page, group: string, name: string | RegExp): Locator =>
  section(page).getByRole('radiogroup', { name: group, exact: true }).getByRole('radio', { name, exact: true });
const choice = (page: Page, name: string): Locator => section(page).getByRole('combobox', { name });

async function open(page: Page, search = ''): Promise<void> {
  await page.goto(`${main.origin}/${search}#/settings/notifications`);
  await expect(page.locator('#settings-notifications').getByRole('switch').first()).toBeVisible();
}
/** A browser whose user says yes when asked. */
async function giveNotifications(page: Page, permission: NotificationPermission): Promise<void> {
  await page.addInitScript((given) => {
    class Given {
      static permission = given;
      static requestPermission(): Promise<NotificationPermission> {
        Given.permission = 'granted';
        return Promise.resolve(Given.permission);
      }
    }
    Object.assign(globalThis, { Notification: Given });
  }, permission);
}

test.describe('what is chosen is kept, and stands there after a reload', () => {
  const switches = [
    ['Show notifications', 'showsNotifications'],
    ['Reply from notifications', 'repliesFromNotifications'],
    ['Sound', 'notificationSound'],
  ] as const;
  for (const [name, key] of switches) {
    test(`${name}`, async ({ page }) => {
      await open(page);
      await turn(page, name).click();
      await expect.poll(() => main.settings[key]).toBe(false);
      await page.reload();
      await expect(turn(page, name)).not.toBeChecked();
    });
  }

  test('what a notification says', async ({ page }) => {
    await open(page);
    await radio(page, 'What they show', 'Sender').check();
    await expect.poll(() => main.settings.notificationPreview).toBe('sender');
    await radio(page, 'What they show', 'No details').check();
    await expect(section(page)).toContainText('Only that a text arrived');
    await page.reload();
    await expect(radio(page, 'What they show', 'No details')).toBeChecked();
  });

  test('the count on the icon, and what closing does', async ({ page }) => {
    await open(page);
    await choice(page, 'Count on the icon').selectOption('Unread texts');
    await choice(page, 'When I close the window').selectOption('Quit');
    await expect.poll(() => main.settings).toMatchObject({ iconCount: 'messages', closingWindow: 'quit' });
    await expect(section(page)).toContainText('No texts arrive until you open Switchboard again');
    await page.reload();
    await expect(choice(page, 'Count on the icon')).toHaveValue('messages');
    await expect(choice(page, 'When I close the window')).toHaveValue('quit');
  });

  test('the start with the session and links, which the desktop keeps', async ({ page }) => {
    await open(page);
    for (const name of ['Start when I sign in to this computer', 'Open sms: links with Switchboard'])
      await turn(page, name).click();
    await expect
      .poll(() => main.inbox.desktop.view)
      .toMatchObject({ startsAtLogin: true, opensLinks: { sms: true, tel: false } });
    await page.reload();
    await expect(turn(page, 'Start when I sign in to this computer')).toBeChecked();
    await expect(turn(page, 'Open tel: links with Switchboard')).not.toBeChecked();
  });

  test('is put back with a word where the desktop does not do it', async ({ page }) => {
    await open(page);
    main.inbox.fail('desktop.set', { code: 'not-found', detail: null, fields: {}, retryAfterMs: null });
    await turn(page, 'Start when I sign in to this computer').click();
    await expect(page.getByText('This desktop doesn’t support that. Nothing changed.')).toBeVisible();
    await expect(turn(page, 'Start when I sign in to this computer')).not.toBeChecked();
    await expect(page.getByRole('alert')).toHaveCount(1);
  });
});

test.describe('a pause', () => {
  test('of an hour says until when, and ends by itself', async ({ page }) => {
    await page.clock.install({ time: new Date('2026-11-20T09:54:00') });
    await open(page);
    await radio(page, 'Pause notifications', '1 hour').check();
    await expect(section(page)).toContainText('Until 10:54');
    await expect.poll(() => main.settings.notificationsPausedUntil).toBeGreaterThan(Date.parse('2026-11-20T10:53:59'));
    await page.clock.runFor('01:00:10');
    await expect(radio(page, 'Pause notifications', 'No')).toBeChecked();
  });

  test('until the morning is taken back', async ({ page }) => {
    await page.clock.install({ time: new Date('2026-11-20T20:00:00') });
    await open(page);
    await radio(page, 'Pause notifications', 'Until 08:00').check();
    await expect(section(page)).toContainText('Until Sat 08:00');
    await expect.poll(() => main.settings.notificationsPausedUntil).toBe(new Date('2026-11-21T08:00:00').getTime());
    await radio(page, 'Pause notifications', 'No').check();
    await expect.poll(() => main.settings.notificationsPausedUntil).toBeNull();
  });
});

test.describe('quiet hours', () => {
  test('are turned on, changed by keys alone, read out, and come back as they were', async ({ page }) => {
    await open(page);
    await expect(section(page)).toContainText('Off. Notifications arrive at any hour');
    await turn(page, 'Quiet hours').press('Space');
    await expect(section(page)).toContainText('20:00 to 08:00');
    await page.keyboard.press('Shift+Tab');
    const change = section(page).getByRole('button', { name: 'Change quiet hours' });
    await expect(change).toBeFocused();
    await change.press('Enter');
    await typeTime(section(page).getByLabel('Quiet hours, from'), '18:30');
    await section(page).getByRole('checkbox', { name: 'Sunday' }).press('Space');
    await expect(section(page)).toContainText('18:30 to 08:00, all day Sunday');
    const kept = { startsAt: 1_110, endsAt: 480, wholeDays: [7] };
    await expect.poll(() => main.settings.notificationQuietHours).toEqual(kept);
    await turn(page, 'Quiet hours').press('Space');
    await expect.poll(() => main.settings.notificationQuietHours).toBeNull();
    await turn(page, 'Quiet hours').press('Space');
    await expect.poll(() => main.settings.notificationQuietHours).toEqual(kept);
    await page.reload();
    await expect(section(page)).toContainText('18:30 to 08:00, all day Sunday');
  });

  test('that begin and end at once are not kept, and it is said', async ({ page }) => {
    main.settings = { ...main.settings, notificationQuietHours: { startsAt: 1_200, endsAt: 480, wholeDays: [] } };
    await open(page);
    await section(page).getByRole('button', { name: 'Change quiet hours' }).click();
    const from = section(page).getByLabel('Quiet hours, from');
    await typeTime(from, '08:00');
    await expect(section(page)).toContainText('The end must differ from the start');
    await expect(from).toHaveAccessibleDescription(/must differ/);
    expect(main.settings.notificationQuietHours).toMatchObject({ startsAt: 1_200 });
    await section(page).getByRole('button', { name: 'Done' }).click();
    await expect(section(page)).toContainText('20:00 to 08:00');
  });
});

test.describe('who allows them', () => {
  test('is named, with a test that says what became of it', async ({ page }) => {
    await open(page);
    await expect(section(page).getByRole('heading', { level: 2 })).toContainText('Allowed by Windows');
    await section(page).getByRole('button', { name: 'Send test' }).click();
    await expect(page.getByText(/^Test sent\./)).toBeVisible();
    main.inbox.desktop.takesNotifications = false;
    await section(page).getByRole('button', { name: 'Send test' }).click();
    await expect(page.getByText('The test wasn’t shown: Windows rejected it.')).toBeVisible();
  });

  test('is asked where nobody did, and the answer stands at once', async ({ page }) => {
    main.inbox.desktop.info = { ...WINDOWS, platform: 'macos' };
    main.inbox.desktop.view = { ...main.inbox.desktop.view, notifications: 'ask' };
    await open(page);
    await expect(section(page).getByRole('heading', { level: 2 })).toContainText('Not asked yet');
    await section(page).getByRole('button', { name: 'Allow notifications' }).click();
    await expect(section(page).getByRole('heading', { level: 2 })).toContainText('Allowed by macOS');
    main.inbox.desktop.change({ notifications: 'denied' });
    await expect(section(page)).toContainText('open System Settings, then Notifications, Switchboard');
    await expect(section(page).getByRole('button', { name: 'Send test' })).toHaveCount(0);
  });

  test('is the browser where a page shows them, and nothing is offered that it cannot do', async ({ page }) => {
    main.inbox.desktop.info = { ...WINDOWS, kind: 'browser', platform: 'linux' };
    main.inbox.desktop.view = PAGE;
    await giveNotifications(page, 'default');
    await open(page);
    await section(page).getByRole('button', { name: 'Allow notifications' }).click();
    await expect(section(page).getByRole('heading', { level: 2 })).toContainText('Allowed by your browser');
    for (const name of ['Reply from notifications', 'Start when I sign in to this computer'])
      await expect(turn(page, name)).toHaveCount(0);
    await expect(section(page).getByRole('combobox')).toHaveCount(0);
    await expect(section(page)).not.toContainText('links');
  });

  test('is nobody where there are none: what is left is the icon and the window', async ({ page }) => {
    main.inbox.desktop.view = { ...main.inbox.desktop.view, notifications: 'absent', hasTray: false };
    await page.goto(`${main.origin}/#/settings/notifications`);
    await expect(section(page).getByRole('heading', { level: 2 })).toContainText(
      'This desktop doesn’t support notifications',
    );
    await expect(turn(page, 'Show notifications')).toHaveCount(0);
    await expect(choice(page, 'When I close the window').locator('option')).toHaveText(['Minimise', 'Quit']);
  });
});

test('what needs notifications waits while they are off', async ({ page }) => {
  await open(page);
  await turn(page, 'Show notifications').click();
  await expect(turn(page, 'Sound')).toBeDisabled();
  await expect(radio(page, 'Pause notifications', '1 hour')).toBeDisabled();
  await expect(choice(page, 'Count on the icon')).toBeEnabled();
});

test('is reached by keys alone, and found by name', async ({ page }) => {
  await page.goto(main.origin);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('settings notifications');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^Notifications/ })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(section(page).getByRole('button', { name: 'Send test' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect.poll(() => main.settings.showsNotifications).toBe(false);
  await expect(turn(page, 'Show notifications')).toBeFocused();
});

for (const colorScheme of listRows(['light', 'dark'] as const, 0)) {
  test(`fits, and axe finds nothing serious: ${colorScheme}`, async ({ page }) => {
    main.settings = { ...main.settings, notificationQuietHours: { startsAt: 1_110, endsAt: 480, wholeDays: [6, 7] } };
    main.inbox.settings.serviceNotices = { isOn: true, withHistory: true, asHtml: true, emails: ['a@b.example'] };
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await open(page, colorScheme === 'dark' ? '?locale=en-XB' : '');
    await page.locator('#settings-notifications [aria-expanded]').click();
    for (const [width, height] of [
      [1440, 900],
      [720, 900],
      [320, 640],
    ] as const) {
      await resize(page, width, height);
      expect.soft(await listCut(page), String(width)).toEqual([]);
      expect.soft(await listFaults(page), String(width)).toEqual([]);
    }
  });
}
