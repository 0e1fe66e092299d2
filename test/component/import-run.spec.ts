import { expect, type Locator, type Page } from '@playwright/test';
import { toProblem } from '#test/support/fake-bridge.ts';
import { buildContactList } from '#test/support/fake-contacts.ts';
import { buildRun, buildRunRow } from '#test/support/fake-import-rows.ts';
import { buildDraft } from '#test/support/fake-imports.ts';
import { test } from './fixtures.ts';
import { listCut, listFaults, resize, LOOKS } from './layout-and-axe-checks.ts';
import type { LoopbackMain } from './loopback-main.ts';

const NO_UNDO = { possibleUntil: null, undoneAt: null, deletedCount: 0, restoredCount: 0, keptCount: 0 };
const GOING = { state: 'running', step: 'new', finishedAt: null, doneCount: 612, secondsLeft: 260 } as const;
const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { name });
const progress = (page: Page): Locator => page.getByRole('region', { name: 'Import in progress' });

function fillRuns({ inbox }: LoopbackMain): void {
  inbox.contacts.lists = [buildContactList({ id: 4, name: 'November clients' })];
  inbox.imports.runs = [
    buildRun(),
    buildRun({ ...{ id: 11, fileName: 'puppy club sept.csv', state: 'undone' }, undo: { ...NO_UNDO, undoneAt: 1 } }),
    buildRun({ id: 10, fileName: '', isPasted: true, startedAt: Date.parse('2026-01-08T12:31:00Z'), undo: NO_UNDO }),
  ];
  inbox.importRows.rejected = [
    buildRunRow(),
    buildRunRow({ line: 9, name: '', phone: '', reason: { code: 'no-number' } }),
    buildRunRow({
      ...{ line: 88, name: 'Ffion Cadwaladr', phone: '+447700900731', foundBy: 'service' },
      reason: { code: 'refused', detail: 'First name may not contain links.' },
    }),
  ];
}
/** Run 12 is under way. */
function begin({ inbox }: LoopbackMain): void {
  inbox.importRows.change(12, { ...GOING, undo: NO_UNDO, rejectedCount: 0 });
}
async function openRun(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/#/import/12`);
  await expect(page.getByRole('link', { name: /^clients-export-november/ })).toBeVisible();
}

test.beforeEach(({ main }) => fillRuns(main));

test('what came of an import is one sentence, a table, and the rows that were not taken', async ({ page, main }) => {
  main.inbox.importRows.change(12, { created: { planned: 1_088, done: 1_086 }, refusedCount: 2, rejectedCount: 3 });
  await openRun(page, main.origin);
  await expect(heading(page, '1,239 contacts are in “November clients”')).toBeVisible();
  await expect(page.getByRole('row', { name: /^Created/ })).toContainText('1,0881,086−22 rejected by the service');
  await expect(page.getByRole('row', { name: /^Updated/ })).toContainText('None302 values changed');
  const rejected = page.getByRole('table', { name: 'Rows not imported' });
  await expect(rejected.getByRole('row').nth(1)).toContainText('Number is too short: 9 of 11 digits Switchboard');
  await expect(rejected.getByRole('row').nth(3)).toContainText('“First name may not contain links.” Service');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as file' }).click();
  expect((await download).suggestedFilename()).toBe('clients-rejected.csv');
  await page.getByRole('button', { name: 'Open list' }).click();
  await expect(page).toHaveURL(/#\/contacts\/list\/4$/);
});

test('an import that runs is paused, resumed and, once that is agreed to, stopped', async ({ page, main }) => {
  begin(main);
  await openRun(page, main.origin);
  await expect(progress(page)).toContainText('612 of 1,241 rows done');
  await expect(progress(page)).toContainText('about 4 minutes left');
  await expect(progress(page)).toContainText('Adding new contacts');
  await progress(page).getByRole('button', { name: 'Pause' }).click();
  await expect(progress(page)).toContainText('Paused. Nothing is sent until you resume.');
  await progress(page).getByRole('button', { name: 'Resume' }).click();
  await expect(progress(page).getByRole('button', { name: 'Pause' })).toBeVisible();
  main.inbox.importRows.change(12, {
    ...{ state: 'waiting', problem: { code: 'offline', detail: null, fields: {}, at: Date.now() } },
  });
  await expect(progress(page)).toContainText('Waiting: you’re offline. We’ll carry on automatically.');
  await progress(page).getByRole('button', { name: 'Stop' }).click();
  const question = page.getByRole('alertdialog', { name: 'Stop this import?' });
  await expect(question.getByRole('button', { name: 'Keep importing' })).toBeFocused();
  await question.getByRole('button', { name: 'Stop import' }).click();
  await expect(progress(page)).toContainText('Stopping. We’re waiting for the rows that have already been sent.');
  await expect(page.getByText('Too old to undo.', { exact: false })).toHaveCount(0);
  main.inbox.importRows.change(12, { step: 'done' });
  await expect(heading(page, 'Import stopped after 612 rows')).toBeVisible();
  expect(main.inbox.inputsOf('imports.control').map(({ act }) => act)).toEqual(['pause', 'resume', 'stop']);
});

test('an import begins with a ring around its first button, then around what came of it', async ({ page, main }) => {
  begin(main);
  await page.goto(`${main.origin}/#/import/11`);
  await expect(heading(page, /./).first()).toBeVisible();
  await page.getByRole('link', { name: /^clients-export-november/ }).press('Enter');
  const pause = progress(page).getByRole('button', { name: 'Pause' });
  await expect(pause).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(progress(page).getByRole('button', { name: 'Resume' })).toBeFocused();
  main.inbox.importRows.change(12, { state: 'finished', step: 'done', finishedAt: Date.now() });
  const result = heading(page, /contacts are in “November clients”/);
  await expect(result).toBeFocused();
  expect(await result.evaluate((title) => title.matches(':focus-visible'))).toBe(true);
  expect(await result.evaluate((title) => getComputedStyle(title).boxShadow)).not.toBe('none');
});

test('a long reason is read whole beside its row', async ({ page, main }) => {
  const detail = 'First name may not contain links, and a last name of more than forty characters is not kept.';
  main.inbox.importRows.rejected = [buildRunRow({ foundBy: 'service', reason: { code: 'refused', detail } })];
  main.inbox.importRows.change(12, { rejectedCount: 1 });
  for (const width of [1440, 720]) {
    await page.setViewportSize({ width, height: 900 });
    await openRun(page, main.origin);
    const reason = page.getByRole('cell', { name: /^“First name may not/ });
    await expect(reason).toBeVisible();
    expect(await reason.evaluate((cell) => [cell, ...cell.children].every((e) => e.scrollWidth <= e.clientWidth))).toBe(
      true,
    );
  }
});

test('what an undo takes back is said before, and it is followed to its end', async ({ page, main }) => {
  await openRun(page, main.origin);
  const side = page.getByRole('complementary', { name: 'Undo and history' });
  await expect(side).toContainText('Deletes the 1,088 contacts it created and puts back the 302 values it changed.');
  await expect(side).toContainText('5 contacts have been edited since. Those edits will be kept.');
  await side.getByRole('button', { name: 'Undo import…' }).click();
  const question = page.getByRole('alertdialog', { name: 'Undo the import “clients-export-november.xlsx”?' });
  await expect(question).toContainText('Takes about 4 minutes.');
  await expect(question).toContainText('The list “November clients” will be deleted.');
  await expect(question.getByRole('button', { name: 'Keep import' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  expect(main.inbox.inputsOf('imports.undo')).toEqual([]);
  await side.getByRole('button', { name: 'Undo import…' }).click();
  await question.getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByRole('region', { name: 'Undo in progress' })).toContainText('of 1,241 rows undone');
  main.inbox.importRows.kept = [
    buildRunRow({ line: 7, name: 'Tom Abara', phone: '+447700900389', reason: { code: 'edited' }, contactId: 10 }),
    buildRunRow({ line: 8, name: 'Gareth Pugh', phone: '+447700900402', reason: { code: 'only-list' }, contactId: 11 }),
  ];
  main.inbox.importRows.change(12, {
    ...{ state: 'undone', step: 'done' },
    undo: { ...NO_UNDO, undoneAt: Date.now(), deletedCount: 1_088, restoredCount: 137, keptCount: 2 },
  });
  await expect(heading(page, 'Import undone')).toBeVisible();
  await side.getByRole('button', { name: 'Show them' }).click();
  const kept = page.getByRole('table', { name: 'Contacts kept' });
  await expect(kept.getByRole('row', { name: /Gareth Pugh/ })).toContainText('it isn’t in any other');
  await expect(kept.getByRole('row', { name: /Tom Abara/ })).toContainText('Changed since the import');
  await page.getByRole('button', { name: 'Tom Abara' }).click();
  await expect(page).toHaveURL(/#\/contacts\/person\/10$/);
});

test('the rejected rows become the file that is prepared', async ({ page, main }) => {
  await openRun(page, main.origin);
  main.inbox.fail('imports.repairRejected', toProblem('disk'));
  await page.getByRole('button', { name: 'Fix and import 9 rows' }).click();
  await expect(page.getByText(/^The rows didn’t open\./)).toBeVisible();
  main.inbox.fail('imports.repairRejected', null);
  main.inbox.imports.draft = buildDraft({ repairsImportId: 12 });
  await page.getByRole('button', { name: 'Fix and import 9 rows' }).click();
  await expect(page).toHaveURL(/#\/import\/rows$/);
});

test('imports before it are a list, each with its result', async ({ page, main }) => {
  await openRun(page, main.origin);
  const links = page.getByRole('link').filter({ hasText: /rows:/ });
  await expect(links).toHaveCount(3);
  await expect(links.nth(0)).toHaveAttribute('aria-current', 'true');
  await expect(links.nth(2)).toContainText('Too old to undo');
  await links.nth(1).click();
  await expect(heading(page, 'Import undone')).toBeVisible();
  await expect(page).toHaveURL(/#\/import\/11$/);
  await page.goBack();
  await expect(heading(page, /1,239 contacts/)).toBeVisible();
  await page.goto(`${main.origin}/#/import/99`);
  await expect(heading(page, 'This import isn’t here')).toBeVisible();
});

test('the end of an import is told elsewhere, with the way to its result', async ({ page, main }) => {
  begin(main);
  await openRun(page, main.origin);
  await page.keyboard.press('Control+2');
  await expect(page.getByRole('heading', { name: 'Contacts', exact: true })).toBeVisible();
  main.inbox.importRows.change(12, { doneCount: 1_000 });
  await expect.poll(() => main.inbox.inputsOf('imports.get').length).toBeGreaterThan(1);
  main.inbox.importRows.change(12, { state: 'finished', finishedAt: Date.now() });
  await expect(page.getByText('Import of clients-export-november.xlsx finished')).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(heading(page, /1,239 contacts/)).toBeVisible();
});

for (const [colorScheme, locale] of LOOKS) {
  test(`an import and its result fit in every window, ${colorScheme}, ${locale}`, async ({ page, main }) => {
    await page.emulateMedia({ colorScheme });
    for (const isRunning of [false, true]) {
      if (isRunning) begin(main);
      await page.goto(`${main.origin}/?locale=${locale}#/import/12`);
      await expect(page.getByRole('link').filter({ hasText: /november/ })).toBeVisible();
      await expect(page.getByRole('table').or(page.locator('[role="status"] >> nth=0')).first()).toBeVisible();
      await resize(page, 1440, 900);
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
    }
  });
}
