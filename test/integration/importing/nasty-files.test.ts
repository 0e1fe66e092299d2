/** Files as shops have them: each ends in the right rows with the right verdicts, or in a sentence that says where and why. */
import { describe, expect, it } from 'vitest';
import { openImportFile } from '#main/importing/check/import-file.ts';
import type { ImportFile } from '#main/importing/check/port.ts';
import { TableError } from '#main/importing/read/problem.ts';
import type { TableNote } from '#main/importing/read/table.ts';
import type { CheckedRow, ColumnChoice, PlannedRow, RowReason } from '#shared/domain/imports.ts';
import { BROKEN_FILES } from './nasty/broken-files.ts';
import type { NastyFile, ReadableFile, RefusedFile } from './nasty/nasty-file.ts';
import { NUMBERS } from './nasty/numbers.ts';
import { TEXT_FILES } from './nasty/text-files.ts';
import { WORKBOOKS } from './nasty/workbooks.ts';

const NASTY_FILES: readonly NastyFile[] = [...TEXT_FILES, ...NUMBERS, ...WORKBOOKS, ...BROKEN_FILES];
const MOST_ROWS = 1_000;

async function open(file: NastyFile): Promise<ImportFile> {
  const content = await file.bytes();
  const bytes = Uint8Array.from(typeof content === 'string' ? Buffer.from(content) : content);
  const options = file.sheet === undefined ? {} : { sheet: file.sheet };
  return openImportFile({ name: file.fileName ?? 'contacts.csv', bytes }, options);
}

function showChoice(choice: ColumnChoice | null): string {
  if (choice === null) return '?';
  if (choice.kind === 'field') return `field:${choice.fieldId}`;
  return choice.kind === 'new-field' ? `new:${choice.name}` : choice.kind;
}

function showReason(reason: RowReason): string {
  if (reason.code === 'duplicate') return `of line ${reason.line}`;
  if (reason.code === 'too-short' || reason.code === 'too-long') {
    return `${reason.code} ${reason.digits} of ${reason.wanted ?? 'any'}`;
  }
  return reason.code;
}

function showRow(row: PlannedRow, suggestion: string | null): string {
  return [
    row.line,
    row.verdict,
    row.phone,
    row.reason === null ? '' : showReason(row.reason),
    ...row.marks,
    ...Object.entries(row.values).map(([name, value]) => `${name}=${value}`),
    ...row.changes.map(({ name, old, value }) => `changes ${name} ${old}→${value}`),
    suggestion === null ? '' : `suggested=${suggestion}`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function showNote(note: TableNote): string {
  if (note.kind === 'other-kind') return `other-kind ${note.named} is ${note.found}`;
  return `${note.kind} ${note.count} at line ${note.line}`;
}

async function listAll<Row>(read: (start: number) => Promise<readonly Row[]>): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let more = await read(0); more.length > 0; more = await read(rows.length)) rows.push(...more);
  return rows;
}

async function expectRows(nasty: ReadableFile): Promise<void> {
  await using file = await open(nasty);
  const hasHeader = file.looksLikeHeader;
  expect(hasHeader).toBe(nasty.hasHeader ?? true);
  expect(file.head.notes.map(showNote)).toEqual(nasty.notes ?? []);
  const columns = await file.describeColumns(hasHeader, { fields: [], remembered: [], ...nasty.known });
  expect(columns.map(({ match }) => showChoice(match.choice))).toEqual(nasty.columns);
  await file.addContacts(nasty.contacts ?? [], true);
  await file.setNumbers({ blocked: [], unsubscribed: [] });
  const country = nasty.country === undefined ? 'GB' : nasty.country;
  const options = {
    country,
    hasHeader,
    leavesOutLandlines: false,
    keepsWhatIsEmpty: true,
    existing: 'update',
  } as const;
  const choices = columns.map(({ match }) => match.choice);
  const { summary } = await file.check({ options, choices, listId: null }, () => undefined);

  const planned = await listAll((start) => file.listPlannedRows(start, MOST_ROWS));
  const checked: readonly CheckedRow[] = await listAll(
    async (start) => (await file.listRows({ kind: 'all' }, { start, limit: 200 })).rows,
  );
  expect(planned.map((row, index) => showRow(row, checked[index]?.suggestion ?? null))).toEqual(nasty.rows);
  expect(checked.map(({ line, verdict }) => ({ line, verdict }))).toEqual(
    planned.map(({ line, verdict }) => ({ line, verdict })),
  );
  expect(summary.rowsCount).toBe(nasty.rows.length);
  expect(Object.values(summary.verdicts).reduce((sum, count) => sum + count, 0)).toBe(nasty.rows.length);
}

async function expectRefusal(nasty: RefusedFile): Promise<void> {
  const refusal = await open(nasty).then(
    (file) => file[Symbol.asyncDispose]().then(() => 'It was read'),
    (error: unknown) => error,
  );
  expect(refusal).toBeInstanceOf(TableError);
  expect((refusal as TableError).common).toEqual([nasty.refusal]);
}

describe('a nasty file', () => {
  it.each(NASTY_FILES)('$name', async (nasty) => {
    await ('refusal' in nasty ? expectRefusal(nasty) : expectRows(nasty));
  });

  it('is one of more than sixty, of which no two are named alike', () => {
    const names = new Set(NASTY_FILES.map(({ name }) => name));
    expect(names.size).toBe(NASTY_FILES.length);
    expect(names.size).toBeGreaterThanOrEqual(60);
  });
});
