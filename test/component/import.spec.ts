import { expect, type Locator, type Page } from '@playwright/test';
import { toProblem } from '#test/support/fake-bridge.ts';
import { buildColumn, buildDraft, buildSummary } from '#test/support/fake-imports.ts';
import { fillContacts, grid, heading, openContacts } from './contacts-page.ts';
import { test } from './fixtures.ts';
import { listCut, listFaults, resize, LOOKS } from './layout-and-axe-checks.ts';
import { untilStill } from './wait-until-still.ts';

const TABLE = { name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from('Name,Phone\nTom,07700900318\n') };

const rail = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
const field = (page: Page, column: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^Field for ${column}:`) });
const option = (page: Page, name: string | RegExp): Locator => page.getByRole('option', { name });
/** What the screen says went wrong. */
const alert = (page: Page): Locator => page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ });
const chooser = (page: Page): Locator => page.locator('input[type="file"][aria-label="File with contacts"]');
const columns = (page: Page): Locator => page.getByRole('region', { name: 'Match columns' });
const counts = (page: Page): Locator => page.getByRole('region', { name: 'What will happen' });

/** Drops a file of that name on an element; whether the element took it. */
const drop = (target: Locator, name: string): Promise<boolean> =>
  target.evaluate((element, fileName) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['Name,Phone\nTom,07700900318\n'], fileName));
    const events = ['dragenter', 'dragover', 'drop'].map(
      (type) => new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }),
    );
    return events.map((event) => !element.dispatchEvent(event)).every(Boolean);
  }, name);

const pasteText = (page: Page, text: string): Promise<void> =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData });
    (document.activeElement ?? document.body).dispatchEvent(event);
  }, text);

test.beforeEach(({ main }) => void fillContacts(main));

test('is reached from the contacts, from the palette, and by a file that is dropped on the contacts', async ({
  page,
  main,
}) => {
  await openContacts(page, main.origin);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page).toHaveURL(/#\/import$/);
  await expect(rail(page, 'Contacts')).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('button', { name: 'Choose file' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(grid(page)).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('spreadsheet');
  await option(page, /^Import contacts/).click();
  await expect(heading(page, 'Where are your contacts?')).toBeVisible();
  await page.getByRole('button', { name: 'Close import' }).click();

  expect(await drop(grid(page), 'clients.xlsx')).toBe(true);
  await expect(columns(page)).toBeVisible();
  expect(main.inbox.inputsOf('files.stage')[0]).toMatchObject({ name: 'clients.xlsx' });
  await expect(page).toHaveURL(/#\/import\/columns$/);
});

test('without any contacts the way in is offered first', async ({ page, main }) => {
  main.inbox.contacts.rows = [];
  await page.goto(`${main.origin}/#/contacts`);
  await page.getByRole('button', { name: 'Import file' }).click();
  await expect(heading(page, 'Where are your contacts?')).toBeVisible();
});

test('a file is chosen, and a refusal is said in the words of main', async ({ page, main }) => {
  await page.goto(`${main.origin}/#/import`);
  await chooser(page).setInputFiles({ ...TABLE, name: 'Biscuit.jpg' });
  await expect(alert(page)).toHaveText(/^Biscuit\.jpg: We can’t import this type of file/);
  main.inbox.imports.open = () => ({ ...toProblem('validation'), fields: { file: ['This file is a PDF.'] } });
  await chooser(page).setInputFiles(TABLE);
  await expect(alert(page)).toHaveText('clients.csv: This file is a PDF.');

  main.inbox.imports.open = (isPasted) => buildDraft({ isPasted, fileName: TABLE.name });
  const { promise, resolve } = Promise.withResolvers<undefined>();
  main.bytesGate = promise;
  await chooser(page).setInputFiles(TABLE);
  await expect(page.getByRole('status').filter({ hasText: 'Reading clients.csv' })).toBeVisible();
  resolve(undefined);
  await expect(columns(page)).toBeVisible();
  await expect(page.getByText('clients.csv')).toBeVisible();
});

test('cells of a spreadsheet are pasted wherever the focus is', async ({ page, main }) => {
  await page.goto(`${main.origin}/#/import`);
  await expect(page.getByRole('button', { name: 'Choose file' })).toBeFocused();
  await pasteText(page, ' ');
  await expect(alert(page)).toHaveText(/^The clipboard has no text/);
  await pasteText(page, 'Name\tPhone\nTom\t07700 900318');
  await expect(columns(page)).toBeVisible();
  await expect(page.getByText('Pasted cells')).toBeVisible();
  expect(main.inbox.inputsOf('imports.open')).toMatchObject([{ isPasted: true }]);
});

test('the sample and the help are there before a file is', async ({ page, main }) => {
  await page.goto(`${main.origin}/#/import`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Get sample file' }).click();
  expect((await download).suggestedFilename()).toBe('contacts-sample.csv');
  const question = page.getByText('My numbers lost a zero or look like 4.4E+11');
  await question.click();
  await expect(page.getByText('A missing zero is fine', { exact: false })).toBeVisible();
});

test('columns are matched with the keyboard alone', async ({ page, main }) => {
  main.inbox.imports.draft = buildDraft();
  await page.goto(`${main.origin}/#/import`);
  // What is not decided comes first.
  await expect(field(page, 'Vet')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Find or name a field' })).toBeFocused();
  await page.keyboard.type('insur');
  await expect(option(page, /^Insurance/)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Vet')).toHaveAccessibleName('Field for Vet: insur new field');
  await expect(field(page, 'Vet')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(field(page, 'Vet')).toBeFocused();
  await expect(columns(page).getByText('6 matched, 1 left out')).toBeVisible();

  // Another column is the phone: the one that was it is to be chosen again.
  await field(page, 'Home tel').press('Enter');
  await page.keyboard.type('phone');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Mobile no.')).toHaveAccessibleName('Field for Mobile no.: Choose a field');
  await field(page, 'Home tel').press('Enter');
  await page.keyboard.type('leave');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Check 1,286 rows' }).press('Enter');
  await expect(alert(page)).toHaveText('Choose the column with the phone numbers.');
  await expect(field(page, 'Mobile no.')).toBeFocused();
});

test('the name of the list stays as it is typed while rows are counted', async ({ page, main }) => {
  main.inbox.imports.draft = buildDraft();
  await page.goto(`${main.origin}/#/import`);
  const name = page.getByRole('textbox', { name: 'Name of the new list' });
  await expect(name).toHaveValue('November clients');
  await name.press('Control+a');
  await page.keyboard.type('Autumn');
  const asked = main.inbox.inputsOf('imports.getDraft').length;
  main.inbox.imports.change({ problem: null });
  await expect.poll(() => main.inbox.inputsOf('imports.getDraft').length).toBeGreaterThan(asked);
  await untilStill(page);
  await expect(name).toHaveValue('Autumn');
  await page.keyboard.type(' clients');
  await page.keyboard.press('Tab');
  await expect.poll(() => main.inbox.imports.draft?.target).toEqual({ kind: 'new-list', name: 'Autumn clients' });
});

test('how the file is read, the country, the list and the options are chosen beside the columns', async ({
  page,
  main,
}) => {
  main.inbox.imports.draft = buildDraft();
  await page.goto(`${main.origin}/#/import`);
  const { inbox } = main;
  await page.getByRole('combobox', { name: 'Sheet' }).selectOption('Farms, 2 of 3');
  await expect.poll(() => inbox.inputsOf('imports.reread').at(-1)).toMatchObject({ sheet: 'Farms' });
  await page.getByRole('checkbox', { name: 'First row is a header' }).uncheck();
  await page.getByRole('combobox', { name: 'Country of these numbers' }).selectOption('Ireland +353');
  await page.getByRole('checkbox', { name: 'Leave out landlines' }).check();
  await page.getByRole('checkbox', { name: 'Keep existing values where cells are empty' }).uncheck();
  await page.getByRole('radio', { name: 'Leave as they are' }).check();
  await expect
    .poll(() => inbox.imports.draft?.options)
    .toEqual({
      ...{ country: 'IE', hasHeader: false, leavesOutLandlines: true, keepsWhatIsEmpty: false, existing: 'leave' },
    });
  const list = page.getByRole('combobox', { name: 'List', exact: true });
  await expect(list.getByRole('option')).toHaveText(['New list', 'Dental clients', 'Puppy club', 'Reminders, dogs']);
  await list.selectOption('Puppy club');
  await expect.poll(() => inbox.imports.draft?.target).toEqual({ kind: 'list', listId: 5 });
  await list.selectOption('New list');
  const name = page.getByRole('textbox', { name: 'Name of the new list' });
  await expect(name).toHaveValue('November clients');
  await name.fill('dental CLIENTS');
  await name.press('Enter');
  await expect(page.getByText('You already have a list with this name.', { exact: false })).toBeVisible();
  await name.fill('');
  await page.getByRole('button', { name: 'Check 1,286 rows' }).click();
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription('Give the list a name.');

  inbox.fail('imports.configure', { ...toProblem('validation'), fields: { list: ['gone'] } });
  await list.selectOption('Puppy club');
  await expect(page.getByText('This list was deleted. Choose another.', { exact: false }).first()).toBeVisible();
  await expect(list).toHaveValue('new');
});

test('the counts of before stand struck through beside the new ones while rows are checked', async ({ page, main }) => {
  main.inbox.imports.draft = buildDraft({ summary: null, checkedCount: 0, estimate: null });
  await page.goto(`${main.origin}/#/import`);
  await expect(counts(page)).toHaveAttribute('aria-busy', 'true');
  await expect(counts(page).getByRole('listitem')).toHaveCount(0);
  const { summary } = buildDraft();
  const before = buildSummary({ new: 41, update: 6, invalid: 1_232 });
  main.inbox.imports.change({ summary: before, checkedCount: 1_042 });
  await expect(counts(page).getByRole('listitem').first()).toHaveText(/^\s*New\s+41\s*$/);
  await expect(counts(page).locator('del')).toHaveText(['41', '6', '0', '0', '0', '1,232']);
  await expect(counts(page).getByText('Recounting')).toContainText('1,042');
  const estimate = { requestsCount: 141, seconds: 58 };
  main.inbox.imports.change({ summary, previousSummary: before, checkedCount: null, estimate });
  await expect(counts(page)).toHaveAttribute('aria-busy', 'false');
  await expect(counts(page).getByRole('listitem').first()).toHaveText(/New.*was 41.*1,088/);
  await expect(counts(page).locator('del')).toHaveText(['was 41', 'was 6', 'was 0', 'was 0', 'was 0', 'was 1,232']);
  await expect(page.getByText('The import will take about 1 minute.', { exact: false })).toBeVisible();
});

test('goes on at the step where it was, and Back walks the steps', async ({ page, main }) => {
  main.inbox.imports.draft = buildDraft();
  await page.goto(`${main.origin}/#/import`);
  const step = page.locator('[aria-current="step"]');
  await page.getByRole('button', { name: 'Check 1,286 rows' }).click();
  await expect(step).toHaveText(/Check rows/);
  await page.reload();
  await expect(step).toHaveText(/Check rows/);
  await page.keyboard.press('Control+1');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('import contacts');
  await page.keyboard.press('Enter');
  await expect(step).toHaveText(/Check rows/);
  await page.getByRole('button', { name: 'Match columns' }).click();
  await expect(step).toHaveText(/Match columns/);
  await page.goBack();
  await expect(step).toHaveText(/Check rows/);
  await page.getByRole('button', { name: 'Choose file' }).click();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused();
  await page.getByRole('button', { name: 'Remove file' }).click();
  await expect(page.getByText('File removed. Nothing was sent.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose file' })).toBeVisible();
});

test('the columns begin with a ring around the first choice where all are decided', async ({ page, main }) => {
  const draft = buildDraft();
  main.inbox.imports.draft = {
    ...draft,
    columns: draft.columns.map((column) => ({ ...column, choice: column.choice ?? { kind: 'leave-out' } })),
  };
  await page.goto(`${main.origin}/#/import/rows`);
  await page.getByRole('button', { name: 'Match columns' }).press('Enter');
  const first = columns(page)
    .getByRole('button', { name: /^Field for / })
    .first();
  await expect(first).toBeFocused();
  expect(await first.evaluate((choice) => choice.matches(':focus-visible'))).toBe(true);
});

test('a file whose rows were changed is replaced or removed only after a question', async ({ page, main }) => {
  main.inbox.imports.draft = buildDraft({ hasChanges: true });
  await openContacts(page, main.origin);
  await drop(grid(page), 'clients.xlsx');
  const question = page.getByRole('alertdialog', { name: 'Replace “clients-export-november.xlsx”?' });
  await expect(question.getByRole('button', { name: 'Keep this file' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  expect(main.inbox.inputsOf('files.stage')).toEqual([]);

  await page.getByRole('button', { name: 'Remove file' }).click();
  await page
    .getByRole('alertdialog', { name: /^Remove/ })
    .getByRole('button', { name: 'Keep this file' })
    .click();
  expect(main.inbox.inputsOf('imports.discard')).toEqual([]);

  await pasteText(page, 'Name\tPhone\nTom\t07700900318');
  await question.getByRole('button', { name: 'Use new file' }).click();
  await expect(columns(page)).toBeVisible();
  expect(main.inbox.inputsOf('files.stage')).toHaveLength(1);
});

test('asks once more with counts, requests and time, and leads to the run', async ({ page, main }) => {
  const summary = buildSummary({ new: 5, update: 10_000, invalid: 2 });
  const estimate = { requestsCount: 20_009, seconds: 2_040 };
  main.inbox.imports.draft = buildDraft({ summary, estimate, isFilling: true });
  await page.goto(`${main.origin}/#/import/rows`);
  const act = page.getByRole('button', { name: 'Import 10,005 contacts' });
  await act.click();
  await expect(alert(page)).toHaveText(/^We’ll know who’s new once your contacts have loaded/);
  main.inbox.imports.change({ isFilling: false });
  await expect(alert(page)).toHaveCount(0);
  await act.click();
  const question = page.getByRole('alertdialog', { name: 'Import 10,005 contacts?' });
  await expect(question).toContainText('new list “November clients”');
  await expect(question.getByRole('listitem')).toHaveText([
    ...['5 new contacts', '10,000 contacts will be updated', '2 rows won’t be imported'],
    '1 column won’t be imported: Vet',
  ]);
  await expect(question).toContainText('This will take about 34 minutes.');
  await expect(question).toContainText('10,000 changed rows will take about 34 minutes');
  // It can be paused and undone: Enter starts it.
  await expect(question.getByRole('button', { name: 'Import 10,005 contacts' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  expect(main.inbox.inputsOf('imports.start')).toEqual([]);

  main.inbox.fail('imports.start', { ...toProblem('validation'), fields: { list: ['read-only'] } });
  await act.click();
  await expect(question).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('This list belongs to another user.', { exact: false }).first()).toBeVisible();
  await expect(columns(page)).toBeVisible();
  main.inbox.fail('imports.start', null);
  await page.goto(`${main.origin}/#/import/rows`);
  await act.click();
  await question.getByRole('button', { name: 'Import 10,005 contacts' }).click();
  await expect(page).toHaveURL(/#\/import\/12$/);
});

test('says why it could not be opened, and opens it once it can be', async ({ page, main }) => {
  main.inbox.fail('imports.getDraft', toProblem('disk'));
  await page.goto(`${main.origin}/#/import`);
  await expect(heading(page, 'The import didn’t load')).toBeVisible();
  main.inbox.fail('imports.getDraft', null);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Choose file' })).toBeVisible();
});

test('hundreds of columns come on screen, and the last one is matched like the first', async ({ page, main }) => {
  const many = Array.from({ length: 300 }, (_, index) =>
    buildColumn(index, { header: `Column ${String(index)}`, choice: index === 0 ? { kind: 'phone' } : null }),
  );
  main.inbox.imports.draft = buildDraft({ columns: many });
  await page.goto(`${main.origin}/#/import`);
  const last = page.locator('[data-column="299"]');
  await last.press('Enter');
  await page.keyboard.type('email');
  await page.keyboard.press('Enter');
  await expect(last).toHaveAccessibleName('Field for Column 299: Email');
  await expect.poll(() => main.inbox.imports.draft?.columns[299]?.choice).toEqual({ kind: 'email' });
});

for (const [colorScheme, locale] of LOOKS) {
  test(`fits every width and has no serious fault, ${colorScheme}, ${locale}`, async ({ page, main }) => {
    await page.emulateMedia({ colorScheme });
    const notes = [{ kind: 'undecodable', named: '', count: 2, line: 7 } as const];
    main.inbox.imports.draft = buildDraft({ previousSummary: buildSummary({ new: 41 }), checkedCount: 3, notes });
    for (const path of ['columns', 'file']) {
      await page.goto(`${main.origin}/?locale=${locale}#/import/${path}`);
      await expect(page.locator(`[data-step="${path}"]`)).toBeVisible();
      for (const width of [1_440, 1_280, 1_000, 720, 400, 320]) {
        await resize(page, width, 800);
        expect(await listCut(page), `${path}, ${String(width)} wide`).toEqual([]);
      }
      await resize(page, 1_440, 900);
      expect(await listFaults(page)).toEqual([]);
    }
  });
}

test('a screen reader finds the steps, the columns and what comes of them', async ({ page, main }) => {
  main.inbox.imports.draft = buildDraft();
  await page.goto(`${main.origin}/#/import`);
  await expect(page.getByRole('list', { name: 'Import steps' })).toMatchAriaSnapshot(`
    - list "Import steps":
      - listitem:
        - text: "Done:"
        - button "Choose file"
      - listitem: Match columns
      - listitem: Check rows
      - listitem: Import
  `);
  await field(page, 'Vet').press('Enter');
  await expect(page.getByRole('listbox', { name: 'Fields' })).toMatchAriaSnapshot(`
    - listbox "Fields":
      - option "Phone column C" [selected]
      - option "First name column A"
      - option "Last name column B"
      - option "Full name"
      - option "Email column D"
      - option "Pet column E"
      - option "Insurance existing field"
      - option "New field “Vet”"
      - option "Leave out"
  `);
});

test('a file that is imported from a list goes into that list', async ({ page, main }) => {
  const target = () => main.inbox.imports.draft?.target;
  await openContacts(page, main.origin, '/list/5');
  await page.getByRole('button', { name: 'More for Puppy club' }).click();
  await page.getByRole('menuitem', { name: 'Import into this list' }).click();
  await chooser(page).setInputFiles(TABLE);
  await expect(page.getByRole('combobox', { name: 'List' })).toHaveValue('5');
  await expect.poll(target).toEqual({ kind: 'list', listId: 5 });
  // The next one from elsewhere does not.
  await page.goto(`${main.origin}/#/contacts`);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.goto(`${main.origin}/#/import/file`);
  await chooser(page).setInputFiles(TABLE);
  await expect.poll(() => target()?.kind).toBe('new-list');
  // A file that is dropped on a list does.
  await openContacts(page, main.origin, '/list/1');
  await drop(grid(page), 'more.csv');
  await expect.poll(target).toEqual({ kind: 'list', listId: 1 });
});
