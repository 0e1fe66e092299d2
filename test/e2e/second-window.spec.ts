import { expectSent, findMessage, findRow, openChat, write } from './support/inbox-page.ts';
import { expect, test } from './support/fixtures.ts';
import { steerService } from './support/programs.ts';
import { listSent } from './support/service-state.ts';

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
