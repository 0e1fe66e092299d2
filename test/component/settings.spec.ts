import { expect, type Locator, type Page } from '@playwright/test';
import { toProblem } from '#test/support/fake-bridge.ts';
import { buildRemembered } from '#test/support/fake-settings.ts';
import { signedIn } from '#test/support/session-views.ts';
import { test } from './fixtures.ts';
import { composer, messages, openInbox, scrollTo, fillLarge, fillSmall } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';
import { untilStill } from './wait-until-still.ts';
import { listRows } from '#test/support/full-counts.ts';

const LONG = 'the-veterinary-practice-at-the-northern-gate-of-the-old-town';

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillSmall(empty);
  main.session = {
    ...main.session,
    keyring: 'ready',
    isKeyKept: true,
    accounts: [
      buildRemembered(),
      buildRemembered({ accountId: 'b', username: 'riverside', isActive: false }),
      buildRemembered({ accountId: 'c', username: LONG, isActive: false, key: 'missing' }),
    ],
  };
});

const rail = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });
const sections = (page: Page): Locator => page.getByRole('navigation', { name: 'Settings sections' });
const account = (page: Page): Locator => page.getByRole('region', { name: 'Account', exact: true });
const data = (page: Page): Locator => page.getByRole('region', { name: 'Data on this computer' });
const asked = (name: string): number => main.asked.filter((frame) => frame.name === name).length;

/** Opens the settings by their key. */
async function openSettings(page: Page): Promise<void> {
  await page.goto(main.origin);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Control+,');
}

/** Opens their page about what is stored, by its address. */
async function openData(page: Page, search = ''): Promise<void> {
  await page.goto(`${main.origin}/${search}#/settings/data`);
}

test.describe('the way to the settings and back', () => {
  for (const width of [480, 720]) {
    test.describe(`${String(width)} wide`, () => {
      test.use({ viewport: { width, height: 800 } });
      test('by its key the focus begins at the title of the section', async ({ page }) => {
        await openSettings(page);
        await expect(page.getByRole('heading', { name: 'Account', level: 2, exact: true })).toBeFocused();
      });
    });
  }

  test('leads over the rail and over keys, and the rail says where one is', async ({ page }) => {
    await page.goto(main.origin);
    await rail(page).getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
    await expect(rail(page).getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('listbox', { name: 'Open chats' })).toHaveCount(0);
    await rail(page)
      .getByRole('link', { name: /^Inbox/ })
      .click();
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Control+,');
    await expect(sections(page)).toBeVisible();
    await page.keyboard.press('Control+1');
    await expect(page.getByRole('listbox', { name: 'Open chats' })).toBeVisible();
  });

  test('leads by Esc to the screen that was left', async ({ page }) => {
    await page.goto(`${main.origin}/#/contacts`);
    await expect(page.getByRole('heading', { name: 'All contacts' })).toBeVisible();
    await page.keyboard.press('Control+,');
    await expect(sections(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'All contacts' })).toBeVisible();
  });

  test('loses nothing of the inbox: the open chat, its scroll, what is written, where the focus was', async ({
    page,
  }) => {
    fillLarge(main);
    await openInbox(page, main.origin);
    await untilStill(page);
    await composer(page).fill('Half a sentence');
    await scrollTo(page, 1_200);
    const before = await messages(page).evaluate((box) => box.scrollTop);
    await composer(page).focus();
    await page.keyboard.press('Control+,');
    await expect(sections(page).getByRole('link', { name: 'Account' })).toBeFocused();
    await expect.poll(() => main.inputOf('drafts.save')).toMatchObject({ text: 'Half a sentence' });
    await page.keyboard.press('Escape');
    await expect(composer(page)).toBeFocused();
    await expect(composer(page)).toHaveValue('Half a sentence');
    expect(Math.abs((await messages(page).evaluate((box) => box.scrollTop)) - before)).toBeLessThanOrEqual(1);
    expect(main.asked.filter(({ name }) => name === 'chats.open')).toHaveLength(1);
  });

  test('takes no letters for the inbox behind it, and marks nothing there as read', async ({ page }) => {
    await page.goto(main.origin);
    await page.getByRole('option', { name: /^Deborah/ }).click();
    await expect(composer(page)).toBeFocused();
    await page.keyboard.press('Control+,');
    await expect(sections(page)).toBeVisible();
    main.inbox.change(1, { unreadCount: 1 });
    const before = asked('chats.applyAction');
    for (const key of ['e', 'u', 'p', 'm']) await page.keyboard.press(key);
    await expect(rail(page).getByRole('img', { name: '1 unread chat' })).toBeVisible();
    // The palette does nothing to a chat that is not in sight either.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('close chat');
    await expect(page.getByRole('dialog').getByText('Actions for Deborah', { exact: false })).toHaveCount(0);
    await expect(page.getByRole('dialog').getByRole('option', { name: /^Close chat/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
    expect(asked('chats.applyAction')).toBe(before);
    await page.keyboard.press('Control+n');
    await expect(page.getByRole('combobox', { name: /^To/ })).toBeFocused();
  });

  test('keeps the search at hand: what is chosen there opens in the inbox', async ({ page }) => {
    await openSettings(page);
    await page.keyboard.press('Control+k');
    await page
      .getByRole('dialog')
      .getByRole('option', { name: /^Tom Abara/ })
      .click();
    await expect(page.getByRole('textbox', { name: 'Text to Tom Abara' })).toBeFocused();
    await expect(sections(page)).toHaveCount(0);
  });

  test('is walked by F6: rail, side list, and the section', async ({ page }) => {
    await openSettings(page);
    await expect(sections(page).getByRole('link', { name: 'Account' })).toBeFocused();
    const places: (string | undefined)[] = [];
    for (let step = 0; step < 3; step += 1) {
      await page.keyboard.press('F6');
      places.push(
        await page.evaluate(() => {
          const region = document.activeElement?.closest('section, nav, main, header');
          return region?.getAttribute('aria-label') ?? region?.getAttribute('aria-labelledby') ?? region?.localName;
        }),
      );
    }
    expect(places).toEqual(['settings-account-title', 'Main', 'Settings sections']);
  });
});

test.describe('the side list', () => {
  test('shows one section at a time, marks it, and Tab continues there', async ({ page }) => {
    await openSettings(page);
    await sections(page).getByRole('link', { name: 'Data on this computer' }).click();
    await expect(page.getByRole('heading', { name: 'Data on this computer' })).toBeInViewport();
    await expect(sections(page).locator('[aria-current]')).toHaveText('Data on this computer');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('combobox', { name: 'Message history' })).toBeFocused();
    await expect(account(page)).toHaveCount(0);
    await page.goBack();
    await expect(sections(page).locator('[aria-current]')).toHaveText('Account');
    await expect(data(page)).toHaveCount(0);
  });

  test('lies over the page in a narrow window, opened from the title, and gives the focus back', async ({ page }) => {
    await page.setViewportSize({ width: 720, height: 480 });
    await openSettings(page);
    await expect(sections(page)).toHaveCount(0);
    const title = page.getByRole('heading', { level: 1 }).getByRole('button', { name: /Settings$/ });
    await page.getByRole('heading', { level: 1 }).getByRole('button').click();
    await expect(sections(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sections(page)).toHaveCount(0);
    await expect(title).toBeFocused();
    await page.keyboard.press('Enter');
    await sections(page).getByRole('link', { name: 'Data on this computer' }).click();
    await expect(page.getByRole('heading', { name: 'Data on this computer', level: 2 })).toBeInViewport();
  });
});

test.describe('the account', () => {
  test('says who, with how much, where, and how the key is kept', async ({ page }) => {
    await openSettings(page);
    await expect(account(page)).toContainText('northgate-vets, main account. Balance £42.30');
    await expect(account(page)).toContainText('Saved in this computer’s keyring');
    await expect(account(page)).toContainText('https://rest.example.com');
    await expect(account(page)).toContainText('Europe/London');
  });

  test('has the way to give a missing key, and back to the settings', async ({ page }) => {
    main.session = { ...main.session, isKeyMissing: true, keyring: 'locked' };
    await openSettings(page);
    await expect(account(page)).toContainText('Missing. You can still read');
    await account(page).getByRole('button', { name: 'Try keyring again' }).click();
    await expect.poll(() => asked('session.askKeyring')).toBe(1);
    await account(page).getByRole('button', { name: 'Enter API key' }).click();
    await expect(page.getByRole('heading', { name: 'Enter your API key' })).toBeVisible();
    await page.getByRole('button', { name: 'Back to settings' }).click();
    await expect(account(page)).toBeVisible();
  });

  test('opens another account: its inbox, and nothing of the one before', async ({ page }) => {
    await page.goto(main.origin);
    await page.getByRole('option', { name: /^Deborah/ }).click();
    await composer(page).fill('For northgate');
    await page.keyboard.press('Control+,');
    await account(page).getByRole('button', { name: 'Open riverside' }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
    await expect(composer(page)).toHaveCount(0);
    await expect(rail(page).getByRole('button', { name: 'Account: riverside' })).toBeVisible();
    const names = main.asked.map(({ name }) => name);
    expect(names.lastIndexOf('drafts.save')).toBeLessThan(names.indexOf('accounts.open'));
  });

  test('is switched from the menu of the rail as well', async ({ page }) => {
    await page.goto(main.origin);
    await rail(page)
      .getByRole('button', { name: /^Account/ })
      .click();
    await page.getByRole('menuitem', { name: 'riverside' }).click();
    await expect(rail(page).getByRole('button', { name: 'Account: riverside' })).toBeVisible();
  });

  test('stays open while another is added, until the service accepted that', async ({ page }) => {
    main.signInReply = { ok: false, error: toProblem('unauthorized') };
    await openSettings(page);
    await account(page).getByRole('button', { name: 'Add account' }).click();
    await expect(page.getByRole('heading', { name: 'Add account' })).toBeVisible();
    await expect(page.getByLabel('Username')).toHaveValue('');
    await page.getByLabel('Service address').fill('rest.example.com');
    await page.getByLabel('Username').fill('elsewhere');
    await page.getByLabel('API key', { exact: true }).fill('k-4F2C');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByLabel('API key', { exact: true })).toHaveAccessibleDescription(
      /didn’t accept this username and key/,
    );
    await page.getByRole('button', { name: 'Back to settings' }).click();
    await expect(account(page)).toContainText('northgate-vets, main account');
    expect(asked('session.signOut')).toBe(0);
  });

  test('is removed only after its contents were counted and somebody said yes', async ({ page }) => {
    await openSettings(page);
    const button = account(page).getByRole('button', { name: 'Remove riverside from this computer…' });
    await button.click();
    const dialog = page.getByRole('alertdialog', { name: 'Remove riverside from this computer?' });
    await expect(dialog.getByRole('listitem')).toHaveText([
      '2 drafts',
      '1 unsent text',
      '318 ledger entries',
      'the copy of 41,206 messages',
      '96 MB on disk',
    ]);
    await expect(dialog).toContainText('stay on the service');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
    await expect(account(page)).toBeVisible();
    expect(asked('accounts.remove')).toBe(0);
    await button.click();
    await dialog.getByRole('button', { name: 'Remove riverside' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'riverside removed' })).toBeVisible();
    await expect(button).toHaveCount(0);
  });

  test('is left by removing the open one, and the others can be opened from the sign-in screen', async ({ page }) => {
    await openSettings(page);
    await account(page).getByRole('button', { name: 'Remove northgate-vets from this computer…' }).click();
    await page.getByRole('button', { name: 'Remove northgate-vets', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Sign in to your texting account' })).toBeVisible();
    main.session = { ...main.session, state: 'signed-in', account: signedIn.account };
    await page.getByRole('button', { name: 'Open riverside' }).click();
    await expect(rail(page).getByRole('button', { name: 'Account: riverside' })).toBeVisible();
  });

  test('says that the clock of this computer is wrong, there and as a banner of the inbox', async ({ page }) => {
    await openSettings(page);
    await expect(account(page)).not.toContainText('clock');
    main.changeStatus({ clockSkewMs: 7 * 60_000 });
    await expect(account(page)).toContainText('This computer’s clock is 7 minutes behind the service’s clock.');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('main').getByText('7 minutes behind')).toBeVisible();
  });
});

test.describe('the data on this computer', () => {
  test('is listed by kind in a table, with its size', async ({ page }) => {
    await openData(page);
    await expect(data(page)).toContainText('41,206 messages, 96 MB');
    const rows = data(page).getByRole('table', { name: 'Storage by type' }).getByRole('row');
    await expect(rows).toHaveCount(8);
    await expect(rows.nth(1)).toHaveText(/Messages\s*41,206\s*52 MB/);
  });

  test('is read as far back as was chosen, paused, and goes on', async ({ page }) => {
    main.status = { ...main.status, phase: 'history', done: 4_200, total: 17_000 };
    await openData(page);
    await expect(data(page)).toContainText('4,200 of about 17,000 messages.');
    await data(page).getByRole('combobox').selectOption('1 year');
    await expect.poll(() => main.inputOf('data.setHistory')).toEqual({ days: 365, isPaused: false });
    await data(page).getByRole('button', { name: 'Pause' }).click();
    await expect(data(page)).toContainText('Paused. No older messages are downloaded');
    await data(page).getByRole('button', { name: 'Resume' }).click();
    await expect.poll(() => main.inputOf('data.setHistory')).toEqual({ days: 365, isPaused: false });
  });

  test('is as it was where a choice could not be written, and says so', async ({ page }) => {
    main.inbox.fail('data.setHistory', toProblem('disk'));
    await openData(page);
    await data(page).getByRole('combobox').selectOption('30 days');
    await expect(page.getByRole('alert')).toContainText('so nothing changed.');
    await expect(data(page).getByRole('combobox')).toHaveValue('all');
  });

  test('is checked on request, with progress, and the end is told in the inbox too', async ({ page }) => {
    await openData(page);
    await data(page).getByRole('button', { name: 'Check now' }).click();
    await expect.poll(() => asked('sync.checkEverything')).toBe(1);
    main.changeStatus({ isChecking: true, phase: 'check', done: 50, total: 200 });
    await expect(data(page)).toContainText('50 of about 200 compared');
    await page.keyboard.press('Escape');
    main.changeStatus({ isChecking: false, phase: 'idle' });
    await expect(page.getByText('Check finished. This copy matches the service.')).toBeVisible();
  });

  test('says why nothing was checked', async ({ page }) => {
    main.inbox.fail('sync.checkEverything', toProblem('offline'));
    main.status = { ...main.status, link: 'offline' };
    await openData(page);
    await expect(data(page)).toContainText('The service can’t be reached right now');
    await data(page).getByRole('button', { name: 'Check now' }).click();
    await expect(page.getByRole('alert')).toContainText('The check didn’t start, and nothing changed.');
  });

  test('is cleared after a dialog that says what stays', async ({ page }) => {
    await openData(page);
    await data(page).getByRole('button', { name: 'Clear…' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Clear the copy of northgate-vets on this computer?' });
    await expect(dialog).toContainText('Drafts, unsent texts and the ledger are kept.');
    await expect(dialog).not.toContainText('can’t be reached');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Clear copy' }).click();
    await expect(page.getByText('Copy cleared. Downloading it again.')).toBeVisible();
    await expect(data(page)).toContainText('0 messages, 41 kB');
  });

  test('says what cannot be read from the disk, with the way to try again', async ({ page }) => {
    main.inbox.fail('data.get', toProblem('disk'));
    await openData(page);
    await expect(data(page)).toContainText('This couldn’t be read from disk.');
    main.inbox.fail('data.get', null);
    await data(page).getByRole('button', { name: 'Try again' }).click();
    await expect(data(page)).toContainText('41,206 messages, 96 MB');
  });
});

for (const { width, textSize, search } of listRows(
  [
    { width: 1440, textSize: '130%', search: '?locale=en-XB' },
    { width: 720, textSize: '100%', search: '?locale=en-XB' },
    { width: 720, textSize: '200%', search: '' },
  ],
  1,
)) {
  test(`fits ${String(width)} wide with text at ${textSize}${search}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await openData(page, search);
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), textSize);
    await expect(page.locator('#settings-data table')).toBeVisible();
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.scroll, .scroll section, .scroll .card, .side, main')]
        .filter((box) => box.scrollWidth > box.clientWidth + 1)
        .map((box) => box.className || box.id),
    );
    expect(cut).toEqual([]);
  });
}

test.describe('the title bar', () => {
  const row = (page: Page) => page.getByRole('switch', { name: 'Use the system title bar' });

  test('may be the system’s in the desktop app on Linux, and only there', async ({ page }) => {
    const info = { platform: 'linux', canZoom: true, menus: 'button', version: '1', dataId: 'd' } as const;
    main.inbox.desktop.info = { ...info, kind: 'electron' };
    await page.goto(`${main.origin}/#/settings/appearance`);
    await row(page).click();
    await expect(row(page)).toBeChecked();
    await expect.poll(() => main.settings.titleBar).toBe('system');
    for (const other of [
      { ...info, kind: 'electron', platform: 'windows' },
      { ...info, kind: 'browser' },
    ] as const) {
      main.inbox.desktop.info = other;
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Appearance' })).toBeVisible();
      await expect(page.getByRole('switch', { name: 'Reduce motion' })).toBeVisible();
      await expect(row(page)).toHaveCount(0);
    }
  });
});

test('the pictures of the themes have the colours of their theme, also in the dark one', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${main.origin}/#/settings/appearance`);
  await expect(page.getByRole('radio', { name: 'Light' })).toBeVisible();
  const colours = await page.locator('.themes .picture').evaluateAll((pictures) => {
    return pictures.map((picture) => getComputedStyle(picture).backgroundColor);
  });
  expect(colours).toEqual(['oklch(0.952 0.0055 222)', expect.not.stringContaining('0.952'), colours[0]]);
});
