import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toValue } from '#main/importing/plan/values.ts';
import { toText } from '#main/services/files/csv.ts';
import { StagedFiles } from '#main/services/files/staged-files.ts';
import { exportRows, type ExportedRow } from '#main/services/importing/export-rows.ts';
import { writeSample } from '#main/services/importing/sample.ts';

const WORDS = { reasonTitle: 'Why', reasons: { 'too-short': 'Too short, by 2 digits', duplicate: 'Twice' } };

async function* toPages(...pages: readonly (readonly ExportedRow[])[]): AsyncGenerator<readonly ExportedRow[]> {
  for (const page of pages) yield await Promise.resolve(page);
}

describe('rows that were not imported', () => {
  let dataFolder: string;
  let files: StagedFiles;
  beforeEach(async () => {
    dataFolder = await mkdtemp(path.join(tmpdir(), 'sb-export-'));
    files = new StagedFiles({ dataFolder, onBug: () => undefined });
    await files.start();
  });
  afterEach(async () => {
    await files.dispose();
    await rm(dataFolder, { recursive: true, force: true });
  });

  const readText = (handle: string): Promise<string> => readFile(files.get(handle).path, 'utf8');
  const exportText = async (headers: readonly string[], ...rows: readonly ExportedRow[]): Promise<string> => {
    const pages = toPages(rows);
    const { handle } = await exportRows(files, { fileName: 'a.csv', suffix: 'rejected', headers, pages, words: WORDS });
    const text = await readText(handle);
    expect(text.startsWith('\ufeff')).toBe(true);
    return text.slice(1);
  };

  it('IMPORTS-4: come out with the columns that they came with, and their reason at the end', async () => {
    const short: ExportedRow = { cells: ['Ada', '0770'], reason: { code: 'too-short', digits: 9, wanted: 11 } };
    const twice: ExportedRow = { cells: ['Ben', '0771'], reason: { code: 'duplicate', line: 2 } };
    const pages = toPages([short], [twice, { cells: ['Cy', ''], reason: null }]);
    const exported = await exportRows(files, {
      ...{ fileName: 'Clients 2026.xlsx', suffix: 'problems', headers: ['Name', 'Mobile'], pages, words: WORDS },
    });
    expect(exported).toMatchObject({ name: 'Clients 2026-problems.csv', rows: 3 });
    expect(await readText(exported.handle)).toBe(
      '\ufeffName,Mobile,Why\r\nAda,0770,"Too short, by 2 digits"\r\nBen,0771,Twice\r\nCy,,\r\n',
    );
    expect(files.get(exported.handle).mimeType).toBe('text/csv');
  });

  it('have the service’s own sentence where it refused them, and the code where there is no sentence', async () => {
    const refused: ExportedRow = { cells: ['1'], reason: { code: 'refused', detail: 'The number is barred' } };
    const gone: ExportedRow = { cells: ['2'], reason: { code: 'gone' } };
    const silent: ExportedRow = { cells: ['3'], reason: { code: 'refused', detail: '' } };
    expect(await exportText(['Mobile'], refused, gone, silent)).toBe(
      'Mobile,Why\r\n1,The number is barred\r\n2,gone\r\n3,refused\r\n',
    );
  });

  it('are one line each in a spreadsheet, and nothing in them is a formula', async () => {
    const row: ExportedRow = { cells: ['=HYPERLINK("x")', 'a "b"\r\nc', '+44 7700 900318'], reason: null };
    expect(await exportText(['@Name', 'Note', 'Mobile'], row)).toBe(
      `'@Name,Note,Mobile,Why\r\n"'=HYPERLINK(""x"")","a ""b""\r\nc",'+44 7700 900318,\r\n`,
    );
  });

  it.each(['=cmd', '-Anne', '@home', '+44 7700 900318', '’t Hooft', "'t Hooft", ' = x', "O'Hara", "'"])(
    'mean the same when they are imported again: %s',
    (cell) => {
      expect(toValue(toText(cell))).toBe(cell.trim());
    },
  );

  it('have the letters of a spreadsheet where the file has no titles', async () => {
    const headers = Array.from({ length: 28 }, () => '');
    const [titles] = (await exportText(headers, { cells: ['x'], reason: null })).split('\r\n');
    expect(titles?.split(',')).toEqual([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'AA', 'AB', 'Why']);
    expect(await exportText(['Name', ''], { cells: ['x', 'y'], reason: null })).toMatch(/^Name,,Why\r\n/);
  });

  it('leave nothing behind where they cannot be read', async () => {
    const pages = (async function* (): AsyncGenerator<readonly ExportedRow[]> {
      yield await Promise.reject(new Error('made up'));
    })();
    const input = { fileName: 'a.csv', suffix: 'problems', headers: ['A'], pages, words: WORDS } as const;
    await expect(exportRows(files, input)).rejects.toMatchObject({ code: 'disk' });
  });

  it('are shown by a sample whose numbers reach no one', async () => {
    const { handle, name } = await writeSample(files);
    const [titles, ...rows] = (await readText(handle)).trimEnd().split('\r\n');
    expect(name).toMatch(/\.csv$/);
    expect(titles?.split(',')).toHaveLength(5);
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(row.split(',')[2]).toMatch(/^(\+44 |0)7700 900\d{3}$/);
  });
});
