/** Importing contacts through the real page, main and service: a messy file, every step of it, and back again. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import {
  columnButton,
  confirmImport,
  countOf,
  dropFile,
  openImport,
  pasteCells,
  readPeople,
  rowOf,
  rowsGrid,
  toWorkbook,
  undoImport,
  waitForResult,
} from './support/import-page.ts';
import { steerService, type ServiceAccount } from './support/programs.ts';
import { askService } from './support/service-state.ts';

const LIST = 'Autumn clients';

/** Sheet 2 of the workbook; its rows begin in line 2. */
const CLIENTS = [
  ['First', 'Surname', 'Mobile no.', 'E-mail', 'Animal', 'Dentist'],
  ['Deborah', 'Okonkwo', '07700 900318', 'd.okonkwo@new.example', 'Biscuit', 'Hollis'],
  ['Marigold', 'Ashworth', '07700 9004', null, 'Tinker', 'Marsh'],
  ['美咲', '田中', 7_700_900_981, null, 'ポチ', null],
  ['Kwame', 'Boateng', '077O0 900982', null, 'Ama', 'Hollis'],
  ['Ottilie', 'Westhuizen', '4.477E+11', null, 'Rex', null],
  ['Gareth', 'Pugh', '+44 7700 900981', null, 'ポチ', null],
  ['Renée', 'O’Sullivan', '(07700) 900-983', 'r@mail.example', 'Fig & Olive', null],
  ['Łukasz', 'Wiśniewski', '07700 900984', null, null, null],
  [null, null, null, null, 'No number', null],
] as const;

const toClients = () =>
  toWorkbook('clients-export.xlsx', { Notes: [['Exported in November'], ['by Rosa']], Clients: CLIENTS });

interface ServiceContact {
  readonly firstName: string;
  readonly email: string;
  readonly lists: readonly { readonly name: string }[];
  readonly customFields: readonly { readonly name: string; readonly value: string }[];
}

async function findContact({ account }: { account: ServiceAccount }, phone: string): Promise<ServiceContact | null> {
  const answer = await askService(account, `contacts/phone/${phone}`);
  return answer.status === 404 ? null : ((await answer.json()) as ServiceContact);
}

/** Drops the workbook on the contacts, and gets to the rows with every column matched. */
async function matchColumns(page: Page): Promise<void> {
  await page.keyboard.press('Control+2');
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
  await dropFile(page, await toClients());
  await page.getByRole('combobox', { name: 'Sheet' }).selectOption('Clients');
  await expect(columnButton(page, 'Mobile no.')).toHaveAccessibleName(/: Phone/);
  await expect(columnButton(page, 'First')).toHaveAccessibleName(/: First name/);
  await columnButton(page, 'Animal').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('pet');
  const options = page.getByRole('listbox', { name: 'Fields' }).getByRole('option');
  await expect(options.first()).toHaveText(/^Pet/);
  await page.keyboard.press('Enter');
  await expect(columnButton(page, 'Animal')).toHaveAccessibleName(/: Pet/);
  await columnButton(page, 'Dentist').click();
  await page.keyboard.type('Dentist');
  await options.filter({ hasText: 'New field “Dentist”' }).click();
  await expect(columnButton(page, 'Dentist')).toHaveAccessibleName(/: Dentist/);
  const name = page.getByRole('textbox', { name: 'Name of the new list' });
  await name.fill(LIST);
  await name.press('Tab');
}

test('a messy workbook is matched, repaired, imported, imported again where it was rejected, and taken back', async ({
  app,
  inbox: page,
  service,
}) => {
  await app.waitUntilIdle();
  const before = await readPeople(service.account);
  await matchColumns(page);

  // Another country makes other numbers of the local ones, and is counted at once.
  await expect(countOf(page, 'New')).toHaveText('3');
  await expect(countOf(page, 'Updates')).toHaveText('1');
  const country = page.getByRole('combobox', { name: 'Country of these numbers' });
  await country.selectOption({ label: 'France +33' });
  await expect(countOf(page, 'Updates')).toHaveText('0');
  await country.selectOption({ label: 'United Kingdom +44' });
  await expect(countOf(page, 'Updates')).toHaveText('1');

  await page.getByRole('button', { name: 'Check 9 rows' }).click();
  await expect(rowOf(page, 'Okonkwo')).toContainText(/3 values/);
  await expect(rowOf(page, 'Westhuizen')).toContainText(/digits lost|lost digits/i);
  await expect(rowOf(page, 'Pugh')).toContainText('Same number as row 4');
  await rowOf(page, 'Boateng').getByRole('button', { name: 'Use 0' }).click();
  await expect(rowOf(page, 'Boateng')).toContainText('New contact');
  // By keys alone: the second row is repaired, and the one before the last left out.
  await rowsGrid(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('j');
  await page.keyboard.press('F2');
  await expect(page.getByRole('textbox', { name: 'Phone, row 3' })).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('07700 900985');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Ashworth')).toContainText('New contact');
  await expect(rowsGrid(page)).toBeFocused();
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(rowOf(page, 'Wiśniewski')).toContainText('Left out by you');

  await confirmImport(page, 5);
  await waitForResult(page, `5 contacts are in “${LIST}”`);
  expect((await findContact(service, '447700900985'))?.firstName).toBe('Marigold');
  expect(await findContact(service, '447700900982')).toMatchObject({
    firstName: 'Kwame',
    lists: [{ name: LIST }],
    customFields: expect.arrayContaining([
      expect.objectContaining({ name: 'Pet', value: 'Ama' }),
      expect.objectContaining({ name: 'Dentist', value: 'Hollis' }),
    ]),
  });
  expect((await findContact(service, '447700900318'))?.email).toBe('d.okonkwo@new.example');
  expect(await findContact(service, '447700900984')).toBeNull();
  const first = page.url();

  const rejected = page.getByRole('table', { name: 'Rows not imported' });
  await expect(rejected.getByRole('row').filter({ hasText: 'Ottilie Westhuizen' })).toContainText('Switchboard');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as file' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toMatch(/digits lost|lost digits/i);
  await openImport(page);
  await dropFile(page, { name: 'rejected.csv', bytes: Buffer.from(text.replace('4.477E+11', '07700 900986')) });
  await expect(columnButton(page, 'Mobile no.')).toHaveAccessibleName(/: Phone/);
  await expect(columnButton(page, 'Dentist')).toHaveAccessibleName(/: Dentist/);
  await page.getByRole('combobox', { name: 'List' }).selectOption({ label: LIST });
  await page.getByRole('button', { name: 'Check 2 rows' }).click();
  await expect(rowOf(page, 'Westhuizen')).toContainText('New contact');
  await confirmImport(page, 1);
  await waitForResult(page, `6 contacts are in “${LIST}”`);
  expect((await findContact(service, '447700900986'))?.firstName).toBe('Ottilie');

  await undoImport(page);
  expect(await findContact(service, '447700900986')).toBeNull();
  await page.goto(first);
  await undoImport(page);
  expect(await readPeople(service.account)).toEqual(before);
});

test('a reload keeps the file with its repairs, and the import that runs', async ({ app, inbox: page, service }) => {
  await app.waitUntilIdle();
  const rows = Array.from({ length: 600 }, (_, index) => ['Row', String(index), `07700 91${String(1_000 + index)}`]);
  await openImport(page);
  const header = ['First name', 'Last name', 'Phone'];
  await dropFile(
    page,
    await toWorkbook('many.xlsx', { Many: [header, ['Kwame', 'Boateng', '077O0 900982'], ...rows] }),
  );
  await page.getByRole('button', { name: 'Check 601 rows' }).click();
  await rowOf(page, 'Boateng').getByRole('button', { name: 'Use 0' }).click();
  await expect(rowOf(page, 'Boateng')).toContainText('New contact');
  await rowsGrid(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(rowsGrid(page).getByRole('row', { name: /^3 / })).toContainText('Left out by you');
  await page.reload();
  await expect(rowOf(page, 'Boateng')).toContainText('New contact');
  await expect(rowsGrid(page).getByRole('row', { name: /^3 / })).toContainText('Left out by you');

  // The service takes its time, until the import was looked at once more.
  await steerService(service.account, 'POST settings', { speed: 0.06 });
  await confirmImport(page, 600);
  const progress = page.getByRole('region', { name: 'Import in progress' });
  await expect(progress).toContainText('of 600 rows done');
  await page.reload();
  await expect(progress).toContainText('of 600 rows done');
  await progress.getByRole('button', { name: 'Pause' }).click();
  await expect(progress).toContainText('Paused. Nothing is sent until you resume.');
  await page.reload();
  await expect(progress).toContainText('Paused. Nothing is sent until you resume.');
  await steerService(service.account, 'POST settings', { speed: 50 });
  await progress.getByRole('button', { name: 'Resume' }).click();
  await waitForResult(page, '600 contacts are in “Many”');
  type Named = Pick<ServiceContact, 'firstName'> & { readonly phone: string };
  const imported = (Object.values(await readPeople(service.account)) as Named[]).filter(
    ({ firstName }) => firstName === 'Row',
  );
  // All but the one that was left out, each once.
  expect(new Set(imported.map(({ phone }) => phone)).size).toBe(599);
  expect(imported).toHaveLength(599);
  expect(await findContact(service, '447700900982')).toMatchObject({ firstName: 'Kwame' });
});

test('cells that were copied in a spreadsheet are pasted, and go into a list that is there', async ({
  app,
  inbox: page,
  service,
}) => {
  await app.waitUntilIdle();
  await openImport(page);
  await pasteCells(page, [
    ['Name', 'Phone'],
    ['小龙 李', '07700 900991'],
    ['ليلى حداد', '٠٧٧٠٠٩٠٠٩٩٢'],
  ]);
  await expect(columnButton(page, 'Name')).toHaveAccessibleName(/: Full name/);
  await expect(columnButton(page, 'Phone')).toHaveAccessibleName(/: Phone/);
  await page.getByRole('combobox', { name: 'List' }).selectOption({ label: 'Friday theatre' });
  await page.getByRole('button', { name: 'Check 2 rows' }).click();
  await expect(rowOf(page, 'حداد')).toContainText('+44 7700 900992');
  await confirmImport(page, 2);
  await waitForResult(page, '4 contacts are in “Friday theatre”');
  await expect(page.getByRole('link', { name: /^Pasted cells/ })).toBeVisible();
  expect(await findContact(service, '447700900992')).toMatchObject({ lists: [{ name: 'Friday theatre' }] });
  await undoImport(page);
  expect(await findContact(service, '447700900991')).toBeNull();
});
