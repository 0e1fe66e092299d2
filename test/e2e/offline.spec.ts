/** The app without its service: what was written waits and leaves, what is here can be read and found. */
import type { Locator, Page } from '@playwright/test';
import { readAccountFiles } from '#test/faults/support/account-files.ts';
import { isFull } from '#test/support/full-counts.ts';
import { expect, test as base } from './support/fixtures.ts';
import { findMessage, findRow, openChat, press, write } from './support/inbox-page.ts';
import { RestartableService } from './support/demo-service.ts';
import { chooseHold, startApp, steerService, toSignInEnvironment, type Program } from './support/programs.ts';

const CALLUM = '447700900188';
const DEBORAH = '447700900318';
const BACK_MS = 120_000;

interface Fixtures {
  readonly kept: RestartableService;
  /** Starts the app on the same data again; all are ended with the test. */
  readonly startAgain: (env?: Readonly<Record<string, string>>) => Promise<Program>;
  /** The inbox of the first start. */
  readonly first: Page;
  /** The inbox in the app of the worker, signed in to the service that can go away. */
  readonly away: Page;
}

const test = base.extend<Fixtures>({
  kept: async ({ dataFolder }, use) => {
    const kept = await RestartableService.start(`${dataFolder}/service`, '--seed', '3', '--speed', '20');
    await use(kept);
    await kept.stop();
  },
  startAgain: async ({ dataFolder, holdSeconds }, use) => {
    await chooseHold(`${dataFolder}/app`, holdSeconds);
    const apps: Program[] = [];
    await use(async (env) => {
      for (const app of apps.splice(0)) await app.stop();
      const app = await startApp({ dataFolder: `${dataFolder}/app`, ...(env === undefined ? {} : { env }) });
      apps.push(app);
      return app;
    });
    for (const app of apps) await app.stop();
  },
  first: async ({ kept, startAgain, page }, use) => {
    const app = await startAgain(toSignInEnvironment(kept.account));
    await page.goto(app.announced);
    await page.getByRole('option').first().waitFor();
    await use(page);
  },
  away: async ({ app, kept, page }, use) => {
    await app.signIn(kept.account);
    await page.goto(app.origin);
    await page.getByRole('option').first().waitFor();
    await use(page);
  },
});

test.describe('with the service away', () => {
  test('texts wait in sight, and leave by themselves, in their order, once', async ({ away: page, kept }) => {
    await openChat(page, 'Callum MacIntyre');
    await kept.stop();
    const texts = ['One for the road', 'Two for the show', 'Three to get ready'];
    for (const text of texts) await write(page, text);
    for (const text of texts) {
      await expect(findMessage(page, text)).toHaveAccessibleName(/waiting for connection/i);
    }
    const sheet = page.getByRole('main');
    await expect(sheet.getByText('You’re offline.')).toBeVisible();
    await expect(
      sheet.getByText('3 texts are waiting here and will be sent in order when you’re back online.'),
    ).toBeVisible();
    await expect(findRow(page, /^Callum MacIntyre/)).toContainText('Three to get ready');

    await kept.resume();
    for (const text of texts) {
      await expect(findMessage(page, text)).toHaveAccessibleName(/, (sent|delivered|queued)/i, { timeout: BACK_MS });
    }
    await expect(sheet.getByText('You’re offline.')).toBeHidden();
    const { sent } = await kept.read(CALLUM);
    expect(sent.map(({ text }) => text).filter((text) => texts.includes(text))).toEqual(texts);
  });

  test('what is done to chats is shown at once and reaches the service later', async ({ away: page, kept }) => {
    await openChat(page, 'Callum MacIntyre');
    await kept.stop();
    await press(page, 'p');
    await expect(findRow(page, /^Callum MacIntyre, pinned/)).toBeVisible();
    await page.keyboard.press('m');
    await page.getByRole('menuitem', { name: 'Mute until I unmute' }).click();
    await expect(findRow(page, /^Callum MacIntyre, pinned, muted/)).toBeVisible();
    await openChat(page, 'Tom Abara');
    await press(page, 'e');
    await expect(findRow(page, /^Tom Abara/)).toBeHidden();

    await kept.resume();
    await expect
      .poll(async () => (await kept.read(CALLUM)).chat, { timeout: BACK_MS })
      .toMatchObject({ pinned: true, muted: true });
    await expect
      .poll(async () => (await kept.read('447700900389')).chat, { timeout: BACK_MS })
      .toMatchObject({ status: 'c' });
    await expect(findRow(page, /^Callum MacIntyre, pinned, muted/)).toBeVisible();
    await expect(findRow(page, /^Tom Abara/)).toBeHidden();
  });

  test('a change that the service refuses afterwards is put back, and said', async ({ away: page, kept }) => {
    await openChat(page, 'Callum MacIntyre');
    await kept.stop();
    await press(page, 'p');
    await expect(findRow(page, /^Callum MacIntyre, pinned/)).toBeVisible();
    await kept.resume('--faults', JSON.stringify([{ kind: 'status', status: 403, path: '/chats/pin' }]));
    await expect(
      page.getByText(/The service rejected the change to Callum MacIntyre’s chat, so we undid it/).first(),
    ).toBeVisible({ timeout: BACK_MS });
    await expect(findRow(page, /^Callum MacIntyre, pinned/)).toBeHidden();
    expect((await kept.read(CALLUM)).chat.pinned).toBe(false);
  });
});

/** What is kept on this computer, whatever the alphabet, and what a person types to find it. */
const FINDINGS: readonly (readonly [typed: string, found: RegExp])[] = [
  ['gerald', /his name is Gerald/],
  ['breakfast or should', /Can he have his breakfast/],
  ['siobhan', /^Siobhán Ní Dhomhnaill/],
  ['knodel', /Knödel/],
  ['europeen', /passeport européen/],
  ['الموعد', /تغيير الموعد/],
  ['مريم', /مريم الخطيب/],
  ['疫苗到期', /豆豆的疫苗到期了/],
  ['疫苗', /豆豆的疫苗到期了/],
  ['900318', /^Deborah Okonkwo/],
  ['07700 900 318', /^Deborah Okonkwo/],
  ['+44 7700 900318', /^Deborah Okonkwo/],
];

async function expectFindings(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search or jump to' });
  const field = palette.getByRole('combobox');
  for (const [typed, found] of FINDINGS) {
    await field.fill(typed);
    await expect(palette.getByRole('option', { name: found }).first(), typed).toBeVisible();
  }
  await field.fill('nothing of the kind');
  await expect(palette.getByText('Nothing for “nothing of the kind”')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
}

/** Waits until everything that the service has is on this computer. */
async function waitForFullCopy(kept: RestartableService, folder: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const { messages } = await readAccountFiles(folder, { inbound: [], outbound: [] });
        return { inbound: messages.inbound.size, outbound: messages.outbound.size };
      },
      { timeout: 60_000 },
    )
    .toEqual(await kept.countMessages());
}

/** Only what is on screen is in the page: down the list until that row is. */
async function scrollTo(page: Page, row: Locator): Promise<void> {
  await page.getByRole('listbox', { name: 'Open chats' }).hover();
  await expect(async () => {
    if (!(await row.isVisible())) await page.mouse.wheel(0, 400);
    expect(await row.isVisible()).toBe(true);
  }).toPass({ timeout: 60_000 });
}

/** The whole list as assistive technology counts it, and threads in several scripts. */
async function expectEverythingReadable(page: Page, countOfChats: string | null): Promise<void> {
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-setsize', countOfChats ?? '');
  const messages = page.getByRole('list', { name: 'Messages' });
  for (const [name, text] of [
    [/^Deborah Okonkwo/, 'Can he have his breakfast'],
    [/^مريم الخطيب/, 'هل يمكنني تغيير الموعد'],
    [/王/, '可以的，谢谢'],
  ] as const) {
    await scrollTo(page, findRow(page, name).first());
    await findRow(page, name).first().click();
    await expect(messages.getByText(text)).toBeVisible();
  }
}

test.describe('started again with the service away', () => {
  test('shows every chat and message that it has, finds them, and says how old they are', async ({
    first,
    kept,
    startAgain,
    dataFolder,
  }) => {
    await steerService(kept.account, 'POST inbound', { sender: DEBORAH, text: 'The last one before the night' });
    await expect(findRow(first, /The last one before the night/)).toBeVisible();
    await waitForFullCopy(kept, `${dataFolder}/app`);
    const countOfChats = await first.getByRole('option').first().getAttribute('aria-setsize');
    await kept.stop();

    const app = await startAgain(toSignInEnvironment(kept.account));
    await first.goto(app.announced);
    await expect(findRow(first, /^Deborah Okonkwo.*The last one before the night/)).toBeVisible();
    await expectEverythingReadable(first, countOfChats);
    const sheet = first.getByRole('main');
    await expect(sheet.getByText('You’re offline.')).toBeVisible();
    await expect(sheet.getByText(/You’re seeing chats as of \d\d:\d\d/)).toBeVisible();
    await expectFindings(first);
  });

  test('and without any key, too: what is written waits until somebody enters one', async ({
    first,
    kept,
    startAgain,
    dataFolder,
  }) => {
    await waitForFullCopy(kept, `${dataFolder}/app`);
    const countOfChats = await first.getByRole('option').first().getAttribute('aria-setsize');
    await kept.stop();

    const app = await startAgain();
    await first.goto(app.announced);
    await expectEverythingReadable(first, countOfChats);
    const sheet = first.getByRole('main');
    await expect(sheet.getByRole('button', { name: 'Enter API key' })).toBeVisible();
    await expect(sheet.getByText(/You’re seeing chats as of \d\d:\d\d/)).toBeVisible();
    if (isFull) await expectFindings(first);
    await openChat(first, 'Callum MacIntyre');
    await write(first, 'Kept for the key');
    await expect(findMessage(first, 'Kept for the key')).toHaveAccessibleName(/waiting for your API key/i);

    await kept.resume();
    const again = await startAgain(toSignInEnvironment(kept.account));
    await first.goto(again.announced);
    await openChat(first, 'Callum MacIntyre');
    await expect(findMessage(first, 'Kept for the key')).toHaveAccessibleName(/, (sent|delivered|queued)/i, {
      timeout: BACK_MS,
    });
    const { sent } = await kept.read(CALLUM);
    expect(sent.filter(({ text }) => text === 'Kept for the key')).toHaveLength(1);
  });
});
