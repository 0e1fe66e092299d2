import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { composer, fillLarge, messages, openInbox } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';
import { listRows } from '#test/support/full-counts.ts';

test.use({ viewport: { width: 1280, height: 800 } });

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillLarge(empty);
  main.inbox.data.people.push({ phone: '447700900999', name: 'Priya Raghunathan', contactId: 1 });
});

const to = (page: Page): Locator => page.getByRole('combobox', { name: 'To' });
const text = (page: Page): Locator => page.getByRole('textbox', { name: /^Text/ });
const row = (page: Page, name: RegExp): Locator => messages(page).getByRole('listitem', { name });

async function choosePriya(page: Page): Promise<void> {
  await page.keyboard.press('n');
  await to(page).fill('priya');
  await expect(page.getByRole('option', { name: /^Priya/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(text(page)).toBeFocused();
}

test.describe('a reload keeps a new message', () => {
  test('without a recipient', async ({ page }) => {
    await openInbox(page, main.origin);
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await to(page).fill('pri');
    await text(page).fill('See you at ten.');
    await page.reload();
    await expect(text(page)).toHaveValue('See you at ten.');
    await expect(to(page)).toHaveValue('pri');
  });

  test('to a person, until it is sent', async ({ page }) => {
    await openInbox(page, main.origin);
    await page.keyboard.press('Escape');
    await choosePriya(page);
    await text(page).fill('See you at ten.');
    await expect.poll(() => main.inputOf('drafts.save')).toMatchObject({ text: 'See you at ten.' });
    await page.reload();
    await expect(text(page)).toHaveValue('See you at ten.');
    await expect(to(page)).toHaveValue(/^Priya/);
    await text(page).press('Control+Enter');
    await expect.poll(() => main.inputOf('sends.create')).toMatchObject({ text: 'See you at ten.' });
    // The keys lead back from the chat that opens, once they are there.
    await expect(composer(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox', { name: 'Open chats' })).toBeFocused();
    await page.keyboard.press('n');
    await expect(to(page)).toHaveValue('');
    await page.reload();
    await expect(to(page)).toHaveValue('');
  });
});

test('a person who unsubscribed is told of as soon as they are chosen, as in their chat', async ({ page }) => {
  const { chats } = main.inbox.data;
  main.inbox.data.chats = chats.map((chat) => (chat.id === 2 ? { ...chat, isUnsubscribed: true } : chat));
  main.inbox.data.people.push({ phone: '447400000001', name: 'Person 2', contactId: null });
  await openInbox(page, main.origin);
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  await text(page).fill('See you at ten.');
  await to(page).fill('person 2');
  await page
    .getByRole('listbox', { name: 'People' })
    .getByRole('option', { name: /^Person 2/ })
    .first()
    .click();
  const note = page.getByRole('group', { name: /^Person 2 is unsubscribed from your texts\./ });
  await expect(note).toContainText('The service won’t deliver to this number.');
  await expect(text(page)).toBeHidden();
  await note.getByRole('button', { name: 'Resubscribe…' }).click();
  await page
    .getByRole('alertdialog', { name: /Person 2/ })
    .getByRole('button', { name: 'Keep unsubscribed' })
    .click();

  await to(page).fill('priya');
  await expect(page.getByRole('option', { name: /^Priya/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(note).toBeHidden();
  await expect(text(page)).toHaveValue('See you at ten.');
});

test('the people under the To field are marked where they would get nothing', async ({ page }) => {
  main.inbox.data.people.push(
    { phone: '447700900998', name: 'Priya Blocked', contactId: 2, optOut: 'blocked' },
    { phone: '447700900997', name: 'Priya Stopped', contactId: 3, optOut: 'unsubscribed' },
  );
  await openInbox(page, main.origin);
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  await to(page).fill('priya');
  await expect(page.getByRole('option', { name: /^Priya/ })).toHaveText([
    ...[/Priya Raghunathan\s*\+44/, /Priya Blocked\s*Blocked/, /Priya Stopped\s*Unsubscribed/],
  ]);
});

test.describe('Esc from a new message', () => {
  for (const key of listRows(['f', 'n'], 0)) {
    test(`that ${key} began on a message leads back to that message`, async ({ page }) => {
      await openInbox(page, main.origin);
      await row(page, /Text 398\./).focus();
      await page.keyboard.press(key);
      await expect(to(page)).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(row(page, /Text 398\./)).toBeFocused();
      await expect(row(page, /Text 398\./)).toBeInViewport();
    });
  }

  test('that was begun in the list leads back there', async ({ page }) => {
    await openInbox(page, main.origin, 3);
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await expect(to(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox', { name: 'Open chats' })).toBeFocused();
  });

  for (const [name, chord, address] of [
    ['the contacts', 'Control+2', /#\/contacts/],
    ['the scheduled texts', 'Control+3', /#\/scheduled/],
  ] as const) {
    test(`that was begun in ${name} leads back there`, async ({ page }) => {
      await openInbox(page, main.origin, 3);
      await page.keyboard.press(chord);
      await expect(page).toHaveURL(address);
      await expect(page.locator('[data-place="composer"]:focus')).toHaveCount(0);
      await page.keyboard.press('n');
      await expect(to(page)).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page).toHaveURL(address);
      await expect(to(page)).toBeHidden();
      await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
      await page.keyboard.press('Control+1');
      await expect(page.getByRole('heading', { name: 'Person 3', exact: true })).toBeVisible();
    });
  }

  test('that its own button closes leads back as well', async ({ page }) => {
    await openInbox(page, main.origin, 3);
    await page.keyboard.press('Control+3');
    await page.getByRole('button', { name: 'Schedule', exact: true }).first().click();
    await expect(to(page)).toBeFocused();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(page).toHaveURL(/#\/scheduled/);
  });
});

test.describe('a new message that was begun to a person', () => {
  test('is begun again with another one by what is typed', async ({ page }) => {
    await openInbox(page, main.origin, 3);
    await page.keyboard.press('Escape');
    await choosePriya(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await expect(to(page)).toBeFocused();
    await page.keyboard.type('+44 7700 900998');
    await expect(to(page)).toHaveValue('+44 7700 900998');
  });

  test('goes on in its text, where it has one', async ({ page }) => {
    await openInbox(page, main.origin, 3);
    await page.keyboard.press('Escape');
    await choosePriya(page);
    await page.keyboard.type('Half a sentence');
    await page.keyboard.press('Escape');
    await expect(composer(page)).not.toBeFocused();
    await page.keyboard.press('n');
    await expect(text(page)).toBeFocused();
    await expect(text(page)).toHaveValue('Half a sentence');
    await expect(to(page)).toHaveValue('Priya Raghunathan');
  });
});
