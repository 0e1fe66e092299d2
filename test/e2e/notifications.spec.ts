/** Notifications of the page, through a real browser and the whole app; the browser's own part is played. */
import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { isFull } from '#test/support/full-counts.ts';
import { Random } from '#test/support/random.ts';
import { expect, test as base } from './support/fixtures.ts';
import { findMessage, findRow, openChat, press } from './support/inbox-page.ts';
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

type Person = (typeof PEOPLE)[number];

/** What a user has to see, worked out beside the app. */
class Expected {
  readonly told: string[] = [];
  readonly standing = new Map<Person, string>();
  readonly unread = new Set<Person>();
  readonly muted = new Set<Person>();
  open: Person | null = null;

  arrive(person: Person, text: string): void {
    if (person === this.open) return;
    this.unread.add(person);
    if (this.muted.has(person)) return;
    const said = `${person.name}: ${text}`;
    this.told.push(said);
    this.standing.set(person, said);
  }

  read(person: Person): void {
    this.open = person;
    this.unread.delete(person);
    this.standing.delete(person);
  }

  get counted(): number {
    return [...this.unread].filter((person) => !this.muted.has(person)).length;
  }
}

/** At small counts: each kind of step at least once, with whom is thrown. */
const EACH_KIND = [
  ...(['message', 'click', 'message', 'mute', 'reload', 'message'] as const),
  ...(['restart', 'read', 'message', 'click'] as const),
];

const readCount = async (page: Page): Promise<number> => Number(/^\((\d+)\)/.exec(await page.title())?.[1] ?? 0);

test('random messages, reads, mutes, clicks, reloads and restarts: each text is told of once, and the counts are equal', async ({
  page: inbox,
  played,
  service,
  startOwnApp,
}) => {
  if (isFull) test.setTimeout(3_000_000);
  const seed = Number(process.env['SWITCHBOARD_TEST_SEED'] ?? randomInt(1, 1_000_000_000));
  test.info().annotations.push({ type: 'SWITCHBOARD_TEST_SEED', description: String(seed) });
  const random = new Random(seed);
  const expected = new Expected();
  let app = await startOwnApp();
  await inbox.goto(app.announced);
  await inbox.getByRole('option').first().waitFor();
  await inbox.evaluate(() => localStorage.setItem('test.permission', 'granted'));
  await inbox.reload();
  for (const person of PEOPLE) await openChat(inbox, person.name);
  expected.open = PEOPLE[1];
  await expect(inbox.getByRole('option', { name: /^(Callum|Deborah).*unread/ })).toHaveCount(0);
  const others = await readCount(inbox);

  const read = async (person: Person): Promise<void> => {
    await openChat(inbox, person.name);
    expected.read(person);
  };
  const acts = {
    message: async (person: Person, text: string) => {
      await arrive(service.account, person, text);
      expected.arrive(person, text);
      // The list may be scrolled to the open chat, and has only the rows in view.
      await expect(async () => {
        const list = inbox.getByRole('listbox').first();
        await list.evaluate((element) => element.scrollTo(0, 0));
        await expect(findRow(inbox, new RegExp(`^${person.name}`))).toContainText(text, { timeout: 1_000 });
      }).toPass();
    },
    read,
    mute: async (person: Person) => {
      await read(person);
      const isMuted = expected.muted.delete(person);
      if (!isMuted) expected.muted.add(person);
      await press(inbox, 'm');
      if (!isMuted) await inbox.getByRole('menuitem').first().press('Enter');
      const row = findRow(inbox, new RegExp(`^${person.name}.*muted`, 'i'));
      await expect(row).toHaveCount(isMuted ? 0 : 1);
    },
    click: async () => {
      const [shown] = expected.standing;
      if (shown === undefined) return;
      await played.click(shown[1]);
      await expect(inbox.getByRole('textbox', { name: `Text to ${shown[0].name}` })).toBeVisible();
      expected.read(shown[0]);
    },
    reload: async () => {
      await inbox.reload();
      await inbox.getByRole('option').first().waitFor();
      expected.standing.clear();
    },
    /** Main goes and comes back; the page stays, and what stood there goes. */
    restart: async () => {
      await app.stop('SIGKILL');
      await expect(inbox.getByRole('button', { name: 'Lost contact' })).toBeVisible();
      app = await startOwnApp();
      await expect(inbox.getByRole('button', { name: 'Lost contact' })).toBeHidden({ timeout: 30_000 });
      expected.standing.clear();
    },
  };
  const kinds = [
    ...(['message', 'message', 'message', 'message', 'message', 'message', 'click', 'click', 'click'] as const),
    ...(['read', 'read', 'mute', 'mute', 'reload', 'restart'] as const),
  ];
  const steps = isFull ? Array.from({ length: 600 }, () => random.pick(kinds)) : EACH_KIND;
  for (const [index, kind] of steps.entries()) {
    await test.step(`seed ${seed}: ${index} ${kind}`, async () => {
      await acts[kind](random.pick(PEOPLE), `Text ${index}`);
      await expect.poll(() => readCount(inbox)).toBe(others + expected.counted);
      await played.expectStanding([...expected.standing.values()]);
      expect(played.told).toEqual(expected.told);
    });
  }
});
