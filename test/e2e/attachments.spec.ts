import { composer, expectSent, openChat } from './support/inbox-page.ts';
import { expect, test } from './support/fixtures.ts';
import { readNumber } from './support/service-state.ts';

const DEBORAH = '447700900318';

test('a file that is attached leaves as a link behind its text, and the link gives its very bytes', async ({
  inbox,
  service,
}) => {
  const buffer = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 31) % 251));
  await openChat(inbox, 'Deborah Okonkwo');
  const [chooser] = await Promise.all([
    inbox.waitForEvent('filechooser'),
    inbox.getByRole('button', { name: 'Attach files' }).click(),
  ]);
  await chooser.setFiles([{ name: 'Consent.pdf', mimeType: 'application/pdf', buffer }]);
  const files = inbox.getByRole('list', { name: 'Attached files' });
  await expect(files.getByRole('listitem')).toHaveText(/Consent\.pdf.*300 kB/);
  await composer(inbox).fill('Please sign the second page');
  await composer(inbox).press('Enter');
  await expect(files).toBeHidden();
  await expectSent(inbox, 'Please sign the second page');

  const { sent } = await readNumber(service.account, DEBORAH);
  const mine = sent.filter(({ text }) => text.startsWith('Please sign the second page'));
  expect(mine).toHaveLength(1);
  const [, code = ''] = /\bclick\/(\w+)/.exec(mine[0]?.text ?? '') ?? [];
  const page = await fetch(`${service.account.webUrl}/click/${code}`);
  expect(await page.text()).toContain('Consent.pdf');
  const file = await fetch(`${service.account.webUrl}/click/${code}/download`);
  expect(Buffer.compare(Buffer.from(await file.arrayBuffer()), buffer)).toBe(0);
});
