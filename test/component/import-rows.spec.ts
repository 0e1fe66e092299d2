import { expect, type Locator, type Page } from '@playwright/test';
import { buildCheckedRow } from '#test/support/fake-import-rows.ts';
import { buildDraft, buildSummary } from '#test/support/fake-imports.ts';
import { toProblem } from '#test/support/fake-bridge.ts';
import { test } from './fixtures.ts';
import { listCut, listFaults, resize, LOOKS } from './layout-and-axe-checks.ts';
import type { LoopbackMain } from './loopback-main.ts';

const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Rows of the file' });
const row = (page: Page, line: number): Locator =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell', { name: String(line), exact: true }) });
const details = (page: Page, line: number): Locator =>
  page.getByRole('group', { name: `Details of row ${String(line)}` });
const filter = (page: Page, name: RegExp): Locator => page.getByRole('radio', { name });

const cells = (first: string, last: string, phone: string): string[] => [
  first,
  last,
  phone,
  '',
  'Biscuit',
  '',
  'Marsh',
];

/** Eight rows, one of every verdict that can be repaired, and their counts. */
function fillRows({ inbox }: LoopbackMain): void {
  inbox.imports.rows = [
    buildCheckedRow({
      ...{ line: 2, verdict: 'update', cells: cells('Deborah', 'Okonkwo', '07700 900318') },
      changes: [{ name: 'lastName', old: 'Okonkwo-Bell', value: 'Okonkwo' }],
    }),
    buildCheckedRow({
      ...{ line: 3, verdict: 'invalid', phone: '', cells: cells('Marigold', 'Ashworth', '07700 9004') },
      reason: { code: 'too-short', digits: 9, wanted: 11 },
    }),
    buildCheckedRow({ line: 4, cells: cells('يوسف', 'النجار', '07700 900415'), marks: ['unsubscribed'] }),
    buildCheckedRow({
      ...{ line: 5, verdict: 'invalid', phone: '', cells: cells('Kwame', 'Boateng', '=44770090O437') },
      ...{ reason: { code: 'letter-for-digit' }, suggestion: '+447700900437' },
    }),
    buildCheckedRow({
      ...{ line: 6, verdict: 'duplicate', cells: cells('Callum', 'MacIntyre', '07700 900318') },
      reason: { code: 'duplicate', line: 2 },
    }),
    buildCheckedRow({
      ...{ line: 7, verdict: 'unchanged' },
      cells: cells('Wilhelmina Henrietta', 'Featherstonehaugh-Cholmondeley-Ravenscroft', '07700 900402'),
    }),
    buildCheckedRow({ line: 8, verdict: 'left-out', reason: { code: 'by-user' } }),
  ];
  const counts = { new: 1, update: 1, invalid: 2, duplicate: 1, unchanged: 1, 'left-out': 1 };
  const summary = buildSummary(counts, { marks: { landline: 0, blocked: 0, unsubscribed: 1 } });
  inbox.imports.draft = buildDraft({ summary, rowsCount: 7 });
  inbox.importRows.check = (edited) => ({ ...edited, verdict: 'new', reason: null, phone: '447700900437' });
}

async function openRows(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/#/import/rows`);
  await expect(row(page, 2)).toBeVisible();
}

test.beforeEach(({ main }) => fillRows(main));

test('every row says what will happen to it, and those of a filter are shown alone', async ({ page, main }) => {
  await openRows(page, main.origin);
  await expect(row(page, 2)).toContainText('Updates 1 value');
  await expect(row(page, 3)).toContainText('Number is too short: 9 of 11 digits');
  await expect(row(page, 4)).toContainText('New contact Unsubscribed');
  await expect(row(page, 6)).toContainText('Same number as row 2');
  await expect(filter(page, /^All 7$/)).toBeChecked();
  await filter(page, /^Can’t import 2$/).check();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '3');
  await filter(page, /^Unsubscribed 1$/).check();
  await expect(row(page, 4)).toBeVisible();
  await expect(row(page, 3)).toHaveCount(0);
});

test('rows are walked, opened and left out by keys, and Esc closes before it leaves', async ({ page, main }) => {
  await openRows(page, main.origin);
  await grid(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(details(page, 2)).toContainText('Okonkwo-Bell');
  await expect(details(page, 2).getByText('Last name: Okonkwo-Bell will become Okonkwo')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(details(page, 2)).toHaveCount(0);
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(row(page, 3)).toContainText('Left out by you');
  await expect(page.getByText('1 row left out')).toBeVisible();
  await page.keyboard.press('z');
  await expect(page.getByText('1 row left out')).toHaveCount(0);
  await expect(row(page, 3)).toContainText('New contact');
  await page.keyboard.press('x');
  await expect(page.getByText('1 row left out')).toBeVisible();
  await page.keyboard.press('x');
  const asked = (): boolean[] => main.inbox.inputsOf('imports.leaveOut').map(({ isLeftOut }) => isLeftOut);
  await expect.poll(asked).toEqual([true, false, true, false]);
  await expect(row(page, 3)).toContainText('New contact');
  await page.keyboard.press('End');
  await expect(row(page, 8)).toHaveAttribute('data-active', '');
});

test('a cell is repaired where it is: Enter saves, Esc restores, Tab goes on', async ({ page, main }) => {
  await openRows(page, main.origin);
  await grid(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('j');
  await page.keyboard.press('F2');
  const field = page.getByRole('textbox', { name: 'Phone, row 3' });
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription('Enter saves, Esc restores “07700 9004”');
  await field.fill('nothing');
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(grid(page)).toBeFocused();
  expect(main.inbox.inputsOf('imports.editCell')).toEqual([]);
  await page.keyboard.press('F2');
  await field.fill('07700 900437');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Row 3: New contact')).toBeVisible();
  await expect(row(page, 3)).toContainText('+44 7700 900437');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => main.inbox.inputsOf('imports.editCell').at(-1)?.value).toBe('07700 9004');

  await row(page, 2)
    .getByRole('button', { name: /^First name, row 2/ })
    .click();
  await page.getByRole('textbox', { name: 'First name, row 2' }).fill('Debbie');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Last name, row 2' })).toBeFocused();
  await expect.poll(() => main.inbox.inputsOf('imports.editCell').at(-1)?.value).toBe('Debbie');
});

test('Tab leads to the buttons of the row under the keys, which are told of under the rows', async ({ page, main }) => {
  await openRows(page, main.origin);
  await expect(page.getByText('F2 edits it')).toBeVisible();
  await expect(grid(page)).toHaveAccessibleDescription(/F2 edits it.*Tab moves to its buttons/);
  await grid(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('j');
  await page.keyboard.press('Tab');
  await expect(row(page, 3).getByRole('button', { name: 'Edit', exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(row(page, 3).getByRole('button', { name: 'Leave out' })).toBeFocused();
  await page.keyboard.press('j');
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('Tab');
  await expect(row(page, 5).getByRole('button', { name: /^Use / })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => main.inbox.inputsOf('imports.editCell').at(-1)?.value).toBe('+447700900437');
  await expect(grid(page)).toBeFocused();
});

test('a long reason is read whole in its row, which does not change under the pointer', async ({ page, main }) => {
  main.inbox.imports.rows = main.inbox.imports.rows.map((one) =>
    one.line === 3 ? { ...one, reason: { code: 'too-long', digits: 18, wanted: 11 } } : one,
  );
  for (const width of [1440, 1024, 720]) {
    await page.setViewportSize({ width, height: 800 });
    await openRows(page, main.origin);
    const reason = row(page, 3).getByText(/^Number is too long: 18 digits/);
    await expect(reason).toBeVisible();
    expect(await reason.evaluate((words) => words.scrollWidth <= words.clientWidth)).toBe(true);
    const before = await row(page, 3).boundingBox();
    await row(page, 3).hover();
    await expect(row(page, 3).getByRole('button', { name: 'Leave out' })).toHaveCount(1);
    expect((await row(page, 3).boundingBox())?.height).toBe(before?.height);
    await page.mouse.move(0, 0);
  }
});

test('a repair that main does not take is told', async ({ page, main }) => {
  await openRows(page, main.origin);
  main.inbox.fail('imports.editCell', toProblem('disk'));
  await row(page, 5).getByRole('button', { name: 'Use 0' }).click();
  await expect(page.getByText(/^Row 5 wasn’t changed\./)).toBeVisible();
  main.inbox.fail('imports.editCell', null);
  await row(page, 5).getByRole('button', { name: 'Use 0' }).click();
  await expect(page.getByText('Row 5: New contact')).toBeVisible();
  expect(main.inbox.inputsOf('imports.editCell').at(-1)).toEqual({
    ...{ draftId: 'draft-1', line: 5, column: 2, value: '+447700900437' },
  });
});

test('all rows of a filter are left out, and the problem rows are saved as a file', async ({ page, main }) => {
  await openRows(page, main.origin);
  await filter(page, /^Can’t import/).check();
  await page.getByRole('button', { name: 'Leave out these 2 rows' }).click();
  await expect(page.getByRole('heading', { name: 'No rows here' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all rows' }).click();
  await expect(row(page, 3)).toContainText('Left out by you');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save these rows' }).click();
  expect((await download).suggestedFilename()).toBe('clients-problems.csv');
  const [asked] = main.inbox.inputsOf('imports.exportProblems');
  expect(asked?.reasons['no-number']).toBe('No phone number');
});

test('200,000 rows are there, a few at a time', async ({ page, main }) => {
  main.inbox.imports.rows = Array.from({ length: 200_000 }, (_, index) => buildCheckedRow({ line: index + 2 }));
  await openRows(page, main.origin);
  await grid(page).focus();
  await page.keyboard.press('End');
  await expect(
    row(page, 200_001)
      .or(grid(page).getByText('200,001', { exact: true }))
      .first(),
  ).toBeVisible();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '200001');
  expect(await grid(page).getByRole('row').count()).toBeLessThan(120);
  const starts = main.inbox.inputsOf('imports.listRows').map(({ start }) => start);
  expect(starts).toContain(199_800);
  expect(new Set(starts).size).toBeLessThan(12);
});

test('what is loading, and what could not be loaded, says so', async ({ page, main }) => {
  const release = main.inbox.hold('imports.listRows');
  await page.goto(`${main.origin}/#/import/rows`);
  await expect(page.getByRole('status', { name: 'Checking rows' })).toBeVisible();
  main.inbox.fail('imports.listRows', toProblem('disk'));
  release();
  await expect(page.getByRole('heading', { name: 'The rows didn’t load' })).toBeVisible();
  main.inbox.fail('imports.listRows', null);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(row(page, 2)).toBeVisible();
  main.inbox.imports.change({ checkedCount: 3 });
  await expect(page.getByText('3 of 7 rows checked')).toBeVisible();
});

for (const [colorScheme, locale] of LOOKS) {
  test(`rows fit in every window and have no serious fault, ${colorScheme}, ${locale}`, async ({ page, main }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${main.origin}/?locale=${locale}#/import/rows`);
    const table = page.getByRole('grid');
    await expect(table.getByText('Marigold')).toBeVisible();
    await table.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('gridcell').getByRole('group')).toBeVisible();
    expect(await listFaults(page)).toEqual([]);
    for (const [width, height] of [
      [1440, 900],
      [1080, 720],
      [720, 900],
      [320, 640],
    ] as const) {
      await resize(page, width, height);
      expect(await listCut(page), `${String(width)} wide`).toEqual([]);
    }
  });
}
