/** Screens that stand for something wrong, waiting or asked for: each of a main that has it. */
import { expect, type Page } from '@playwright/test';
import { buildContact } from './contacts.ts';
import { MINUTE_MS } from './inbox-page.ts';
import { button, buildPlace, choose, setLive } from './live-page.ts';
import type { LoopbackMain } from './loopback-main.ts';
import { openChat, openSettings, type Screen } from './screens.ts';
import { choose as chooseFiles, composer, file } from './sending-page.ts';
import { buildMessage, buildSend, toProblem } from '#test/support/fake-bridge.ts';
import { buildLedgerEntry, buildLedgerRow } from '#test/support/fake-ledger.ts';
import { buildRemembered } from '#test/support/fake-settings.ts';
import { signedIn, signedOut } from '#test/support/session-views.ts';

const HOUR_MS = 60 * MINUTE_MS;
const FINGERPRINT = 'SHA256:Jp3uV9qk2mZr7tXyB4nWc8sLd1fGh5aE0oQiTuRvYzM';
const TRUSTED = 'SHA256:oldoldoldoldoldoldoldoldoldoldoldoldoldoldo';

/** A text whose answer got lost nine minutes ago, one that waits and one that was not sent. */
function holdTexts(main: LoopbackMain): void {
  const now = Date.now();
  const check = {
    lostAt: now - 9 * MINUTE_MS,
    looks: 2,
    lastLookAt: now - MINUTE_MS,
    nextLookAt: now + 5 * MINUTE_MS,
    finding: 'alike' as const,
    readBackTo: now - HOUR_MS,
    readSends: true,
    alike: [{ messageId: 7, at: now - 8 * MINUTE_MS, text: 'Text b' }],
  };
  const build = (id: string, state: 'queued' | 'checking' | 'not-sent') =>
    buildMessage({
      ...{ key: `send:${id}`, direction: 'out', text: `Text ${id}`, mark: 'waiting', at: now - 10 * MINUTE_MS },
      send: buildSend({ id, state, attempts: 1, check: state === 'checking' ? check : null }),
    });
  main.inbox.data.messages.set(1, [build('a', 'queued'), build('b', 'checking'), build('c', 'not-sent')]);
}

/** Everything that the settings of notifications can have. */
function fillNotifications(main: LoopbackMain): void {
  main.inbox.desktop.info = {
    kind: 'electron',
    platform: 'windows',
    canZoom: true,
    menus: 'button',
    version: '1',
    dataId: 'd',
  };
  main.inbox.desktop.view = { ...main.inbox.desktop.view, notifications: 'denied' };
  main.settings = { ...main.settings, notificationQuietHours: { startsAt: 1_110, endsAt: 480, wholeDays: [6, 7] } };
  main.inbox.settings.serviceNotices = { isOn: true, withHistory: true, asHtml: false, emails: ['a@b.example'] };
}

/** Live updates that need something: an address of another program, and settings that the service does not have. */
function troubleLive(main: LoopbackMain): void {
  setLive(main, {
    ...{ state: 'degraded', settings: 'absent', pollSeconds: 20 },
    problem: { kind: 'not-reached', detail: null, at: Date.now() },
    places: [buildPlace('in'), buildPlace('out', { state: 'other', host: 'crm.northgate.example' })],
  });
}

/** The person's own server shows another key than the one that was trusted. */
function changeHostKey(main: LoopbackMain): void {
  const at = Date.now();
  const fault = { kind: 'host-key-changed', detail: FINGERPRINT, trusted: TRUSTED, at } as const;
  setLive(main, {
    state: 'degraded',
    choice: {
      ...{ kind: 'ssh', host: 'server.example.com', port: 22, user: 'desk', remotePort: 8080, keyFile: null },
      publicUrl: 'https://quiet-heron.example',
    },
    problem: { kind: 'tunnel', detail: null, at },
    tunnel: { state: 'waiting', since: at, nextAttemptAt: null, fault },
  });
}

function fillHealth(main: LoopbackMain): void {
  const now = Date.now();
  const who = { chatId: 1, phone: '447700900318', name: 'Deborah Okonkwo' };
  const { health } = main.inbox.settings;
  main.inbox.settings.health = {
    ...health,
    clockSkewMs: 7 * MINUTE_MS,
    chats: {
      ...{ count: 812, completeCount: 811, historyFromAt: null, isWhole: true },
      withGaps: [{ ...who, gaps: [{ fromAt: now - 2 * HOUR_MS, toAt: now - HOUR_MS }] }],
    },
    arrivals: {
      ...health.arrivals,
      latest: [{ ...who, key: 'in:1', letter: '', happenedAt: now - 640, seenAt: now, via: 'callback' }],
    },
    sweeps: [{ task: 'contacts', doneAt: now - 12 * MINUTE_MS, everyMs: 6 * HOUR_MS }],
  };
}

function fillAccounts(main: LoopbackMain): void {
  const accounts = [
    buildRemembered(),
    buildRemembered({ accountId: 'b', username: 'riverside', isActive: false, key: 'missing' }),
  ];
  main.session = { ...main.session, keyring: 'ready', isKeyKept: true, accounts };
  main.status = { ...main.status, clockSkewMs: -9_000_000, phase: 'history', done: 1, total: 4 };
}

async function search(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').pressSequentially(words);
}
const showSignIn = (page: Page): Promise<void> => expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();

export const SPECIAL_SCREENS: readonly Screen[] = [
  { name: 'signing in', fill: (main) => (main.session = signedOut), open: showSignIn },
  {
    name: 'the key to enter, with addresses left at a service',
    fill: (main) => {
      const left = [{ direction: 'in' as const, former: 'https://crm.example/in' }];
      const who = { baseUrl: 'https://rest.example.com', username: 'ada' };
      const notices = [{ kind: 'addresses-left' as const, at: Date.now(), ...who, left, isKept: true }];
      main.session = { ...signedIn, state: 'key-needed', account: null, notices };
    },
    open: (page) => expect(page.getByText('may still send updates for ada').first()).toBeVisible(),
  },
  {
    name: 'what happened to the files',
    fill: (main) => (main.session = { ...signedIn, notices: [{ kind: 'owned-salvaged', at: Date.now(), rows: 12 }] }),
    open: (page) => expect(page.getByRole('main').getByText('We recovered 12 of them')).toBeVisible(),
  },
  {
    name: 'a full disk',
    fill: (main) => (main.status = { ...main.status, link: 'offline', disk: 'full' }),
    open: (page) => expect(page.getByRole('main').getByText('The disk is full.')).toBeVisible(),
  },
  {
    name: 'what waits on this computer',
    fill: holdTexts,
    open: async (page) => {
      await openChat(page, /^Deborah/);
      await page.getByRole('button', { name: /waiting, 1 unconfirmed/ }).click();
      await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(3);
    },
  },
  {
    name: 'the question before a text goes again',
    fill: holdTexts,
    open: async (page) => {
      await openChat(page, /^Deborah/);
      await page.getByRole('button', { name: 'Send again…' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'a text that can be taken back',
    fill: (main) => (main.inbox.sending.holdMs = 600_000),
    open: async (page) => {
      await openChat(page, /^Deborah/);
      await composer(page).fill('Just water until 9');
      await page.keyboard.press('Enter');
      await expect(page.getByText(/^Sends in/).first()).toBeVisible();
    },
  },
  {
    name: 'files above the composer',
    open: async (page) => {
      await openChat(page, /^Deborah/);
      await composer(page).fill('It’s here');
      await chooseFiles(page, file('Consent.pdf'), file('setup.exe', 10));
      await expect(page.getByText('This file type can’t be sent').first()).toBeVisible();
    },
  },
  {
    name: 'emoji to choose from',
    open: async (page) => {
      await openChat(page, /^Deborah/);
      await page.getByRole('button', { name: 'Add emoji' }).click();
      await expect(page.getByRole('dialog', { name: 'Emoji' }).getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'what the light says',
    open: async (page) => {
      await page.getByRole('button', { name: 'Live', exact: true }).click();
      await expect(page.getByRole('dialog', { name: 'Live' })).toBeVisible();
    },
  },
  {
    name: 'the question before the demo is left',
    fill: (main) => {
      holdTexts(main);
      main.session = { ...main.session, isDemo: true };
    },
    open: async (page) => {
      await page.getByRole('button', { name: /^Account/ }).click();
      await page.getByRole('menuitem', { name: 'Leave the demo' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'a picture, large',
    open: async (page) => {
      await openChat(page, /^Deborah/);
      await page.getByRole('button', { name: /^Biscuit\.jpg, / }).click();
      await expect(page.getByRole('dialog', { name: 'Biscuit.jpg' })).toBeVisible();
    },
  },
  {
    name: 'all links of a chat',
    fill: (main) => {
      const write = (id: number) =>
        buildMessage({ key: `in:${String(id)}`, text: `https://northgate.example/${'forms/'.repeat(id)}`, at: id });
      main.inbox.data.messages.set(
        1,
        Array.from({ length: 9 }, (_, index) => write(index + 1)),
      );
    },
    open: async (page) => {
      await openChat(page, /^Deborah/);
      await page.getByRole('button', { name: 'Show all 9' }).click();
      await expect(page.getByRole('dialog', { name: /^Links in the chat with/ })).toBeVisible();
    },
  },
  {
    name: 'what the search finds',
    fill: (main) => main.inbox.data.contacts.push(buildContact(11, '447400000003', 'Kwikpet', 'Rabbit')),
    open: async (page) => {
      await search(page, 'rabb');
      await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toBeVisible();
    },
  },
  {
    name: 'a search that found nothing',
    open: async (page) => {
      await search(page, 'bisciutt');
      await expect(page.getByRole('heading', { name: 'Nothing for “bisciutt”' })).toBeVisible();
    },
  },
  {
    name: 'a search that the service did not answer',
    fill: (main) => {
      main.inbox.fail('search.askService', toProblem('offline'));
    },
    open: async (page) => {
      await search(page, 'zebra');
      const first = page.getByRole('dialog').getByRole('option', { selected: true });
      await expect(first).toHaveAccessibleName(/^Search older messages on the service/);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'The service couldn’t be searched' })).toBeVisible();
    },
  },
  {
    name: 'the search in a chat',
    open: async (page) => {
      await openChat(page, /^Deborah/);
      await page.keyboard.press('Control+f');
      await expect(page.getByRole('button', { name: 'Search everywhere' })).toBeVisible();
    },
  },
  {
    name: 'the settings, with accounts and a wrong clock',
    fill: fillAccounts,
    open: (page) => openSettings(page, 'Account'),
  },
  {
    name: 'the question before an account is removed',
    fill: fillAccounts,
    open: async (page) => {
      await openSettings(page, 'Account');
      await page.getByRole('button', { name: 'Remove riverside from this computer…' }).click();
      await expect(page.getByRole('alertdialog').getByRole('listitem')).toHaveCount(5);
    },
  },
  {
    name: 'live updates that need something',
    fill: troubleLive,
    open: async (page) => {
      await openSettings(page, 'Live updates');
      await button(page, 'Change').click();
      await choose(page, 'My server, over SSH');
    },
  },
  {
    name: 'the question before another key is trusted',
    fill: changeHostKey,
    open: async (page) => {
      await openSettings(page, 'Live updates');
      await button(page, 'Stop trusting this key').click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'the settings of notifications, with quiet hours and emails of the service',
    fill: fillNotifications,
    open: async (page) => {
      await openSettings(page, 'Notifications');
      await page.getByRole('button', { name: 'Change quiet hours' }).click();
      await page.getByRole('textbox', { name: 'Address 2' }).fill('nobody');
      await expect(page.getByText('This isn’t an email address.')).toBeVisible();
    },
  },
  {
    name: 'keys that another command has',
    open: async (page) => {
      await openSettings(page, 'Keyboard');
      await page.getByRole('button', { name: 'Change shortcut for “Pin or unpin”' }).click();
      await page.keyboard.press('e');
      await expect(page.getByText('E is already used for “Close or reopen chat”.')).toBeVisible();
    },
  },
  {
    name: 'the ledger with a text of it',
    fill: (main) => (main.inbox.settings.ledger = [buildLedgerEntry(buildLedgerRow({ createdAt: Date.now() }))]),
    open: async (page) => {
      await openSettings(page, 'Ledger');
      await page.locator('.ledger-row').first().click();
      await expect(page.locator('[data-entry-title] bdi')).toBeVisible();
    },
  },
  {
    name: 'the health of what is kept, with a gap',
    fill: fillHealth,
    open: async (page) => {
      await openSettings(page, 'Health');
      await expect(page.getByRole('button', { name: /^Load messages in the chat with Deborah/ })).toBeVisible();
    },
  },
];
