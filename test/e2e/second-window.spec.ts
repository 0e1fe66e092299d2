import type { Locator, Page } from '@playwright/test';
import { expectSent, findMessage, findRow, openChat, write } from './support/inbox-page.ts';
import { expect, test } from './support/fixtures.ts';
import { steerService } from './support/programs.ts';
import { listSent, readNumber } from './support/service-state.ts';

const CALLUM = '447700900188';

test('two windows of one account show the same, and what is written in one appears in the other, once', async ({
  inbox,
  app,
  service,
  context,
}) => {
  const other = await context.newPage();
  await other.goto(app.origin);
  await openChat(other, 'Deborah Okonkwo');

  await openChat(inbox, 'Callum MacIntyre');
  await inbox.getByRole('textbox', { name: 'Text to Callum MacIntyre' }).fill('Half a sentence');
  await expect(findRow(other, /^Callum MacIntyre/)).toContainText('Half a sentence');
  await openChat(other, 'Callum MacIntyre');
  await expect(other.getByRole('textbox', { name: 'Text to Callum MacIntyre' })).toHaveValue('Half a sentence');
  await inbox.getByRole('textbox', { name: 'Text to Callum MacIntyre' }).fill('A whole sentence');
  await expect(other.getByRole('textbox', { name: 'Text to Callum MacIntyre' })).toHaveValue('A whole sentence');

  await write(inbox, 'A whole sentence');
  await expectSent(other, 'A whole sentence');
  await expectSent(inbox, 'A whole sentence');
  for (const page of [inbox, other]) await expect(findMessage(page, 'A whole sentence')).toHaveCount(1);
  // What one window sent, the other does not offer to send again.
  await expect(other.getByRole('textbox', { name: 'Text to Callum MacIntyre' })).toHaveValue('');
  expect(await listSent(service.account, CALLUM, ['Half a sentence', 'A whole sentence'])).toEqual([
    'A whole sentence',
  ]);

  await steerService(service.account, 'POST inbound', { sender: CALLUM, text: 'Heard in both' });
  for (const page of [inbox, other]) await expect(findMessage(page, 'Heard in both')).toHaveCount(1);
});

test('what is typed in two windows at once stays in each and is offered to the other; files are in both', async ({
  inbox,
  app,
  service,
  context,
}) => {
  const NOTE = 'You’re also writing in this chat in another window.';
  const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Text to Callum MacIntyre' });
  const filesOf = (page: Page): Locator => page.getByRole('list', { name: 'Attached files' });
  const other = await context.newPage();
  await other.goto(app.origin);
  for (const page of [inbox, other]) await openChat(page, 'Callum MacIntyre');
  const [chooser] = await Promise.all([
    inbox.waitForEvent('filechooser'),
    inbox.getByRole('button', { name: 'Attach files' }).click(),
  ]);
  await chooser.setFiles([{ name: 'Plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 plan') }]);
  for (const page of [inbox, other]) await expect(filesOf(page)).toContainText('Plan.pdf');

  // Whoever is heard by main first, the other one is told.
  await Promise.all([field(inbox).fill('From the desk'), field(other).fill('From the laptop')]);
  const countNotes = async (): Promise<number> =>
    (await inbox.getByText(NOTE).count()) + (await other.getByText(NOTE).count());
  await expect.poll(countNotes).toBe(1);
  await expect(field(inbox)).toHaveValue('From the desk');
  await expect(field(other)).toHaveValue('From the laptop');
  const isInbox = (await inbox.getByText(NOTE).count()) === 1;
  const [told, first] = isInbox ? [inbox, other] : [other, inbox];
  const [own, its] = isInbox ? ['From the desk', 'From the laptop'] : ['From the laptop', 'From the desk'];
  await told.getByRole('button', { name: 'Use the other draft' }).click();
  await expect(field(told)).toHaveValue(its);
  await told.getByRole('button', { name: 'Put it back' }).click();
  await expect(field(told)).toHaveValue(own);
  await expect(first.getByText(NOTE)).toBeVisible();
  await expect(field(first)).toHaveValue(its);

  await write(told, own);
  await expectSent(told, own);
  for (const page of [inbox, other]) await expect(filesOf(page)).toBeHidden();
  await expect(field(first)).toHaveValue(its);
  await expect(first.getByText(NOTE)).toBeHidden();
  const { sent } = await readNumber(service.account, CALLUM);
  expect(sent.filter(({ text }) => text.startsWith(own))).toHaveLength(1);
  expect(sent.filter(({ text }) => text.startsWith(its))).toEqual([]);
});
