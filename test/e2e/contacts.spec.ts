/** Contacts through the real page, main and service: found, put right, sorted into lists; the service has the same. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { download, parseCsv } from './support/inbox-page.ts';
import { steerService, type ServiceAccount } from './support/programs.ts';
import { askService } from './support/service-state.ts';

const CALLUM = '447700900188';

interface ServiceContact {
  readonly id: number;
  readonly phone: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly companyName: string;
  readonly email: string;
  readonly lists: readonly { readonly id: number; readonly name: string }[];
}

async function readContact(account: ServiceAccount, phone: string): Promise<ServiceContact> {
  return (await (await askService(account, `contacts/phone/${phone}`)).json()) as ServiceContact;
}

async function readNotes(account: ServiceAccount, contactId: number): Promise<string[]> {
  const answer = await askService(account, `contacts/${String(contactId)}/notes?limit=100`);
  const { resources } = (await answer.json()) as { readonly resources: readonly { readonly note: string }[] };
  return resources.map(({ note }) => note);
}

/** The screen of contacts, once its table is there. */
async function openContacts(page: Page): Promise<void> {
  await page.keyboard.press('Control+2');
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(page.getByRole('row').nth(5)).toBeVisible();
}

/** Once the table shows the answer to what was typed. */
async function untilAnswered(page: Page): Promise<void> {
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
}

/** Filters the table by what is typed and opens the first row, by keys. */
async function openByKeys(page: Page, text: string): Promise<void> {
  await openContacts(page);
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(text);
  await untilAnswered(page);
  await expect(page.getByText(/^1 of /)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('grid')).toBeFocused();
  await page.keyboard.press('Enter');
}

/** Begins a value by its button and writes in its field. */
async function writeValue(page: Page, { button, label, text }: { button: string; label: string; text: string }) {
  await page.getByRole('button', { name: button }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: label, exact: true })).toBeFocused();
  await page.keyboard.type(text);
}

const saidOnce = (page: Page, text: string): Locator => page.getByRole('status').filter({ hasText: text });

/** At small counts `contacts-keyboard.spec.ts` does the same. */
test(
  'a contact is found, opened, edited and annotated by keys alone, and Z takes back what has not left',
  { tag: '@full' },
  async ({ inbox: page, service: { account } }) => {
    await openByKeys(page, 'callum mac');
    await expect(page.getByRole('button', { name: 'First name: Callum. Edit' })).toBeVisible();

    await writeValue(page, { button: 'Add company', label: 'Company', text: 'MacIntyre & Sons' });
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Company: MacIntyre & Sons. Edit' })).toBeFocused();
    await expect(saidOnce(page, 'Company changed')).toBeVisible();
    await page.keyboard.press('z');
    await expect(page.getByRole('button', { name: 'Add company' })).toBeVisible();

    await writeValue(page, { button: 'Add company', label: 'Company', text: 'Haggis Ltd' });
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Company: Haggis Ltd. Edit' })).toBeFocused();
    await writeValue(page, { button: 'Add note', label: 'Note', text: 'Rings on Fridays.' });
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Rings on Fridays.')).toBeVisible();

    const before = await readContact(account, CALLUM);
    await expect.poll(async () => (await readContact(account, CALLUM)).companyName).toBe('Haggis Ltd');
    await expect.poll(() => readNotes(account, before.id)).toContain('Rings on Fridays.');
    const after = await readContact(account, CALLUM);
    expect(after).toEqual({ ...before, companyName: 'Haggis Ltd', notes: expect.anything() as unknown });
    await expect(page.getByText(/^Saved /)).toBeVisible();
  },
);

test('a value that someone else changed meanwhile is not overwritten: the user chooses', async ({
  inbox: page,
  service: { account },
}) => {
  // Ours does not arrive before theirs, however long that takes.
  await steerService(account, 'POST faults', { faults: [{ kind: 'maintenance', method: 'PUT', containing: 'Calum' }] });
  await openByKeys(page, 'callum mac');
  await writeValue(page, { button: 'First name: Callum. Edit', label: 'First name', text: 'Calum' });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'First name: Calum. Edit' })).toBeVisible();
  const { id, lists, lastName, email } = await readContact(account, CALLUM);
  const changed = { phone: CALLUM, lists: lists.map((list) => list.id).join(','), firstName: 'Cal', lastName, email };
  const answer = await askService(account, `contacts/${String(id)}/normalized`, {
    method: 'PUT',
    body: JSON.stringify(changed),
  });
  expect(answer.ok).toBe(true);
  await steerService(account, 'POST faults', { faults: [] });

  await expect(page.getByText('Changed on the service while you were editing.')).toBeVisible();
  expect((await readContact(account, CALLUM)).firstName).toBe('Cal');
  await page.getByRole('button', { name: 'Use Calum' }).click();
  await expect.poll(async () => (await readContact(account, CALLUM)).firstName).toBe('Calum');
  await expect(page.getByText('Changed on the service while you were editing.')).toBeHidden();
});

test('what is changed offline waits in sight and reaches the service once it is back', async ({
  inbox: page,
  service: { account },
}) => {
  await openByKeys(page, 'callum');
  await expect(page.getByRole('button', { name: 'First name: Callum. Edit' })).toBeVisible();
  await steerService(account, 'POST faults', { faults: [{ kind: 'reset-before' }] });
  await writeValue(page, { button: 'Last name: MacIntyre. Edit', label: 'Last name', text: 'McIntyre' });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('gridcell', { name: 'Callum McIntyre Waiting' })).toBeVisible();
  await expect(page.getByText(/^\d+ changes? waiting$/)).toBeVisible();
  await steerService(account, 'POST faults', { faults: [] });
  await expect.poll(async () => (await readContact(account, CALLUM)).lastName).toBe('McIntyre');
  await expect(page.getByText(/^Saved /)).toBeVisible();
});

test('a list is made, filled with what was filtered, exported, and deleted without losing anyone', async ({
  inbox: page,
  service: { account },
}) => {
  await openContacts(page);
  await page.getByRole('button', { name: 'New list' }).click();
  const dialog = page.getByRole('dialog', { name: 'New list' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Autumn boosters');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('link', { name: /^Autumn boosters/ })).toBeVisible();

  await page.getByRole('link', { name: /^All contacts/ }).click();
  await page.getByRole('searchbox').fill('okonkwo');
  await untilAnswered(page);
  await expect(page.getByText(/^\d+ of \d+$/)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  const count = Number((await page.getByText(/^\d+ selected$/).textContent())?.split(' ')[0]);
  expect(count).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Add to list' }).click();
  await page.getByRole('menuitem', { name: 'Autumn boosters' }).click();
  await expect(page.getByRole('link', { name: `Autumn boosters ${String(count)}` })).toBeVisible();
  const { lists } = await readContact(account, '447700900318');
  const readList = async () => {
    const contact = await readContact(account, '447700900318');
    return contact.lists.find(({ name }) => name === 'Autumn boosters');
  };
  await expect.poll(readList).toBeDefined();

  await page.getByRole('link', { name: /^Autumn boosters/ }).click();
  await expect(page.getByRole('row')).toHaveCount(count + 1);
  await page.getByRole('button', { name: 'More for Autumn boosters' }).click();
  const file = await download(page, () => page.getByRole('menuitem', { name: 'Export' }).click());
  const rows = parseCsv(file.text);
  expect(rows).toHaveLength(count);
  expect(rows.find(({ Name }) => Name === 'Deborah Okonkwo')?.['Phone']).toContain('447700900318');

  await page.getByRole('button', { name: 'More for Autumn boosters' }).click();
  await page.getByRole('menuitem', { name: 'Delete list…' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete the list “Autumn boosters”?' });
  await expect(question.getByText('Everyone in it is also in another list and will be kept.')).toBeVisible();
  await expect(question.getByRole('button', { name: 'Keep list' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete list' }).click();
  await expect(page.getByRole('link', { name: /^Autumn boosters/ })).toBeHidden();
  await expect.poll(async () => (await readContact(account, '447700900318')).lists).toEqual(lists);
});
