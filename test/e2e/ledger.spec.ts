import type { Locator, Page } from '@playwright/test';
import { download, expectSent, openChat, openSettings, parseCsv, write } from './support/inbox-page.ts';
import { expect, test } from './support/fixtures.ts';
import { readNumber, type SentText } from './support/service-state.ts';

const DEBORAH = '447700900318';
/** Texts to him are accepted and fail on their way. */
const TOM = '447700900389';
const TO_DEBORAH = 'The anaesthetist asks: "no breakfast",\nbut water is fine';
const TO_TOM = '=1+1 is two';

const row = (ledger: Locator, text: string | RegExp): Locator =>
  ledger.getByRole('grid', { name: 'Texts sent by this computer' }).getByRole('row').filter({ hasText: text });

async function exportAs(page: Page, ledger: Locator, format: string): Promise<{ name: string; text: string }> {
  await ledger.getByRole('button', { name: 'Export' }).click();
  const file = await download(page, () => page.getByRole('menuitem', { name: format }).click());
  await expect(page.getByText(`Saved 2 texts as ${file.name}`)).toBeVisible();
  return file;
}

test.describe('the ledger', () => {
  test.use({ serviceArgs: ['--speed', '50'] });

  test('has what was sent, with its end and its price, and exports it as the service has it', async ({
    inbox,
    service,
  }) => {
    await openChat(inbox, 'Deborah Okonkwo');
    await write(inbox, TO_DEBORAH);
    await openChat(inbox, 'Tom Abara');
    await write(inbox, TO_TOM);
    await expect(inbox.getByRole('listitem').filter({ hasText: TO_TOM })).toHaveAccessibleName(/not delivered/i);
    await openChat(inbox, 'Deborah Okonkwo');
    await expectSent(inbox, 'The anaesthetist asks');

    const ledger = await openSettings(inbox, 'Ledger');
    await expect(row(ledger, 'The anaesthetist asks')).toContainText(/Delivered\s*1\s*£\d/);
    await expect(row(ledger, TO_TOM)).toContainText(/Not delivered\s*1\s*£\d/);

    const inService: [SentText | undefined, SentText | undefined] = [
      (await readNumber(service.account, TOM)).sent.find(({ text }) => text === TO_TOM),
      (await readNumber(service.account, DEBORAH)).sent.find(({ text }) => text === TO_DEBORAH),
    ];
    const expected = inService.map((one) => ({
      'Message ID': String(one?.id),
      'Status code': one?.status,
      'Parts charged': String(one?.parts),
      'Price charged': String(one?.price),
      Reference: one?.referenceId,
    }));
    const csv = await exportAs(inbox, ledger, 'For a spreadsheet (CSV)');
    expect(csv.name).toMatch(/\.csv$/);
    expect(parseCsv(csv.text)).toMatchObject([
      // An apostrophe makes a text of what a spreadsheet would reckon with.
      { Number: `'+${TOM}`, Text: `'${TO_TOM}`, Status: 'accepted', ...expected[0] },
      { Number: `'+${DEBORAH}`, Text: TO_DEBORAH, Status: 'accepted', ...expected[1] },
    ]);
    const json = await exportAs(inbox, ledger, 'With all details (JSON)');
    const { entries } = JSON.parse(json.text) as { entries: object[] };
    expect(entries).toMatchObject([
      toEntry({ phone: TOM, text: TO_TOM }, inService[0]),
      toEntry({ phone: DEBORAH, text: TO_DEBORAH }, inService[1]),
    ]);
    expect(entries).toHaveLength(2);
  });
});

function toEntry(written: { readonly phone: string; readonly text: string }, sent: SentText | undefined): object {
  const charged = { letter: sent?.status, partsCharged: sent?.parts, priceCharged: sent?.price };
  return {
    row: { ...written, ...charged },
    writtenText: written.text,
    referenceId: sent?.referenceId,
    messageId: sent?.id,
  };
}
