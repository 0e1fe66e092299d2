import { expect, type Page } from '@playwright/test';
import { buildChat, buildMessage, buildSend } from '#test/support/fake-bridge.ts';
import type { MessageView } from '#shared/contract/index.ts';
import { MINUTE_MS } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';

const LONG = 'Biscuit is booked in for his dental on Friday at 11:00. Please reply YES to confirm, or call us. ';

/** One message of every kind that a thread has a row for, oldest first. */
export function writeEveryKind(now = Date.now()): MessageView[] {
  const at = (minutes: number): number => now - minutes * MINUTE_MS;
  const ours = { direction: 'out', mark: 'delivered', letter: 'd' } as const;
  return [
    buildMessage({ key: 'in:1', text: 'Can he have his breakfast before he comes in?', at: at(2_900) }),
    buildMessage({ key: 'out:2', ...ours, text: 'Of course. https://northgate.example/dental', at: at(2_880) }),
    buildMessage({ key: 'call:3', kind: 'call', text: '', at: at(1_500) }),
    buildMessage({ key: 'note:4', kind: 'note', text: 'Owner prefers the morning.', at: at(1_490), direction: 'out' }),
    buildMessage({
      key: 'in:5',
      text: '',
      at: at(120),
      files: [{ name: 'Biscuit.jpg', mimeType: 'image/jpeg', sizeBytes: 214_000, mediaId: 'm1' }],
    }),
    buildMessage({ key: 'out:6', ...ours, mark: 'sent', letter: 'a', text: LONG, at: at(60) }),
    buildMessage({ key: 'out:7', ...ours, mark: 'failed', letter: 'f', text: 'See you at ten.', at: at(50) }),
    buildMessage({ key: 'out:8', ...ours, mark: 'rejected', letter: 'j', text: 'Are you there?', at: at(40) }),
    buildMessage({ key: 'out:9', ...ours, mark: 'unknown', letter: 'u', text: 'Hello?', at: at(30) }),
    buildMessage({ key: 'out:10', ...ours, mark: 'scheduled', letter: 's', text: 'Fast from ten.', at: at(20) }),
    buildMessage({
      key: 'send:11',
      direction: 'out',
      mark: 'waiting',
      text: 'On our way.',
      at: at(10),
      send: buildSend({ id: '11', createdAt: at(10), dueAt: at(10) }),
    }),
    buildMessage({ key: 'in:12', text: 'מתי אפשר לבוא? نعم 10:30', at: at(1) }),
  ];
}

/** Gives a main a chat for each way that a row can look; the first has a message of every kind. */
export function fillVaried(main: LoopbackMain): LoopbackMain {
  const now = Date.now();
  const build = (id: number, name: string, changes: Parameters<typeof buildChat>[0] = {}) =>
    buildChat({ id, name, phone: String(447_400_000_000 + id), lastAt: now - id * MINUTE_MS, ...changes });
  main.inbox.data.chats = [
    build(1, 'Deborah Okonkwo', { isPinned: true, unreadCount: 2, lastText: 'Can he have his breakfast?' }),
    build(2, 'Marigold Featherstonehaugh-Cholmondeley', { waitingSince: now - 130 * MINUTE_MS, lastText: LONG }),
    build(3, 'Kwikpet', { isMuted: true, mutedUntil: now + 7 * 60 * MINUTE_MS, unreadCount: 9 }),
    build(4, 'Ivo', { snoozedUntil: now + 26 * 60 * MINUTE_MS }),
    build(5, 'Siobhan', { draft: 'Bella’s bloods' }),
    build(6, 'Tom', { lastDirection: 'out', lastMark: 'failed', hasFailed: true }),
    build(7, 'Priya', { scheduledAt: now + 180 * MINUTE_MS }),
    build(8, 'Gareth Pugh', { isUnsubscribed: true }),
    build(9, 'Blocked Bob', { isBlocked: true }),
    build(10, '', { contactId: null, lastDirection: 'out', lastMark: 'delivered' }),
    build(11, 'Ann', { status: 'closed' }),
    build(12, 'Gone', { status: 'deleted' }),
    // More than are deleted without a question.
    ...Array.from({ length: 60 }, (_, index) => build(200 + index, `Closed ${String(index)}`, { status: 'closed' })),
    ...Array.from({ length: 6 }, (_, index) => build(20 + index, `Person ${String(20 + index)}`)),
  ];
  main.inbox.data.messages.set(1, writeEveryKind(now));
  main.inbox.lists.lists.push({ id: 7, name: 'Suppliers', phones: ['447400000003'] });
  const scope = { shelf: 'open', marks: ['unread'], listId: null } as const;
  main.inbox.lists.views.push({
    ...{ id: 'v1', name: 'Unread suppliers of the northern branch', icon: 'flag', sort: 'newest', keys: 'Ctrl+8' },
    scope: { ...scope, marks: [...scope.marks] },
  });
  return main;
}

const list = (page: Page) => page.getByRole('listbox').first();
export async function openChat(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('option', { name }).click();
  await expect(page.getByRole('list', { name: 'Messages' })).toBeVisible();
}
/** With the keys on the second row. */
async function takeRow(page: Page): Promise<void> {
  await list(page).focus();
  for (const key of ['j', 'j']) await page.keyboard.press(key);
}
async function openOwn(page: Page): Promise<void> {
  await openChat(page, /^Deborah/);
  await page.getByRole('listitem', { name: /See you at ten/ }).focus();
}
export async function openSettings(page: Page, section: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(`settings ${section}`);
  const first = page.getByRole('dialog').getByRole('option', { selected: true });
  await expect(first).toHaveAccessibleName(new RegExp(section, 'i'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: new RegExp(section, 'i') }).first()).toBeVisible();
}
async function chooseList(page: Page, name: string): Promise<void> {
  await list(page).focus();
  await page.keyboard.press('g');
  await page.getByRole('menuitemradio', { name: new RegExp(`^${name}`) }).press('Enter');
  await expect(page.getByRole('menu')).toHaveCount(0);
}

export interface Screen {
  readonly name: string;
  /** What the main has besides what each row looks different for. */
  readonly fill?: (main: LoopbackMain) => unknown;
  /** From the inbox with its first rows on screen. */
  readonly open: (page: Page) => Promise<void>;
}

// Rows of the other lists are among those of the list alone.
const OTHER_LISTS = ['Snoozed', 'Needs a reply', 'Scheduled', 'Deleted'];

/** Every screen and state that something can be done in. */
export const SCREENS: readonly Screen[] = [
  { name: 'the list alone', open: () => Promise.resolve() },
  ...OTHER_LISTS.map((name) => ({ name: `the list ${name}`, open: (page: Page) => chooseList(page, name) })),
  {
    name: 'checked rows with their bar',
    open: async (page) => {
      await takeRow(page);
      await page.keyboard.press('x');
      await page.keyboard.press('Shift+ArrowDown');
      await expect(page.getByRole('toolbar', { name: 'Selected chats' })).toBeVisible();
    },
  },
  {
    name: 'the menu of a chat',
    open: async (page) => {
      await takeRow(page);
      await page.keyboard.press('Shift+F10');
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'the menu of lists',
    open: async (page) => {
      await list(page).focus();
      await page.keyboard.press('g');
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'how long to mute',
    open: async (page) => {
      await takeRow(page);
      await page.keyboard.press('m');
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'until when to snooze',
    open: async (page) => {
      await takeRow(page);
      await page.keyboard.press('s');
      await expect(page.getByRole('combobox', { name: 'Snooze until' })).toBeFocused();
    },
  },
  {
    name: 'a view to keep',
    open: async (page) => {
      await list(page).focus();
      await page.keyboard.press('g');
      await page.getByRole('menuitem', { name: /^Save as view/ }).press('Enter');
      await expect(page.getByRole('dialog', { name: /Save as view/ })).toBeVisible();
    },
  },
  {
    name: 'the views',
    open: async (page) => {
      await list(page).focus();
      await page.keyboard.press('g');
      await page.getByRole('menuitem', { name: 'Edit views…' }).press('Enter');
      await expect(page.getByRole('dialog', { name: 'Views' })).toBeVisible();
    },
  },
  {
    name: 'the question before many are deleted',
    open: async (page) => {
      await page.getByRole('tab', { name: 'Closed' }).click();
      await expect(page.getByRole('listbox', { name: 'Closed chats' })).toBeVisible();
      await takeRow(page);
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  { name: 'a thread with every kind of row', open: (page) => openChat(page, /^Deborah/) },
  {
    name: 'the menu of a message',
    open: async (page) => {
      await openOwn(page);
      await page.keyboard.press('Shift+F10');
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'the details of a message',
    open: async (page) => {
      await openOwn(page);
      await page.keyboard.press('i');
      await expect(page.getByRole('dialog', { name: 'Details' })).toBeVisible();
    },
  },
  {
    name: 'selected messages with their bar',
    open: async (page) => {
      await openOwn(page);
      await page.keyboard.press('x');
      await page.keyboard.press('Shift+ArrowUp');
      await expect(page.getByRole('toolbar', { name: 'Selected messages' })).toBeVisible();
    },
  },
  {
    name: 'a date to jump to',
    open: async (page) => {
      await openChat(page, /^Deborah/);
      await page.keyboard.press('Control+g');
      await expect(page.getByRole('dialog', { name: 'Jump to date' })).toBeVisible();
    },
  },
  {
    name: 'the export of a chat',
    open: async (page) => {
      await openChat(page, /^Deborah/);
      await page
        .getByRole('button', { name: /^More for Deborah/ })
        .last()
        .press('Enter');
      await page.getByRole('menuitem', { name: /^Export/ }).press('Enter');
      await expect(page.getByRole('dialog', { name: /Export/ })).toBeVisible();
    },
  },
  {
    name: 'the printing of a chat',
    open: async (page) => {
      await openChat(page, /^Deborah/);
      await page.keyboard.press('Control+p');
      await expect(page.getByText(/messages will be printed/)).toBeVisible();
    },
  },
  { name: 'somebody who unsubscribed', open: (page) => openChat(page, /^Gareth/) },
  {
    name: 'the question before somebody is resubscribed',
    open: async (page) => {
      await openChat(page, /^Gareth/);
      await page.getByRole('button', { name: 'Resubscribe…' }).press('Enter');
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  { name: 'somebody who is blocked', open: (page) => openChat(page, /^Blocked/) },
  {
    name: 'a forwarded message',
    open: async (page) => {
      await openOwn(page);
      await page.keyboard.press('f');
      await expect(page.getByRole('combobox', { name: 'To' })).toBeFocused();
    },
  },
  {
    name: 'the palette with actions',
    open: async (page) => {
      await openChat(page, /^Deborah/);
      await page.keyboard.press('Control+k');
      await page.keyboard.type('mu');
      await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'the guide',
    open: async (page) => {
      await list(page).focus();
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'All shortcuts' })).toBeVisible();
    },
  },
];
