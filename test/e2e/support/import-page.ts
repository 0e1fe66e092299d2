/** The page of imports, as a user of it acts, and files as shops have them. */
import { writeXlsx, type CellValue } from 'hucre/xlsx';
import { expect, type Locator, type Page } from '@playwright/test';
import type { ServiceAccount } from './programs.ts';
import { askService } from './service-state.ts';

export interface GivenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A workbook of that name; its sheets as rows of cells, by their names. */
export async function toWorkbook(
  name: string,
  sheets: Readonly<Record<string, readonly (readonly CellValue[])[]>>,
): Promise<GivenFile> {
  const all = Object.entries(sheets).map(([title, rows]) => ({ name: title, rows: rows.map((row) => [...row]) }));
  return { name, bytes: await writeXlsx({ sheets: all }) };
}

/** Leads from any screen to the import of contacts by the palette. */
export async function openImport(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type('import contacts');
  await page.getByRole('option', { name: /Import contacts/ }).click();
  await expect(page.getByRole('heading', { name: 'Import contacts' })).toBeVisible();
}

/** Drops the file in the middle of the window. */
export async function dropFile(page: Page, { name, bytes }: GivenFile): Promise<void> {
  await page.locator('body').evaluate(
    (body, file) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(file.bytes)], file.name));
      const target = document.elementFromPoint(innerWidth / 2, innerHeight / 2) ?? body;
      for (const type of ['dragenter', 'dragover', 'drop']) {
        target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
      }
    },
    { name, bytes: [...bytes] },
  );
}

/** Pastes cells as a spreadsheet copies them. */
export async function pasteCells(page: Page, rows: readonly (readonly string[])[]): Promise<void> {
  const text = rows.map((cells) => `${cells.join('\t')}\r\n`).join('');
  await page.locator('body').evaluate((body, copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', copied);
    const target = document.activeElement ?? body;
    target.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
  }, text);
}

/** The button that says what a column becomes. */
export const columnButton = (page: Page, column: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^Field for ${column}:`) });

export const rowOf = (page: Page, text: string): Locator => rowsGrid(page).getByRole('row').filter({ hasText: text });

export const rowsGrid = (page: Page): Locator => page.getByRole('grid', { name: 'Rows of the file' });

/** How many rows there are of a kind, beside the columns. */
export const countOf = (page: Page, kind: string): Locator =>
  page
    .getByRole('region', { name: 'What will happen' })
    .getByRole('listitem')
    .filter({ has: page.getByText(kind, { exact: true }) })
    .locator('.count');

/** From the rows to the run: the button, and the question that comes before anything leaves. */
export async function confirmImport(page: Page, count: number): Promise<void> {
  const name = count === 1 ? 'Import 1 contact' : `Import ${String(count)} contacts`;
  const question = page.getByRole('alertdialog', { name: `${name}?` });
  // While rows are counted again, the button only says so.
  await expect(async () => {
    await page.getByRole('button', { name }).click({ timeout: 1_000 });
    await expect(question).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  await question.getByRole('button', { name }).click();
}

export async function waitForResult(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('region', { name: 'Result' }).getByRole('heading', { name: title })).toBeVisible({
    timeout: 120_000,
  });
}

/** Takes back the import that is on screen. */
export async function undoImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Undo import…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click();
  await waitForResult(page, 'Import undone');
}

interface Rows {
  readonly pageCount: number;
  readonly resources: readonly { readonly id: number }[];
}

/** Every contact, list and custom field of the service, by kind and id. */
export async function readPeople(account: ServiceAccount): Promise<Readonly<Record<string, unknown>>> {
  const found: Record<string, unknown> = {};
  for (const kind of ['contacts', 'lists', 'customfields']) {
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const answer = await askService(account, `${kind}?limit=100&page=${String(page)}`);
      const { pageCount, resources } = (await answer.json()) as Rows;
      pages = pageCount;
      for (const row of resources) found[`${kind} ${String(row.id)}`] = row;
    }
  }
  return found;
}
