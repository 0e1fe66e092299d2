import type { Page } from '@playwright/test';
import { download, openChat, parseCsv } from './support/inbox-page.ts';
import { expect, test } from './support/fixtures.ts';
import { listConversation, readNumber } from './support/service-state.ts';

const DEBORAH = '447700900318';

test.beforeEach(async ({ inbox, app, service }) => {
  await app.waitForFullCopy(service.account);
  await openChat(inbox, 'Deborah Okonkwo');
});

async function exportAs(page: Page, format: string): Promise<{ name: string; text: string }> {
  await page.getByRole('button', { name: /^More for Deborah/ }).click();
  await page.getByRole('menuitem', { name: /Export/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Export chat with Deborah Okonkwo' });
  await dialog.getByRole('radio', { name: new RegExp(`^${format}`) }).check();
  return await download(page, () => dialog.getByRole('button', { name: 'Export', exact: true }).click());
}

test('a conversation is exported as text and as a table, whole and in its order', async ({ inbox, service }) => {
  const { chat } = await readNumber(service.account, DEBORAH);
  const texts = (await listConversation(service.account, chat.id)).map(({ text }) => text);
  const csv = await exportAs(inbox, 'CSV');
  await expect(inbox.getByText(/^\d+ messages exported$/)).toBeVisible();
  expect(csv.name).toMatch(/\.csv$/);
  const written = parseCsv(csv.text).filter(({ Type: kind }) => kind === 'text');
  expect(written.map(({ Text: text }) => text)).toEqual(texts);
  // The apostrophe makes it a text: a number of a phone is none to reckon with.
  expect(new Set(written.map(({ Number: number }) => number))).toEqual(new Set([`'+${DEBORAH}`]));

  const plain = await exportAs(inbox, 'Text');
  expect(plain.name).toMatch(/\.txt$/);
  expect(plain.text).toMatch(/^Chat with Deborah Okonkwo \(\+447700900318\)\n/);
  expect(plain.text).not.toContain('missing');
  const places = texts.reduce<number[]>((found, text) => {
    const lines = text.replaceAll('\n', '\n    ');
    return [...found, plain.text.indexOf(`\n    ${lines}\n`, (found.at(-1) ?? 0) + 1)];
  }, []);
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

test('a conversation is printed whole, and nothing of the app with it', async ({ inbox, service }) => {
  const { chat } = await readNumber(service.account, DEBORAH);
  const texts = (await listConversation(service.account, chat.id)).map(({ text }) => text);
  // A dialog of the system that no test can close.
  await inbox.evaluate(() => {
    window.print = () => undefined;
  });
  await inbox.keyboard.press('Control+p');
  const dialog = inbox.getByRole('dialog', { name: 'Print chat with Deborah Okonkwo' });
  await expect(dialog.getByText(/^\d+ messages will be printed\.$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Print' }).click();
  await inbox.emulateMedia({ media: 'print' });
  const paper = inbox.locator('.paper');
  await expect(paper).toBeVisible();
  const printed = await paper.innerText();
  expect(texts.filter((text) => !printed.includes(text))).toEqual([]);
  await expect(inbox.getByRole('navigation', { name: 'Main' })).toBeHidden();
});
