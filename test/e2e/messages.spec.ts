import type { Page } from '@playwright/test';
import { expectSent, findMessage, messages, openChat, write } from './support/inbox-page.ts';
import { expect, test } from './support/fixtures.ts';
import { steerService, type ServiceAccount } from './support/programs.ts';
import { askService, listSent, readNumber } from './support/service-state.ts';

const DEBORAH = '447700900318';
const CALLUM = '447700900188';

async function chooseFor(page: Page, text: string, act: string): Promise<void> {
  await findMessage(page, text).click({ button: 'right' });
  await page.getByRole('menu', { name: 'More for this message' }).getByRole('menuitem', { name: act }).click();
}

test('a message is forwarded to another person, who gets it once, and its sender gets nothing', async ({
  inbox,
  service,
}) => {
  const text = 'Is it ok if my sister brings him? I’m on shift til 2';
  await openChat(inbox, 'Deborah Okonkwo');
  await chooseFor(inbox, text, 'Forward');
  const to = inbox.getByRole('combobox', { name: 'To' });
  await expect(to).toBeFocused();
  await to.fill('Callum');
  await inbox.getByRole('option', { name: /^Callum MacIntyre \+44/ }).click();
  await expect(inbox.getByRole('textbox', { name: /^Text/ })).toHaveValue(text);
  await inbox.getByRole('textbox', { name: /^Text/ }).press('Enter');
  await expect(inbox.getByRole('textbox', { name: 'Text to Callum MacIntyre' })).toBeVisible();
  await expectSent(inbox, text);
  expect(await listSent(service.account, CALLUM, [text])).toEqual([text]);
  expect(await listSent(service.account, DEBORAH, [text])).toEqual([]);
});

/** Whether the service has a message that its path names. */
async function hasMessage(account: ServiceAccount, path: string): Promise<boolean> {
  const { status } = await askService(account, path);
  if (status !== 200 && status !== 404) throw new Error(`The service answered ${String(status)} to ${path}`);
  return status === 200;
}

test('a deleted message comes back by “Undo”; one that is left deleted is gone at the service and stays gone', async ({
  inbox,
  service,
}) => {
  const { account } = service;
  const undone = await steerService(account, 'POST inbound', { sender: CALLUM, text: 'This one stays after all' });
  const deleted = await steerService(account, 'POST inbound', { sender: CALLUM, text: 'This one goes' });
  await openChat(inbox, 'Callum MacIntyre');
  await write(inbox, 'And this of ours goes, too');
  await expectSent(inbox, 'And this of ours goes, too');
  const { sent } = await readNumber(account, CALLUM);
  const ours = sent.find(({ text }) => text === 'And this of ours goes, too');
  expect(await hasMessage(account, `messages/${String(ours?.id)}`)).toBe(true);

  await chooseFor(inbox, 'This one stays after all', 'Delete');
  await expect(findMessage(inbox, 'This one stays after all')).toHaveCount(0);
  await inbox.getByRole('button', { name: /^Undo/ }).click();
  await expect(findMessage(inbox, 'This one stays after all')).toBeVisible();
  await chooseFor(inbox, 'This one goes', 'Delete');
  await chooseFor(inbox, 'And this of ours goes, too', 'Delete');
  await expect(findMessage(inbox, /goes/)).toHaveCount(0);

  await expect.poll(() => hasMessage(account, `replies/${String(deleted['id'])}`)).toBe(false);
  await expect.poll(() => hasMessage(account, `messages/${String(ours?.id)}`)).toBe(false);
  expect(await hasMessage(account, `replies/${String(undone['id'])}`)).toBe(true);
  await inbox.reload();
  await openChat(inbox, 'Callum MacIntyre');
  await expect(findMessage(inbox, 'This one stays after all')).toBeVisible();
  await expect(messages(inbox).getByText(/This one goes|And this of ours goes/)).toHaveCount(0);
});
