import { expect, type Page } from '@playwright/test';
import { buildFile, buildMessage, buildSend, toProblem } from '#test/support/fake-bridge.ts';
import { test } from './fixtures.ts';
import { MINUTE_MS, fillSmall } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';
import { composer, openChat, row } from './sending-page.ts';

const DEBORAH = '447700900318';
const TOM = '447700900319';

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillSmall(empty);
  main.inbox.sending.holdMs = 30_000;
});

async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await page.keyboard.press('Enter');
  await expect(composer(page)).toHaveValue('');
}
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' });
const sendNow = (page: Page) => page.getByRole('button', { name: 'Send now' });
const stateOf = (sendId: string) =>
  [...main.inbox.data.messages.values()].flat().find((message) => message.send?.id === sendId)?.send?.state;

test.describe('a text that was just sent', () => {
  test('stands in the thread at once, with a ring that empties and the seconds that are left', async ({ page }) => {
    await openChat(page, main.origin);
    await send(page, 'Just water until 9');
    await expect(page.getByText(/^Sends in (30|29|28) seconds$/)).toBeVisible();
    const ring = page.locator('.ring .left');
    const readOffset = () => ring.evaluate((circle) => Number.parseFloat(getComputedStyle(circle).strokeDashoffset));
    const before = await readOffset();
    await expect.poll(readOffset).toBeGreaterThan(before);
    await expect(page.getByText(/^Sends in 2[0-7] seconds$/)).toBeVisible();
  });

  test('is told once to who cannot see it, and its label does not count down', async ({ page }) => {
    await openChat(page, main.origin);
    await send(page, 'Just water until 9');
    await expect(page.getByText('Sends in 30 seconds. Undo to take it back.')).toBeAttached();
    const label = page.getByRole('listitem', {
      name: /^You\. Just water until 9 .*, waiting, sends in 30 seconds\.$/,
    });
    await expect(label).toBeVisible();
    await expect(page.getByText(/^Sends in 2[0-8] seconds$/)).toBeVisible();
    await expect(label).toBeVisible();
  });

  test('has a number in place of the ring where nothing shall move', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openChat(page, main.origin);
    await send(page, 'Just water until 9');
    await expect(page.getByText(/^Sends in \d+ seconds?$/)).toBeVisible();
    await expect(page.locator('.ring')).toBeHidden();
  });

  test('comes back into the box by “Undo”, before what was begun since, with the caret at its end', async ({
    page,
  }) => {
    await openChat(page, main.origin);
    await send(page, 'Just water');
    await composer(page).fill('Also');
    await undo(page).click();
    await expect(composer(page)).toHaveValue('Just water\nAlso');
    await expect(composer(page)).toBeFocused();
    await page.keyboard.type('!');
    await expect(composer(page)).toHaveValue('Just water\nAlso!');
    await expect(page.getByText('Not sent. Your text is back in the message box.')).toBeAttached();
    await expect(undo(page)).toBeHidden();
  });

  for (const keys of ['Control+z', 'z']) {
    test(`comes back by ${keys}, the last one first, while no field has the focus`, async ({ page }) => {
      await openChat(page, main.origin);
      await send(page, 'One');
      await send(page, 'Two');
      await expect(undo(page)).toHaveCount(2);
      await page.getByRole('listitem', { name: /^You\. One/ }).focus();
      await page.keyboard.press(keys);
      await expect(composer(page)).toHaveValue('Two');
      await expect(composer(page)).toBeFocused();
      await expect(undo(page)).toHaveCount(1);
    });
  }

  test('comes back by Ctrl Z from an empty box; in one with words the key undoes what was typed', async ({ page }) => {
    await openChat(page, main.origin);
    await send(page, 'One');
    await page.keyboard.type('Tw');
    await page.keyboard.press('Control+z');
    await expect(composer(page)).not.toHaveValue(/One/);
    await expect(undo(page)).toHaveCount(1);
    await composer(page).fill('');
    await page.keyboard.press('Control+z');
    await expect(composer(page)).toHaveValue('One');
  });

  test('comes back from another chat too, whose box then has it', async ({ page }) => {
    await openChat(page, main.origin);
    await send(page, 'To the wrong person');
    await row(page, 'Tom').click();
    await expect(page.getByRole('region', { name: 'Chat with Tom Abara' })).toBeVisible();
    await expect(composer(page)).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(page.getByRole('region', { name: 'Chat with Deborah Okonkwo' })).toBeVisible();
    await expect(composer(page)).toHaveValue('To the wrong person');
    await expect(composer(page)).toBeFocused();
  });

  test('leaves at once by “Send now”, and by Ctrl Enter from an empty box', async ({ page }) => {
    await openChat(page, main.origin);
    await send(page, 'One');
    await sendNow(page).click();
    await expect(sendNow(page)).toBeHidden();
    await expect(composer(page)).toBeFocused();
    await send(page, 'Two');
    await page.keyboard.press('Enter');
    await expect(sendNow(page)).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expect(sendNow(page)).toBeHidden();
    expect(main.inbox.inputsOf('sends.sendNow').map(({ sendId }) => stateOf(sendId))).toEqual(['queued', 'queued']);
  });

  test('does not leave by the second click of a double one, whose first was on what stood there before', async ({
    page,
  }) => {
    await openChat(page, main.origin);
    await send(page, 'One');
    await sendNow(page).dispatchEvent('click', { detail: 2 });
    await undo(page).click();
    await expect(composer(page)).toHaveValue('One');
    expect(main.inbox.inputsOf('sends.sendNow')).toEqual([]);
  });

  test('that left meanwhile says so, and nothing comes back', async ({ page }) => {
    await openChat(page, main.origin);
    await send(page, 'One');
    main.inbox.fail('sends.discard', toProblem('not-found'));
    await undo(page).click();
    await expect(page.getByText('Too late: it’s already been sent.')).toBeVisible();
    await expect(composer(page)).toHaveValue('');
  });

  test('gives the focus to its message where it goes out under it', async ({ page }) => {
    await openChat(page, main.origin);
    await send(page, 'One');
    await undo(page).focus();
    main.inbox.sending.changeSend('s1', { state: 'sending' });
    await expect(page.getByRole('listitem', { name: /^You\. One/ })).toBeFocused();
  });

  test('has its keys beside it while somebody points at it', async ({ page }) => {
    await openChat(page, main.origin);
    await send(page, 'One');
    await undo(page).hover();
    await expect(page.locator('.ui-tooltip')).toContainText('Take it back and edit itCtrlZ');
    await sendNow(page).hover();
    await expect(page.locator('.ui-tooltip')).toContainText('Send it without waitingCtrlEnter');
  });

  test('says that it waits for the connection, and can still be taken back, where there is none', async ({ page }) => {
    main.changeStatus({ link: 'offline', since: Date.now() - 4 * MINUTE_MS });
    await openChat(page, main.origin);
    await send(page, 'One');
    await expect(page.getByText('Waiting for connection')).toBeVisible();
    await expect(page.getByText(/^Sends in/)).toBeHidden();
    await undo(page).click();
    await expect(composer(page)).toHaveValue('One');
  });
});

test.describe('what a text costs', () => {
  test('stands beside its parts, for as many of them', async ({ page }) => {
    main.inbox.sending.price = { amount: 0.038, currency: 'GBP' };
    await openChat(page, main.origin);
    await composer(page).fill('a'.repeat(88));
    await expect(page.locator('.counter')).toHaveText('88 / 160 · 1 part · £0.038');
    await composer(page).fill('a'.repeat(200));
    await expect(page.locator('.counter')).toHaveText('200 / 306 · 2 parts · £0.076');
  });

  test('is not made up where the service’s list does not say', async ({ page }) => {
    await openChat(page, main.origin);
    await composer(page).fill('Hello');
    await expect(page.locator('.counter')).toHaveText('5 / 160 · 1 part');
  });
});

test('a message’s details lead to the ledger, and only those of texts that left from here', async ({ page }) => {
  const at = Date.now() - 20 * MINUTE_MS;
  main.inbox.data.messages.set(1, [
    buildMessage({ key: 'in:1', text: 'Hello', at }),
    buildMessage({
      key: 'send:a',
      direction: 'out',
      text: 'Yes',
      mark: 'delivered',
      at: at + MINUTE_MS,
      send: buildSend({ id: 'a', state: 'accepted', files: [buildFile({ isUploaded: true })] }),
    }),
  ]);
  await openChat(page, main.origin);
  await page.getByRole('listitem', { name: /^You\. Yes Consent\.pdf/ }).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const details = page.getByRole('dialog', { name: 'Details' });
  await expect(details).toBeVisible();
  await expect(details.getByRole('button')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(details).toContainText('Consent.pdf, 214 kB');
  await details.getByRole('button', { name: 'Show in ledger' }).click();
  await expect(page.getByRole('heading', { name: 'Ledger' })).toBeVisible();
});

test('a chat whose draft has files says how many', async ({ page }) => {
  main.inbox.change(2, { draftFilesCount: 2 });
  main.inbox.data.files.set(TOM, [buildFile(), buildFile({ id: 'file2' })]);
  await page.goto(main.origin);
  await expect(row(page, 'Tom')).toContainText('Draft: 2 files');
  // In the open one they can be seen.
  await row(page, 'Tom').click();
  await expect(row(page, 'Tom')).not.toContainText('Draft');
  expect(main.inbox.data.files.get(DEBORAH)).toBeUndefined();
});
