/**
 * Rows that were not imported, as a file to repair and to import again (CSV-1 … 3 of `files/csv.ts`).
 *
 * IMPORTS-4 The columns of the file come first, as they were; the reason is the last one, and is not matched again.
 */
import { toText, writeTable, type Column } from '#main/services/files/csv.ts';
import type { StagedFiles } from '#main/services/files/staged-files.ts';
import type { RowReasonView } from '#shared/contract/index.ts';

export interface ExportedRow {
  readonly cells: readonly string[];
  readonly reason: RowReasonView | null;
}

/** In the language of the page: the title of the last column, and a sentence for each code. */
export interface ReasonWords {
  readonly reasonTitle: string;
  readonly reasons: Readonly<Record<string, string>>;
}

interface Exported {
  /** Of the file that was imported. */
  readonly fileName: string;
  readonly suffix: 'problems' | 'rejected';
  /** Of each column; '' where there is none. */
  readonly headers: readonly string[];
  readonly pages: AsyncIterable<readonly ExportedRow[]>;
  readonly words: ReasonWords;
}

/** The columns of the file, then the reason. Memory holds one page. Throws `disk`. */
export async function exportRows(
  files: Pick<StagedFiles, 'write'>,
  { fileName, suffix, headers, pages, words }: Exported,
): Promise<{ handle: string; name: string; rows: number }> {
  const counted = { rows: 0 };
  const columns = toTitles(headers).map((title, index): Column<ExportedRow> => [
    title,
    ({ cells }) => toText(cells[index] ?? ''),
  ]);
  const reasonColumn: Column<ExportedRow> = [words.reasonTitle, ({ reason }) => toText(toSentence(reason, words))];
  const name = `${fileName.replace(/\.[a-z0-9]{1,5}$/i, '')}-${suffix}.csv`;
  const pieces = writeTable([...columns, reasonColumn], countRows(pages, counted));
  const { handle } = await files.write({ name, mimeType: 'text/csv' }, pieces);
  return { handle, name, rows: counted.rows };
}

async function* countRows(
  pages: AsyncIterable<readonly ExportedRow[]>,
  counted: { rows: number },
): AsyncGenerator<readonly ExportedRow[]> {
  for await (const page of pages) {
    counted.rows += page.length;
    yield page;
  }
}

/** A file without titles gets the letters of a spreadsheet, so that its first row is not taken for titles. */
function toTitles(headers: readonly string[]): readonly string[] {
  return headers.every((header) => header === '') ? headers.map((_, index) => toLetters(index)) : headers;
}

function toLetters(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? letter : `${toLetters(Math.floor(index / 26) - 1)}${letter}`;
}

function toSentence(reason: RowReasonView | null, { reasons }: ReasonWords): string {
  if (reason === null) return '';
  return reason.code === 'refused' && reason.detail !== '' ? reason.detail : (reasons[reason.code] ?? reason.code);
}
