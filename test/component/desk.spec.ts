/** What a day at the desk is not to be stopped by: toasts over what is written, texts that failed twice, unexplained signs. */
import { expect, type Page } from '@playwright/test';
import { buildMessage } from '#test/support/fake-bridge.ts';
import { test } from './fixtures.ts';
import { composer, fillSmall, messages, MINUTE_MS } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';
import { openChat, row } from './sending-page.ts';

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillSmall(empty);
});

const toast = (page: Page) => page.locator('.toast-host .toast');
const boxOf = async (page: Page, selector: string): Promise<DOMRect> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.getBoundingClientRect());

for (const width of [1440, 720]) {
  test(`a toast stands over the foot of the list, never over what is written, ${String(width)} wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openChat(page, main.origin);
    await page.keyboard.press('Escape');
    await page.keyboard.press('e');
    await expect(toast(page)).toBeVisible();
    const [told, list] = [await boxOf(page, '.toast-host'), await boxOf(page, '#chat-list')];
    expect(told.left).toBeGreaterThanOrEqual(list.left);
    expect(told.right).toBeLessThanOrEqual(list.right);
    expect(told.bottom).toBeLessThanOrEqual(800);
  });
}

test('few words of a toast and its button are one line', async ({ page }) => {
  await openChat(page, main.origin);
  await page.keyboard.press('Escape');
  for (const key of ['x', 'Shift+ArrowDown', 'e']) await page.keyboard.press(key);
  await expect(toast(page)).toContainText('2 chats closed');
  const [words, undo] = [await boxOf(page, '.toast p'), await boxOf(page, '.toast button')];
  expect(undo.top).toBeLessThan(words.bottom);
});

test('in one pane a toast stands above what is written', async ({ page }) => {
  await page.setViewportSize({ width: 480, height: 800 });
  await openChat(page, main.origin);
  await composer(page).fill('One\nTwo\nThree');
  await page.getByRole('button', { name: /^More for Deborah/ }).click();
  await page.getByRole('menuitem', { name: 'Pin' }).click();
  await expect(toast(page)).toBeVisible();
  const [told, written] = [await boxOf(page, '.toast-host'), await boxOf(page, '.composer')];
  expect(told.bottom).toBeLessThanOrEqual(written.top);
});

test('a text that is sent again leaves one line in place of its red bubble, which leads to the new one', async ({
  page,
}) => {
  const failed = { direction: 'out', mark: 'failed', letter: 'f', text: 'See you at ten' } as const;
  const at = Date.now() - 10 * MINUTE_MS;
  main.inbox.data.messages.set(1, [buildMessage({ key: 'out:1', at, ...failed })]);
  await openChat(page, main.origin);
  const list = messages(page);
  await expect(list).toContainText(/\d\d:\d\d\s*Not delivered/);
  await list.getByRole('button', { name: 'Send again' }).click();
  await expect(list.getByRole('button', { name: 'Send again' })).toHaveCount(0);
  await expect(list.getByText('See you at ten')).toHaveCount(1);
  const line = list.getByRole('button', { name: /^Not delivered \d\d:\d\d, sent again \d\d:\d\d$/ });
  await line.click();
  await expect(list.getByRole('listitem', { name: /^You\. See you at ten/ }).last()).toBeFocused();
  await expect(list.getByRole('listitem', { name: /not delivered, sent again \d\d:\d\d\.$/ })).toHaveCount(1);
});

test('the demo, and an account, are left only after a question where something waits', async ({ page }) => {
  main.session = { ...main.session, isDemo: true };
  await openChat(page, main.origin);
  main.changeStatus({ link: 'offline' });
  await composer(page).fill('On our way');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /waiting/ })).toBeVisible();
  const leave = async (): Promise<void> => {
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Leave the demo' }).click();
  };
  await leave();
  const question = page.getByRole('alertdialog', { name: 'Leave the demo?' });
  await expect(question).toContainText('1 text hasn’t been sent yet.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(main.asked.some(({ name }) => name === 'session.signOut')).toBe(false);
  await leave();
  await question.getByRole('button', { name: 'Leave the demo' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to your texting account' })).toBeVisible();
});

test('the light says how news comes and how old what is shown is, and leads to more', async ({ page }) => {
  await openChat(page, main.origin);
  await page.getByRole('button', { name: 'Live', exact: true }).click();
  const box = page.getByRole('dialog', { name: 'Live' });
  await expect(box).toContainText('We check for new texts regularly.');
  await expect(box).toContainText(/Last checked \d+ seconds? ago\./);
  await page.keyboard.press('Escape');
  await expect(box).toBeHidden();
  await expect(page.getByRole('button', { name: 'Live', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await box.getByRole('button', { name: 'Health' }).click();
  await expect.poll(() => new URL(page.url()).hash).toBe('#/settings/health');
});

test('an emoji is found by its name, written where the caret is, and offered first the next time', async ({ page }) => {
  await openChat(page, main.origin);
  await composer(page).fill('Well done!');
  await composer(page).press('ArrowLeft');
  await page.keyboard.press('Control+Shift+e');
  const picker = page.getByRole('dialog', { name: 'Emoji' });
  await expect(picker.getByRole('option').first()).toBeVisible();
  await page.keyboard.type('tada');
  await page.keyboard.press('Enter');
  await expect(composer(page)).toHaveValue('Well done🎉!');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(composer(page)).toHaveValue('Well done!');
  await page.getByRole('button', { name: 'Add emoji' }).click();
  await expect(picker.getByRole('option').first()).toHaveAccessibleName('party popper');
  await picker.getByRole('combobox').fill('zzzz');
  await expect(picker).toContainText('No emoji for “zzzz”');
  await page.keyboard.press('Escape');
  await expect(composer(page)).toBeFocused();
  await page.getByRole('button', { name: 'Add emoji' }).click();
  await expect(picker).toBeVisible();
  await page.getByRole('button', { name: 'Insert template' }).click();
  await expect(page.getByText('No templates yet.')).toBeVisible();
  await expect(picker).toHaveCount(0);
});

test('a draft of another day says when it was begun', async ({ page }) => {
  const [first] = main.inbox.data.chats;
  if (first === undefined) throw new Error('No chat');
  const draft = { draft: 'I will call', draftAt: Date.now() - 30 * 24 * 60 * MINUTE_MS };
  main.inbox.data.chats = [{ ...first, ...draft }, ...main.inbox.data.chats.slice(1)];
  await page.goto(main.origin);
  await expect(row(page, 'Deborah')).toContainText(/Draft, \d+ \w{3}( \d{4})?: I will call/);
});

test('the arrows of a calendar are named in our words', async ({ page }) => {
  await page.goto(`${main.origin}/?locale=en-XB#/scheduled`);
  const turns = page.locator('.mini :is([data-calendar-prev-button], [data-calendar-next-button])');
  await expect(turns).toHaveCount(2);
  for (const turn of await turns.all()) await expect(turn).toHaveAccessibleName(/^⟦/);
});
