import { expect, type Page, type Route } from '@playwright/test';
import { buildChat } from '#test/support/fake-bridge.ts';
import { signedIn, signedOut } from '#test/support/session-views.ts';
import { makeStatus } from '#test/support/sync-status.ts';
import { test } from './fixtures.ts';
import type { LoopbackMain } from './loopback-main.ts';

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = empty;
  main.inbox.data.chats = [
    buildChat({ id: 1, unreadCount: 2 }),
    buildChat({ id: 2, phone: '447700900319', name: 'Tom' }),
  ];
});

async function openApp(page: Page): Promise<void> {
  await page.goto(main.origin);
}

/** How the sentences about a failed attempt begin. */
const SAYS: Readonly<Record<string, RegExp>> = {
  'disk-newer': /^A newer version of Switchboard/,
  unauthorized: /^The service didn’t accept this username and key/,
  'not-this-service': /^rest\.example\.com answered/,
  timeout: /^rest\.example\.com didn’t answer/,
};

/** How the sentences about the keyring begin. */
const KEEPS = {
  ready: /^Keep me signed in on this computer/,
  locked: /^This computer’s keyring is locked/,
  silent: /^This computer’s keyring is waiting/,
  failed: /^This computer’s keyring isn’t working/,
  absent: /^This computer has no keyring/,
} as const;

const rail = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test.describe('signing in', () => {
  test.beforeEach(() => {
    main.session = signedOut;
  });

  test('goes on to the inbox, with addresses made whole', async ({ page }) => {
    await openApp(page);
    await page.getByLabel('Service address').fill('rest.example.com/api/v2');
    await expect(page.getByLabel('Web address')).toHaveValue('https://example.com');
    await page.getByLabel('Username').fill('northgate-vets');
    await page.getByLabel('API key', { exact: true }).fill('k-4F2C');
    await page.keyboard.press('Enter');
    await expect(rail(page)).toBeVisible();
    expect(main.inputOf('session.signIn')).toMatchObject({
      baseUrl: 'https://rest.example.com',
      webUrl: 'https://example.com',
      username: 'northgate-vets',
      apiKey: 'k-4F2C',
      // This computer has no keyring, so that there was nothing to choose.
      keepsKey: false,
    });
  });

  test('goes to the first fault, and says it there', async ({ page }) => {
    await openApp(page);
    await page.getByLabel('Service address').fill('rest.example.com');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByLabel('Username')).toBeFocused();
    await expect(page.getByLabel('Username')).toHaveAccessibleDescription('Enter your username.');
  });

  test('says what the service said about the key, under the key', async ({ page }) => {
    main.signInReply = { ok: false, error: { code: 'unauthorized', detail: null, fields: {}, retryAfterMs: null } };
    await openApp(page);
    await page.getByLabel('Service address').fill('rest.example.com');
    await page.getByLabel('Username').fill('northgate-vets');
    await page.getByLabel('API key', { exact: true }).fill('k-wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    const key = page.getByLabel('API key', { exact: true });
    await expect(key).toBeFocused();
    await expect(key).toHaveAccessibleDescription(/didn’t accept this username and key/);
    await expect(key).toHaveValue('k-wrong');
  });

  test('is not needed for the demo', async ({ page }) => {
    main.signInReply = { ok: true, value: { ...signedIn, isDemo: true } };
    await openApp(page);
    await page.getByRole('button', { name: 'Try the demo' }).click();
    await expect(rail(page)).toBeVisible();
    await rail(page)
      .getByRole('button', { name: /^Account/ })
      .click();
    await expect(page.getByRole('menu')).toContainText('Nothing is sent and nothing is charged.');
    await expect(page.getByText('Demo', { exact: true })).toBeVisible();
  });

  test('fits a usual window with whatever it has to say, and scrolls where it cannot', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openApp(page);
    await page.getByLabel('Service address').fill('rest.example.com');
    await page.getByLabel('Username').fill('northgate-vets');
    await page.getByLabel('API key', { exact: true }).fill('k-wrong');
    const isCut = () => page.locator('main').evaluate((sheet) => sheet.scrollHeight > sheet.clientHeight);
    for (const code of ['disk-newer', 'unauthorized', 'not-this-service', 'timeout']) {
      main.signInReply = { ok: false, error: { code, detail: null, fields: {}, retryAfterMs: null } };
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByText(SAYS[code] ?? '')).toBeVisible();
      for (const keyring of ['ready', 'locked', 'silent', 'failed', 'absent'] as const) {
        main.emit('session.changed', { session: { ...main.session, keyring } });
        await expect(page.getByText(KEEPS[keyring])).toBeVisible();
        expect(await isCut(), `${code}, ${keyring}`).toBe(false);
      }
      await expect(page.getByRole('button', { name: 'Try the demo' })).toBeInViewport({ ratio: 1 });
    }
    await page.setViewportSize({ width: 1440, height: 600 });
    expect(await isCut()).toBe(true);
    await page.getByRole('heading', { name: 'Sign in to your texting account' }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('heading', { name: 'Sign in to your texting account' })).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Try the demo' }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('button', { name: 'Try the demo' })).toBeInViewport({ ratio: 1 });
  });

  test('keeps no key of a user who does not want that, also where the keyring is late by now', async ({ page }) => {
    main.session = { ...signedOut, keyring: 'ready', isKeyKept: true };
    await openApp(page);
    await page.getByLabel('Service address').fill('rest.example.com');
    await page.getByLabel('Username').fill('northgate-vets');
    await page.getByRole('checkbox', { name: KEEPS.ready }).uncheck();
    main.emit('session.changed', { session: { ...main.session, keyring: 'silent' } });
    await expect(page.getByText(KEEPS.silent)).toBeVisible();
    await page.getByLabel('API key', { exact: true }).fill('k-4F2C');
    await page.keyboard.press('Enter');
    await expect(rail(page)).toBeVisible();
    expect(main.inputOf('session.signIn')).toMatchObject({ keepsKey: false });
  });

  test('has its picture only where there is room for it', async ({ page }) => {
    await openApp(page);
    await expect(page.locator('.board').first()).toBeVisible();
    await page.setViewportSize({ width: 900, height: 640 });
    await expect(page.locator('.board').first()).toBeHidden();
    await page.getByRole('button', { name: 'Try the demo' }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('button', { name: 'Try the demo' })).toBeInViewport();
  });

  test('says why the account was not opened by itself, until one tries', async ({ page }) => {
    const problem = { code: 'disk-newer', detail: null, fields: {}, at: Date.now() };
    const notices = [{ kind: 'not-opened' as const, at: Date.now(), problem }];
    main.session = { ...signedIn, state: 'key-needed', account: null, notices };
    main.signInReply = { ok: false, error: { code: 'timeout', detail: null, fields: {}, retryAfterMs: null } };
    await openApp(page);
    await expect(page.getByText('A newer version of Switchboard has used')).toBeVisible();
    await expect(page.getByText('The key was kept until the app closed')).toHaveCount(0);
    await page.getByLabel('API key', { exact: true }).fill('k-4F2C');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('rest.example.com didn’t answer');
    await expect(page.getByText('A newer version of Switchboard has used')).toHaveCount(0);
  });

  test('asks only for the key where the rest is known, with the focus on it', async ({ page }) => {
    main.session = { ...signedIn, state: 'key-needed', account: null };
    await openApp(page);
    await expect(page.getByRole('heading', { name: 'Enter your API key' })).toBeVisible();
    await expect(page.getByLabel('Username')).toHaveValue('northgate-vets');
    await expect(page.getByLabel('API key', { exact: true })).toBeFocused();
  });
});

test.describe('the frame', () => {
  test('carries the count of those who wait in the tab and on the rail', async ({ page }) => {
    await openApp(page);
    await expect(page).toHaveTitle('(1) Switchboard');
    await expect(rail(page).getByRole('img', { name: '1 unread chat' })).toBeVisible();
    await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', './favicon/1.svg');
    main.inbox.change(2, { unreadCount: 3, isMuted: true });
    await expect(rail(page).getByRole('img', { name: '1 unread chat, plus 1 muted' })).toHaveText('1');
    main.inbox.change(1, { unreadCount: 0 });
    await expect(page).toHaveTitle('Switchboard');
    await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', './favicon/none.svg');
  });

  for (const textSize of [100, 130] as const)
    test(`has whole words on the rail and its icons to be seen with text at ${String(textSize)} %`, async ({
      page,
    }) => {
      main.settings = { ...main.settings, textSize };
      main.inbox.data.chats = Array.from({ length: 12 }, (_, index) => buildChat({ id: index + 1, unreadCount: 1 }));
      await openApp(page);
      const links = rail(page).getByRole('link');
      const scheduled = rail(page).getByRole('link', { name: 'Scheduled' });
      await scheduled.click();
      await expect(scheduled).toHaveAttribute('aria-current', 'page');
      await expect(links.getByRole('img', { name: '12 unread chats' })).toBeVisible();
      const broken = await links.evaluateAll((all) =>
        all
          .map((link) => {
            const range = document.createRange();
            range.selectNodeContents(link.querySelector('.label') ?? link);
            const [tile, label] = [link.getBoundingClientRect(), range.getBoundingClientRect()];
            const isWhole = range.getClientRects().length === 1;
            return isWhole && label.left >= tile.left && label.right <= tile.right ? '' : link.textContent.trim();
          })
          .filter((text) => text !== ''),
      );
      expect(broken).toEqual([]);
      const covered = await links.first().evaluate((link) => {
        const [icon, count] = ['svg', '[role="img"]'].map((part) => link.querySelector(part)?.getBoundingClientRect());
        if (icon === undefined || count === undefined) return 1;
        const width = Math.max(0, Math.min(icon.right, count.right) - Math.max(icon.left, count.left));
        const height = Math.max(0, Math.min(icon.bottom, count.bottom) - Math.max(icon.top, count.top));
        return (width * height) / (icon.width * icon.height);
      });
      expect(covered).toBeLessThan(0.25);
    });

  test('says when it is offline, how old that is, and tries again when asked', async ({ page }) => {
    await openApp(page);
    await expect(page.getByRole('button', { name: 'Live' })).toBeVisible();
    main.changeStatus({ link: 'offline', since: Date.now(), lastSyncedAt: Date.now() - 4 * 60_000 });
    await expect(page.getByText(/You’re seeing chats as of .*, 4 minutes ago/)).toBeVisible();
    await page.getByRole('button', { name: 'Try now' }).click();
    await expect.poll(() => main.inputOf('sync.tryNow')).toEqual({});
    main.changeStatus({ link: 'online', lastSyncedAt: Date.now() });
    await expect(page.getByRole('main').getByText('You’re offline.')).toHaveCount(0);
  });

  test('says that the disk is full before all else, and is quiet once there is room', async ({ page }) => {
    await openApp(page);
    await expect(page.getByRole('button', { name: 'Live' })).toBeVisible();
    main.changeStatus({ link: 'offline', disk: 'full' });
    const sheet = page.getByRole('main');
    await expect(sheet.getByText('The disk is full.')).toBeVisible();
    await expect(sheet.getByText('Nothing was lost. Free up some space and Switchboard will carry on.')).toBeVisible();
    await expect(sheet.getByText('You’re offline.')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Disk full' })).toBeVisible();
    await expect(page.locator('[aria-live="assertive"]').getByText('The disk is full.')).toBeAttached();
    main.status = makeStatus({ since: Date.now(), lastSyncedAt: Date.now() });
    main.changeStatus({});
    await expect(sheet.getByText('The disk is full.')).toHaveCount(0);
  });

  test('keeps the inbox when the key is refused, and has a way there and back', async ({ page }) => {
    await openApp(page);
    await expect(rail(page)).toBeVisible();
    main.changeStatus({ link: 'unauthorized' });
    await page.getByRole('button', { name: 'Enter new API key' }).click();
    await expect(page.getByText('The service no longer accepts your API key. Nothing was lost.')).toBeVisible();
    await page.getByRole('button', { name: 'Back to inbox' }).click();
    await expect(rail(page)).toBeVisible();
  });

  test('says that the app is gone, and comes back by itself', async ({ page }) => {
    await openApp(page);
    await expect(rail(page)).toBeVisible();
    main.isDown = true;
    main.cut();
    await expect(page.getByRole('main').getByText('Lost contact with Switchboard. Is it still running?')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Lost contact' })).toBeVisible();
    main.inbox.data.chats = [];
    main.isDown = false;
    await expect(page.getByRole('button', { name: 'Live' })).toBeVisible({ timeout: 15_000 });
    await expect(page).toHaveTitle('Switchboard');
  });

  test('says so when the app is gone before anything was there', async ({ page }) => {
    main.isDown = true;
    await openApp(page);
    await expect(page.getByRole('heading', { name: /Lost contact with Switchboard/ })).toBeVisible();
    main.isDown = false;
    await expect(rail(page)).toBeVisible({ timeout: 15_000 });
  });

  test('says what happened to the files until it was read', async ({ page }) => {
    await openApp(page);
    await expect(rail(page)).toBeVisible();
    const notices = [{ kind: 'owned-salvaged' as const, at: Date.now(), rows: 12 }];
    main.changeSession({ ...signedIn, notices });
    const banner = page.getByRole('main').getByText('We recovered 12 of them');
    await expect(banner).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'OK' }).click();
    await expect(banner).toHaveCount(0);
    await expect.poll(() => main.session.notices).toEqual([]);
  });

  test('says on every screen which addresses are left at a service, until it is read', async ({ page }) => {
    const left = [{ direction: 'in' as const, former: 'https://crm.example/in' }];
    const who = { baseUrl: 'https://rest.example.com', username: 'ada' };
    const notices = [{ kind: 'addresses-left' as const, at: Date.now(), ...who, left, isKept: true }];
    await openApp(page);
    main.changeSession({ ...signedIn, notices });
    const banner = page.getByRole('main').getByText('may still send updates for ada');
    await expect(banner).toBeVisible();
    main.changeSession({ ...signedIn, state: 'key-needed', account: null, notices });
    await expect(page.getByRole('heading', { name: 'Enter your API key' })).toBeVisible();
    await expect(banner).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'OK' }).click();
    await expect(banner).toHaveCount(0);
  });

  test('shows the account, its balance in its money, and the way out', async ({ page }) => {
    await openApp(page);
    await rail(page).getByRole('button', { name: 'Account: Ruth Adeyemi' }).click();
    await expect(page.getByRole('menu')).toContainText('Balance £42.30');
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in to your texting account' })).toBeVisible();
  });

  test('changes its theme at once, and has it before the first paint next time', async ({ page }) => {
    await openApp(page);
    await rail(page)
      .getByRole('button', { name: /^Account/ })
      .click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect.poll(() => main.settings.theme).toBe('dark');
    main.isDown = true;
    await page.reload({ waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });

  test('tells main whether somebody looks', async ({ page }) => {
    await openApp(page);
    await expect.poll(() => main.inputOf('host.setActivity')).toMatchObject({ isVisible: true });
  });

  test('runs from right to left in the pseudo language', async ({ page }) => {
    await page.goto(`${main.origin}/?locale=en-XB`);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    const box = await page.getByRole('navigation').boundingBox();
    expect(box?.x).toBeGreaterThan(1_000);
  });
});

test.describe('a screen whose file is not loaded yet', () => {
  const FILES = '**/assets/ContactsView-*.js';

  test('says where the file can’t be loaded, and opens once it can', async ({ page }) => {
    await page.route(FILES, (route) => route.abort());
    await openApp(page);
    await rail(page).getByRole('link', { name: 'Contacts' }).click();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('“Contacts” couldn’t be opened');
    await rail(page).getByRole('link', { name: 'Inbox' }).click();
    await expect(alert).toBeHidden();
    await page.unroute(FILES);
    await rail(page).getByRole('link', { name: 'Contacts' }).click();
    await expect(page.getByRole('heading', { name: 'All contacts' })).toBeVisible();
  });

  test('tries again when asked', async ({ page }) => {
    let tries = 0;
    await page.route(FILES, (route) => {
      tries += 1;
      return route.abort();
    });
    await page.goto(`${main.origin}/#/contacts`);
    const again = page.getByRole('alert').getByRole('button', { name: 'Try again' });
    await again.click();
    await expect.poll(() => tries).toBe(2);
    await expect(again).toBeVisible();
    await page.unroute(FILES);
    await again.click();
    await expect(page.getByRole('heading', { name: 'All contacts' })).toBeVisible();
  });

  test('does what a command asks of it once it is loaded', async ({ page }) => {
    const held: Route[] = [];
    await page.route(FILES, (route) => held.push(route));
    await openApp(page);
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('New contact');
    await page.getByRole('option', { name: 'New contact', exact: true }).click();
    await expect.poll(() => held.length).toBe(1);
    await held[0]?.continue();
    await expect(page.getByRole('dialog', { name: 'New contact' })).toBeVisible();
  });
});
