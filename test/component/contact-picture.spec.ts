import { expect, type Locator, type Page } from '@playwright/test';
import { fillTom, openTom, panel } from './contact-page.ts';
import { test } from './fixtures.ts';
import { listCut, listFaults } from './layout-and-axe-checks.ts';
import type { LoopbackMain } from './loopback-main.ts';
import { toPaths, type ChosenFile } from './sending-page.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
/** A whole one, of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const button = (page: Page) => panel(page).getByRole('button', { name: 'Picture of Tom Abara' });

const give = (start: Buffer, sizeBytes = 300): ChosenFile => ({ name: 'tom.png', sizeBytes, start });

/** Chooses it by the menu of the picture. */
async function choose(page: Page, file: ChosenFile): Promise<void> {
  await button(page).press('Enter');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: 'Choose picture…' }).press('Enter'),
  ]);
  await chooser.setFiles(await toPaths(file));
}

const setAvatar = ({ inbox: { contacts } }: LoopbackMain, avatarId: string): void => {
  contacts.rows = contacts.rows.map((row) => ({ ...row, avatarId }));
};

test.beforeEach(({ main }) => fillTom(main));

test('a picture is chosen by keys, shows how far it is, and is there after the answer', async ({ page, main }) => {
  await openTom(page, main);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  main.bytesGate = promise;
  await choose(page, give(PNG, 3_000_000));
  await expect(panel(page).getByText('Uploading 0%')).toBeVisible();
  await expect(panel(page).getByRole('status').filter({ hasText: 'Uploading the picture…' })).toBeAttached();
  resolve(undefined);
  await expect(panel(page).getByRole('status').filter({ hasText: 'Picture changed' })).toBeAttached();
  const { handle } = main.inputOf('contacts.setPicture') as { handle: string };
  expect(main.inputOf('contacts.setPicture')).toMatchObject({ contactId: 11, handle: 'staged1' });
  await expect.poll(() => main.inbox.contacts.rows[0]?.avatarId).toBe(handle);
  await expect(button(page)).toBeFocused();
});

test('a picture is dropped on the one that is there; a drop beside it leaves the page as it is', async ({
  page,
  main,
}) => {
  await openTom(page, main);
  const drop = (target: Locator): Promise<boolean> =>
    target.evaluate(
      (element, all) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([new Uint8Array(all)], 'tom.png', { type: 'image/png' }));
        const events = ['dragenter', 'dragover', 'drop'].map(
          (type) => new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }),
        );
        for (const event of events) element.dispatchEvent(event);
        return events.at(-1)?.defaultPrevented ?? false;
      },
      [...PNG],
    );
  expect(await drop(panel(page).getByRole('heading', { name: 'Details' }))).toBe(true);
  expect(main.inputOf('files.stage')).toBeUndefined();
  await drop(button(page));
  await expect.poll(() => main.inputOf('contacts.setPicture')).toMatchObject({ handle: 'staged1' });
});

test('what is no picture, is too large or is refused is said beside it', async ({ page, main }) => {
  await openTom(page, main);
  await choose(page, give(Buffer.from('%PDF-1.7')));
  await expect(panel(page).getByRole('alert')).toHaveText('This isn’t a PNG or JPG picture. Choose one of those.');
  await choose(page, give(PNG, 10_500_000));
  await expect(panel(page).getByRole('alert')).toHaveText('This picture is 10.5 MB. The limit is 10 MB.');
  expect(main.inputOf('files.stage')).toBeUndefined();
  main.inbox.fail('contacts.setPicture', { code: 'forbidden', detail: null, fields: {}, retryAfterMs: null });
  await choose(page, give(PNG));
  await expect(panel(page).getByRole('alert')).toHaveText('Your account isn’t allowed to change this.');
  const lost = { code: 'offline', detail: null, fields: { outcome: ['unknown'] }, retryAfterMs: null };
  main.inbox.fail('contacts.setPicture', lost);
  await choose(page, give(PNG));
  await expect(panel(page).getByRole('alert')).toHaveText(
    'We didn’t hear back. Check whether it worked before you try again.',
  );
  expect(await listFaults(page)).toEqual([]);
  expect(await listCut(page)).toEqual([]);
});

test('a picture is removed; without one there is nothing to remove', async ({ page, main }) => {
  const picture = Buffer.from(PIXEL, 'base64');
  await page.route('**/media/**', (route) => route.fulfill({ contentType: 'image/png', body: picture }));
  await openTom(page, main);
  await button(page).click();
  await expect(page.getByRole('menuitem', { name: 'Choose picture…' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Remove picture' })).toBeHidden();
  await page.keyboard.press('Escape');
  setAvatar(main, 'm1');
  main.inbox.emit('contacts.changed', { contactIds: [11], everything: false });
  await expect(panel(page).locator('img')).toBeAttached();
  const question = page.getByRole('alertdialog', { name: 'Remove the picture of Tom Abara?' });
  await button(page).press('Enter');
  await page.getByRole('menuitem', { name: 'Remove picture' }).press('Enter');
  await expect(question.getByRole('button', { name: 'Keep picture' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button(page)).toBeFocused();
  expect(main.inputOf('contacts.setPicture')).toBeUndefined();
  await button(page).press('Enter');
  await page.getByRole('menuitem', { name: 'Remove picture' }).press('Enter');
  await question.getByRole('button', { name: 'Remove picture' }).press('Enter');
  await expect.poll(() => main.inputOf('contacts.setPicture')).toMatchObject({ handle: null });
  await expect(panel(page).locator('img')).toBeHidden();
  await expect(button(page)).toBeFocused();
});

test('offline, the picture cannot be changed, which its menu says', async ({ page, main }) => {
  main.changeStatus({ link: 'offline' });
  await openTom(page, main);
  await button(page).click();
  const item = page.getByRole('menuitem', { name: 'Choose picture…' });
  await expect(item).toHaveAttribute('aria-disabled', 'true');
  await expect(item).toContainText('You’re offline.');
});

test('the picture of a contact that cannot be changed is no button', async ({ page, main }) => {
  const { contacts } = main.inbox;
  contacts.rows = contacts.rows.map((row) => ({ ...row, isReadOnly: true }));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(main.origin);
  await page.getByRole('option', { name: /^Tom Abara/ }).click();
  await expect(panel(page).getByText('This contact is shared by another user.')).toBeVisible();
  await expect(button(page)).toBeHidden();
});
