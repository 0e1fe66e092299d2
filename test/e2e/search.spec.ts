import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { steerService } from './support/programs.ts';

const CALLUM = '447700900188';

const palette = (page: Page): Locator => page.getByRole('dialog');
const field = (page: Page): Locator => page.getByRole('combobox', { name: /Search or jump to|Find in this chat/ });
const found = (page: Page, name: RegExp): Locator => palette(page).getByRole('option', { name }).first();

/** Types into the palette, from wherever one is, and waits until the line is there: history comes in the background. */
async function find(page: Page, words: string, name: RegExp): Promise<Locator> {
  if (!(await field(page).isVisible())) await page.keyboard.press('Control+k');
  await expect(async () => {
    await field(page).fill('');
    await field(page).pressSequentially(words);
    await expect(found(page, name)).toBeVisible({ timeout: 1_500 });
  }).toPass({ timeout: 60_000 });
  return found(page, name);
}

test('finds people by a field and messages as one types', async ({ inbox }) => {
  const deborah = await find(inbox, 'bisc', /^Deborah Okonkwo, Pet: Biscuit, cockapoo, 4 yrs, open chat$/);
  await expect(deborah.locator('mark')).toHaveText('Bisc');
  await find(inbox, 'bisc', /^Adaeze Okonkwo, Pet: Biscuit \(shared\), open chat$/);
  const message = await find(inbox, 'bisc', /Biscuit is booked in.*\. You to Deborah Okonkwo, .*, show in chat$/);
  await expect(message.locator('mark').first()).toHaveText('Bisc');
  await expect(palette(inbox).getByRole('status')).toHaveText(/\d+ (people|person), \d+ messages?/);
});

test('finds Arabic, Japanese, names without their accents, and numbers by any of their digits', async ({ inbox }) => {
  await find(inbox, 'تطعيم', /موعد تطعيم لولو.*مريم الخطيب/);
  await find(inbox, '予約', /ワクチンを予約したいです/);
  await find(inbox, 'ワクチン', /ワクチンを予約したいです/);
  await find(inbox, 'siobhan', /^Siobhán Ní Dhomhnaill, /);
  const byDigits = await find(inbox, '900318', /^Deborah Okonkwo, \+44 7700 900318, open chat$/);
  await expect(byDigits.locator('mark')).toHaveText('900318');
});

test('opens an old message in its place, by keys alone, and leads back to the newest', async ({ inbox, service }) => {
  for (let count = 1; count <= 90; count += 1) {
    await steerService(service.account, 'POST inbound', { sender: CALLUM, text: `Haggis, day ${String(count)}` });
  }
  await find(inbox, 'day 90', /^Haggis, day 90/);
  await find(inbox, 'slot for Haggis', /14:00 slot for Haggis/);
  await inbox.keyboard.press('Enter');
  await expect(inbox.getByRole('heading', { name: 'Callum MacIntyre' }).first()).toBeVisible();
  const old = inbox.getByRole('listitem', { name: /14:00 slot for Haggis/ });
  await expect(old).toBeFocused();
  await expect(old).toBeInViewport();
  const row = inbox.getByRole('option', { name: /^Callum MacIntyre/ });
  await expect(row).toHaveAccessibleName(/90 unread/);
  await inbox.keyboard.press('End');
  await expect(inbox.getByRole('listitem', { name: /Haggis, day 90/ })).toBeFocused();
  await expect(row).not.toHaveAccessibleName(/unread/);

  await inbox.keyboard.press('Control+f');
  await field(inbox).pressSequentially('day 39');
  await expect(palette(inbox).getByRole('option', { selected: true })).toHaveAccessibleName(/^Haggis, day 39/);
  await inbox.keyboard.press('Enter');
  await expect(inbox.getByRole('listitem', { name: /Haggis, day 39/ })).toBeFocused();
});

test('works while the service is away', async ({ inbox, service }) => {
  await find(inbox, 'bisc', /^Deborah Okonkwo, Pet: Biscuit/);
  await inbox.keyboard.press('Escape');
  await service.stop();
  await find(inbox, 'cockapoo', /^Deborah Okonkwo, Pet: Biscuit, cockapoo/);
  await inbox.keyboard.press('Enter');
  await expect(inbox.getByRole('textbox', { name: 'Text to Deborah Okonkwo' })).toBeFocused();
});
