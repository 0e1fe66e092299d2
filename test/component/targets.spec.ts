/** What the user did outside the page: a notification that was clicked, a link of another program. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Target } from '#shared/contract/index.ts';
import { signedIn, signedOut } from '#test/support/session-views.ts';
import { test } from './fixtures.ts';
import { composer, fillSmall } from './inbox-page.ts';
import { listCut, listFaults, resize } from './layout-and-axe-checks.ts';
import type { LoopbackMain } from './loopback-main.ts';
import { untilStill } from './wait-until-still.ts';
import { listRows } from '#test/support/full-counts.ts';

const DEBORAH = '447700900318';
const TOM = '447700900319';
const LINK: Target = { kind: 'new-message', phones: [TOM], text: 'On my way, ten minutes.' };

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillSmall(empty);
  main.inbox.data.people.push(
    { phone: DEBORAH, name: 'Deborah Okonkwo', contactId: 1 },
    { phone: TOM, name: 'Tom Abara', contactId: 2 },
  );
});

const row = (page: Page, name: string): Locator => page.getByRole('option', { name: new RegExp(`^${name}`) });
const sheet = (page: Page): Locator => page.getByRole('region', { name: 'New message' });
const to = (page: Page): Locator => sheet(page).getByRole('combobox', { name: 'To' });
const text = (page: Page): Locator => sheet(page).getByRole('textbox', { name: 'Text message' });
const toast = (page: Page, words: string | RegExp): Locator => page.locator('.toast').filter({ hasText: words });
const countAsked = (name: string): number => main.asked.filter((frame) => frame.name === name).length;
const leadTo = (target: Target): void => main.inbox.desktop.leadTo(target);

async function open(page: Page): Promise<void> {
  await page.goto(main.origin);
  await expect(row(page, 'Deborah')).toBeVisible();
}

test.describe('a clicked notification', () => {
  test('opens its chat, with the focus where one writes, from another screen too', async ({ page }) => {
    await open(page);
    await page.keyboard.press('Control+,');
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    leadTo({ kind: 'chat', chatId: 2 });
    await expect(page.getByRole('heading', { name: 'Tom Abara', exact: true })).toBeVisible();
    await expect(composer(page)).toBeFocused();
  });

  test('that started the app opens its chat', async ({ page }) => {
    main.inbox.desktop.target = { kind: 'chat', chatId: 2 };
    await page.goto(main.origin);
    await expect(page.getByRole('heading', { name: 'Tom Abara', exact: true })).toBeVisible();
    await expect(composer(page)).toBeFocused();
    expect(countAsked('desktop.takeTarget')).toBe(1);
  });

  test('leads to nothing while nobody is signed in, and to its chat afterwards', async ({ page }) => {
    main.session = signedOut;
    await page.goto(main.origin);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    leadTo({ kind: 'chat', chatId: 2 });
    await page.getByRole('button', { name: 'Sign in' }).focus();
    expect(countAsked('desktop.takeTarget')).toBe(0);
    main.changeSession(signedIn);
    await expect(page.getByRole('heading', { name: 'Tom Abara', exact: true })).toBeVisible();
    expect(countAsked('desktop.takeTarget')).toBe(1);
  });

  test('says that its chat is gone where it is', async ({ page }) => {
    await open(page);
    leadTo({ kind: 'chat', chatId: 987 });
    await expect(toast(page, 'This chat is no longer on this computer.')).toBeVisible();
  });
});

test.describe('a link', () => {
  test('fills in a new message, and sends nothing before the user does', async ({ page }) => {
    await open(page);
    leadTo(LINK);
    await expect(to(page)).toHaveValue('Tom Abara');
    await expect(text(page)).toHaveValue('On my way, ten minutes.');
    await expect(text(page)).toBeFocused();
    expect(countAsked('sends.create')).toBe(0);
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => countAsked('sends.create')).toBe(1);
    expect(main.inputOf('sends.create')).toMatchObject({ phone: `+${TOM}`, text: 'On my way, ten minutes.' });
  });

  test('keeps the draft of its person above its own text', async ({ page }) => {
    main.inbox.data.drafts.set(TOM, 'Running late');
    await open(page);
    leadTo(LINK);
    await expect(text(page)).toHaveValue('Running late\nOn my way, ten minutes.');
    await expect(toast(page, 'The link’s text was added below')).toBeVisible();
    await expect.poll(() => main.inbox.data.drafts.get(TOM)).toBe('Running late\nOn my way, ten minutes.');
  });

  test('keeps what was written to another person for that person alone', async ({ page }) => {
    await open(page);
    await page.keyboard.press('Control+n');
    await to(page).fill('Deb');
    // Enter takes what is offered: before that there is nobody.
    await expect(sheet(page).getByRole('option', { name: /^Deborah Okonkwo/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await text(page).fill('Your results are in');
    leadTo(LINK);
    await expect(to(page)).toHaveValue('Tom Abara');
    await expect(text(page)).toHaveValue('On my way, ten minutes.');
    await expect(toast(page, 'Your text to Deborah Okonkwo was saved as a draft.')).toBeVisible();
    await row(page, 'Deborah').click();
    await expect(composer(page)).toHaveValue('Your results are in');
    expect(countAsked('sends.create')).toBe(0);
  });

  test('to several people begins a message to the first, and says so', async ({ page }) => {
    await open(page);
    leadTo({ kind: 'new-message', phones: [TOM, DEBORAH, '447700900320'], text: '' });
    await expect(to(page)).toHaveValue('Tom Abara');
    await expect(toast(page, '2 other numbers in the link were left out.')).toBeVisible();
  });

  test('without a person asks for one', async ({ page }) => {
    await open(page);
    leadTo({ kind: 'new-message', phones: [], text: '' });
    await expect(to(page)).toBeFocused();
    await expect(text(page)).toHaveValue('');
  });

  for (const [reason, words] of [
    ['no-number', 'That link has no number you can text.'],
    ['unknown', 'Switchboard can’t open that link.'],
  ] as const)
    test(`that is refused says why, and leads nowhere: ${reason}`, async ({ page }) => {
      await open(page);
      await row(page, 'Deborah').click();
      await expect(composer(page)).toBeFocused();
      leadTo({ kind: 'refused-link', reason });
      await expect(toast(page, words)).toBeVisible();
      await expect(composer(page)).toBeFocused();
    });

  test('waits until a form over the window is closed, whose words stay', async ({ page }) => {
    await open(page);
    await page.goto(`${main.origin}/#/contacts`);
    await page.getByRole('button', { name: 'New contact' }).first().click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox').first().fill('Ada');
    leadTo(LINK);
    await expect(toast(page, 'Finish or close this first.')).toBeVisible();
    await expect(form.getByRole('textbox').first()).toHaveValue('Ada');
    expect(countAsked('desktop.takeTarget')).toBe(1);
    await form.getByText('Cancel', { exact: true }).click();
    await expect(text(page)).toHaveValue('On my way, ten minutes.');
    await expect(text(page)).toBeFocused();
  });

  for (const width of listRows([1440, 720], 1))
    test(`is filled in and refused without anything cut off at ${String(width)} px`, async ({ page }) => {
      await open(page);
      await resize(page, width, 900);
      leadTo({ kind: 'new-message', phones: [TOM, DEBORAH], text: 'On my way, ten minutes.' });
      await expect(text(page)).toBeFocused();
      await expect(toast(page, '1 other number in the link was left out.')).toBeVisible();
      await untilStill(page);
      expect([await listCut(page), await listFaults(page)]).toEqual([[], []]);
      leadTo({ kind: 'refused-link', reason: 'no-number' });
      await expect(toast(page, 'That link has no number')).toBeVisible();
      await untilStill(page);
      expect([await listCut(page), await listFaults(page)]).toEqual([[], []]);
    });
});
