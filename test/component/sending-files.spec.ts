import { expect, type Locator, type Page } from '@playwright/test';
import { buildFile, buildMessage, buildSend, toProblem } from '#test/support/fake-bridge.ts';
import { test } from './fixtures.ts';
import { fillSmall } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';
import { chip, chips, choose, composer, drag, file, openChat, paste, row, toPaths } from './sending-page.ts';

const DEBORAH = '447700900318';

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillSmall(empty);
});

const kept = (phone = DEBORAH) => (main.inbox.data.files.get(phone) ?? []).map(({ name }) => name);
const thread = (page: Page) => page.getByRole('region', { name: /^Chat with/ });

test.describe('files', () => {
  test('chosen by the button stand above the box and in the draft, and go with a text', async ({ page }) => {
    await openChat(page, main.origin);
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Attach files' }).click(),
    ]);
    await chooser.setFiles(await toPaths(file('Consent.pdf'), file('people.csv', 900)));
    await expect(composer(page)).toBeFocused();
    await expect(chips(page).getByRole('listitem')).toHaveText([/Consent\.pdf.*214 kB/, /people\.csv.*900 byte/]);
    await expect.poll(() => kept()).toEqual(['Consent.pdf', 'people.csv']);
    await page.keyboard.type('See the second page');
    await page.keyboard.press('Enter');
    await expect(chips(page)).toBeHidden();
    const message = page.getByRole('listitem', { name: /^You\. See the second page Consent\.pdf people\.csv/ });
    await expect(message).toContainText('will be sent as a link, 214 kB');
    expect(main.inbox.inputsOf('sends.create').at(-1)?.fileIds).toHaveLength(2);
  });

  test('are chosen by Ctrl U as well', async ({ page }) => {
    // From here on choosers come to us: turned on with the key, that may be too late.
    page.on('filechooser', () => undefined);
    await openChat(page, main.origin);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Control+u')]);
    expect(chooser.isMultiple()).toBe(true);
  });

  test('go without a word, too', async ({ page }) => {
    await openChat(page, main.origin);
    await choose(page, file('Consent.pdf'));
    await expect(chip(page, '214 kB')).toBeVisible();
    await composer(page).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('listitem', { name: /^You\. Consent\.pdf/ })).toBeVisible();
    expect(main.inbox.inputsOf('sends.create').at(-1)).toMatchObject({ text: '' });
  });

  test('are pasted, but not the picture that a table puts beside its words', async ({ page }) => {
    await openChat(page, main.origin);
    await paste(page, ['image.png'], 'Three cells');
    await paste(page, ['screen.png']);
    await expect(chips(page).getByRole('listitem')).toHaveText([/screen\.png/]);
    await expect.poll(() => kept()).toEqual(['screen.png']);
  });

  test('are dropped anywhere on the thread, which shows that it takes them', async ({ page }) => {
    await openChat(page, main.origin);
    await drag(thread(page), ['a.pdf'], false);
    await expect(page.getByText('Drop to attach')).toBeVisible();
    await thread(page).dispatchEvent('dragleave');
    await expect(page.getByText('Drop to attach')).toBeHidden();
    await drag(thread(page), ['a.pdf'], true);
    await expect(page.getByText('Drop to attach')).toBeHidden();
    await expect(chip(page, 'a.pdf')).toBeVisible();
    await expect(composer(page)).toBeFocused();
  });

  test('dropped beside every target do not take the place of the page', async ({ page }) => {
    await openChat(page, main.origin);
    await drag(page.getByRole('navigation'), ['a.pdf'], true);
    await expect(chips(page)).toBeHidden();
    await expect(composer(page)).toBeVisible();
  });

  test('and addresses dropped beside every field do not either', async ({ page }) => {
    await openChat(page, main.origin);
    const isRefused = (target: Locator): Promise<boolean[]> =>
      target.evaluate((element) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.setData('text/uri-list', 'https://host.example/');
        return ['dragover', 'drop'].map((type) => {
          const event = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer });
          return !element.dispatchEvent(event);
        });
      });
    expect(await isRefused(page.getByRole('navigation'))).toEqual([true, true]);
    expect(await isRefused(thread(page))).toEqual([true, true]);
    expect(await isRefused(composer(page))).toEqual([false, false]);
  });

  test('count as the links that they will be, with their price', async ({ page }) => {
    main.inbox.sending.price = { amount: 0.05, currency: 'GBP' };
    await openChat(page, main.origin);
    await composer(page).fill('a'.repeat(150));
    await expect(page.locator('.counter')).toHaveText('150 / 160 · 1 part · £0.05');
    await choose(page, file('Consent.pdf'));
    await expect(page.locator('.counter')).toHaveText(/^1[78]\d \/ 306\s· 2 parts\s· £0\.10$/);
  });

  test('that are more than five are left out, and it is said how many', async ({ page }) => {
    await openChat(page, main.origin);
    await choose(page, ...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => file(`${name}.pdf`, 10)));
    await expect(chips(page).getByRole('listitem')).toHaveCount(5);
    await expect(page.getByText('A text can have up to 5 files. 2 files weren’t attached.')).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByText('A text can have up to 5 files.')).toBeHidden();
  });

  test('that cannot be sent are not attached, say why, and hold back no text', async ({ page }) => {
    await openChat(page, main.origin);
    await choose(page, file('film.mp4', 12_000_000), file('setup.exe', 10), file('nothing.pdf', 0), file('a.pdf', 10));
    const note = (name: string): Locator => page.locator('.refused').getByText(`“${name}” wasn’t attached.`);
    await expect(note('film.mp4')).toHaveText(/This file is 12 MB\. The limit is 10 MB\.$/);
    await expect(note('setup.exe')).toHaveText(/This file type can’t be sent/);
    await expect(note('nothing.pdf')).toHaveText(/This file is empty\.$/);
    await expect(chips(page).getByRole('listitem')).toHaveCount(1);
    await page.getByRole('button', { name: 'Dismiss' }).first().click();
    await expect(note('film.mp4')).toBeHidden();
    await expect(composer(page)).toBeFocused();
    await composer(page).fill('Hello');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('listitem', { name: /^You\. Hello/ })).toBeVisible();
    await expect(note('setup.exe')).toBeHidden();
  });

  test('that could not be added block Send, which says why', async ({ page }) => {
    await openChat(page, main.origin);
    main.inbox.fail('drafts.addFile', toProblem('disk'));
    await choose(page, file('a.pdf', 10));
    await composer(page).fill('Hello');
    const send = page.getByRole('button', { name: /^Send/ });
    await expect(send).toHaveAttribute('aria-disabled', 'true');
    await send.hover();
    await expect(page.locator('.ui-tooltip')).toContainText('Try “a.pdf” again or remove it, then send.');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Try “a.pdf” again or remove it, then send.').first()).toBeAttached();
    expect(main.inbox.inputsOf('sends.create')).toEqual([]);
    // The second click of a double one on what was there before removes nothing.
    await page.getByRole('button', { name: 'Remove a.pdf' }).dispatchEvent('click', { detail: 2 });
    await expect(page.getByRole('button', { name: 'Remove a.pdf' })).toBeVisible();
    await page.getByRole('button', { name: 'Remove a.pdf' }).click();
    await composer(page).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('listitem', { name: /^You\. Hello/ })).toBeVisible();
  });

  test('are tried again where the way to the app was cut, not where they are the wrong ones', async ({ page }) => {
    await openChat(page, main.origin);
    main.inbox.fail('drafts.addFile', toProblem('disk'));
    await choose(page, file('a.pdf', 10));
    await expect(chip(page, 'a.pdf').getByRole('button', { name: 'Try a.pdf again' })).toBeVisible();
    main.inbox.fail('drafts.addFile', null);
    await page.getByRole('button', { name: 'Try a.pdf again' }).click();
    await expect.poll(() => kept()).toEqual(['a.pdf']);
  });

  test('show how far they have come, and are given up on the way', async ({ page }) => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    main.bytesGate = promise;
    await openChat(page, main.origin);
    await choose(page, file('big.pdf', 3_000_000));
    await expect(chip(page, 'big.pdf')).toContainText('Adding 0%');
    await composer(page).fill('Hello');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Your files are still being added.')).toBeAttached();
    await page.getByRole('button', { name: 'Stop adding big.pdf' }).click();
    await expect(chips(page)).toBeHidden();
    resolve(undefined);
    await expect.poll(() => main.inbox.inputsOf('files.release').length).toBeGreaterThan(0);
    expect(kept()).toEqual([]);
  });

  test('are removed by their button or Delete, and the focus stays among them', async ({ page }) => {
    await openChat(page, main.origin);
    await choose(page, file('a.pdf', 10), file('b.pdf', 10), file('c.pdf', 10));
    await expect.poll(() => kept()).toHaveLength(3);
    await page.getByRole('button', { name: 'Remove b.pdf' }).focus();
    await page.keyboard.press('Delete');
    await expect(page.getByRole('button', { name: 'Remove c.pdf' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Remove a.pdf' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(composer(page)).toBeFocused();
    await expect.poll(() => kept()).toEqual([]);
  });

  test('of a draft are there when its chat is opened, in this window and after a reload', async ({ page }) => {
    await openChat(page, main.origin);
    await choose(page, file('a.pdf', 10));
    await expect.poll(() => kept()).toEqual(['a.pdf']);
    await row(page, 'Tom').click();
    await expect(chips(page)).toBeHidden();
    await row(page, 'Deborah').click();
    await expect(chip(page, 'a.pdf')).toBeVisible();
    main.inbox.change(1, { draftFilesCount: 1 });
    await openChat(page, main.origin);
    await expect(chip(page, 'a.pdf')).toBeVisible();
  });

  test('come back with the text that is taken back', async ({ page }) => {
    main.inbox.sending.holdMs = 30_000;
    await openChat(page, main.origin);
    await choose(page, file('a.pdf', 10));
    await expect.poll(() => kept()).toEqual(['a.pdf']);
    await composer(page).fill('Here');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(composer(page)).toHaveValue('Here');
    await expect(chip(page, 'a.pdf')).toBeVisible();
    await expect(page.getByText('Not sent. Your text and its files are back in the message box.')).toBeAttached();
  });

  test('of a new message go along when another person is chosen', async ({ page }) => {
    main.inbox.data.people.push({ phone: DEBORAH, name: 'Deborah Okonkwo', contactId: 11 });
    main.inbox.data.people.push({ phone: '447700900319', name: 'Tom Abara', contactId: 12 });
    await page.goto(main.origin);
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('n');
    await choose(page, file('a.pdf', 10));
    await expect(chip(page, 'a.pdf')).toBeVisible();
    const to = page.getByRole('combobox');
    await to.fill('Debor');
    await page.getByRole('option', { name: /Deborah Okonkwo \+44/ }).click();
    await expect.poll(() => kept()).toEqual(['a.pdf']);
    await to.fill('Tom');
    await page.getByRole('option', { name: /Tom Abara \+44/ }).click();
    await expect.poll(() => kept('447700900319')).toEqual(['a.pdf']);
    await expect.poll(() => kept()).toEqual([]);
    await composer(page).focus();
    await page.keyboard.press('Enter');
    await expect(thread(page)).toHaveAccessibleName('Chat with Tom Abara');
    await expect(page.getByRole('listitem', { name: /^You\. a\.pdf/ })).toBeVisible();
  });
});

test.describe('in the thread', () => {
  test('files that leave say how far they are, and “Cancel” takes the text out', async ({ page }) => {
    const send = buildSend({ id: 'up', files: [buildFile()] });
    const message = buildMessage({
      key: 'send:up',
      direction: 'out',
      text: 'Here',
      mark: 'waiting',
      send,
      at: Date.now(),
    });
    main.inbox.data.messages.set(1, [message]);
    await openChat(page, main.origin);
    main.inbox.emit('sends.uploading', { sendId: 'up', sentBytes: 40, totalBytes: 100 });
    await expect(page.getByText('Uploading 40%')).toBeVisible();
    main.inbox.emit('sends.uploading', { sendId: 'up', sentBytes: 100, totalBytes: 100 });
    await expect(page.getByText('Uploading')).toBeHidden();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(composer(page)).toHaveValue('Here');
    await expect(chip(page, 'Consent.pdf')).toBeVisible();
  });

  test('a refused file says why, and comes back to be changed', async ({ page }) => {
    const problem = { code: 'validation', detail: null, at: 0, fields: { file: ['The service could not read it.'] } };
    const send = buildSend({ id: 'no', state: 'refused', problem, files: [buildFile()] });
    main.inbox.data.messages.set(1, [
      buildMessage({ key: 'send:no', direction: 'out', text: '', mark: 'waiting', send, at: Date.now() }),
    ]);
    await openChat(page, main.origin);
    await expect(page.getByText('The service could not read it.')).toBeVisible();
    await page.getByRole('button', { name: 'Edit and send again' }).click();
    await expect(chip(page, 'Consent.pdf')).toBeVisible();
    await expect(composer(page)).toHaveValue('');
  });

  test('a removed text takes its files with it, unless it is kept as a draft', async ({ page }) => {
    const make = (id: string) =>
      buildMessage({
        key: `send:${id}`,
        direction: 'out',
        text: `Text ${id}`,
        mark: 'waiting',
        at: Date.now(),
        send: buildSend({ id, state: 'not-sent', files: [buildFile({ id: `f${id}`, name: `${id}.pdf` })] }),
      });
    main.inbox.data.messages.set(1, [make('a'), make('b')]);
    await openChat(page, main.origin);
    const remove = page.getByRole('button', { name: 'Remove', exact: true });
    await remove.first().click();
    await page.getByRole('button', { name: 'Keep as a draft' }).click();
    await expect(chip(page, 'a.pdf')).toBeVisible();
    await remove.first().click();
    await expect(chip(page, 'b.pdf')).toBeHidden();
    await expect.poll(() => kept(), { timeout: 15_000 }).toEqual(['a.pdf']);
  });
});
