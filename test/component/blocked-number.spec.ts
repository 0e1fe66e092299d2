import { expect, type Page } from '@playwright/test';
import { buildChat, toProblem } from '#test/support/fake-bridge.ts';
import { test } from './fixtures.ts';
import { fillSmall } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';
import { composer, row } from './sending-page.ts';

const WRITTEN = '+447400123456';
const SHOWN = '+44 7400 123456';

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillSmall(empty);
  main.inbox.contacts.blockedAtService?.add(WRITTEN);
});

const note = (page: Page) => page.getByRole('group', { name: `${SHOWN} is blocked.` });

/** A new message to the number, with the focus in its text. The answer about the number is held until `release`. */
async function writeToStranger(page: Page): Promise<{ readonly release: () => void }> {
  const release = main.inbox.hold('people.findBlocked');
  await page.goto(main.origin);
  await expect(row(page, 'Deborah')).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByRole('combobox', { name: 'To' })).toBeFocused();
  await page.keyboard.type(WRITTEN);
  await expect(page.getByRole('option', { name: `Text ${SHOWN}` })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(composer(page)).toBeFocused();
  return { release };
}

test('the note about a blocked number takes the focus of the composer, not its button, and gives it back', async ({
  page,
}) => {
  const { release } = await writeToStranger(page);
  await page.keyboard.type('Hello');
  release();
  await expect(note(page)).toBeFocused();
  await expect(composer(page)).toBeHidden();
  // What is typed on presses nothing.
  await page.keyboard.press('Enter');
  expect(main.inbox.inputsOf('people.setBlocked')).toEqual([]);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Unblock' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(composer(page)).toBeFocused();
  await expect(composer(page)).toHaveValue('Hello');
  await expect(page.getByRole('status').filter({ hasText: `${SHOWN} unblocked` })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect.poll(() => main.inbox.inputsOf('sends.create')).toMatchObject([{ phone: WRITTEN, text: 'Hello' }]);
});

test('a text that was sent before the answer came is in its box again, and nothing left', async ({ page }) => {
  const { release } = await writeToStranger(page);
  await page.keyboard.type('Hello');
  await page.keyboard.press('Enter');
  await expect(composer(page)).toHaveValue('');
  release();
  await expect(note(page)).toBeFocused();
  expect(main.inbox.inputsOf('sends.create')).toEqual([]);
  await page.getByRole('button', { name: 'Unblock' }).click();
  await expect(composer(page)).toHaveValue('Hello');
});

test('a number that could not be unblocked stays so, and the user is told why', async ({ page }) => {
  const { release } = await writeToStranger(page);
  release();
  main.inbox.fail('people.setBlocked', toProblem('maintenance'));
  await page.getByRole('button', { name: 'Unblock' }).click();
  await expect(page.getByText(`${SHOWN} wasn’t unblocked.`)).toBeVisible();
  await expect(note(page)).toBeVisible();
});

test('a chat that exists only here says that its number is blocked', async ({ page }) => {
  main.inbox.data.chats = [
    buildChat({ id: -7, phone: WRITTEN.slice(1), name: '', contactId: null, draft: 'Hello', lastAt: Date.now() }),
    ...main.inbox.data.chats,
  ];
  await page.goto(main.origin);
  await row(page, SHOWN.replaceAll('+', '\\+')).click();
  await expect(note(page)).toBeVisible();
  await page.getByRole('button', { name: 'Unblock' }).click();
  await expect(composer(page)).toHaveValue('Hello');
  await expect(composer(page)).toBeFocused();
});
