import { writeXlsx, type Cell, type CellValue } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import writeExcelFile, { type Row } from 'write-excel-file/node';
import { ONE_WORKBOOK, PADDED_DIGITS } from '#test/fixtures/importing/one-workbook.ts';
import type { WorkbookCell, WorkbookSheet } from '#test/fixtures/importing/one-workbook.ts';
import { read, readFixture } from './fixtures.ts';

const DAY = 'DD/MM/YYYY';
const PADDED = '0'.repeat(PADDED_DIGITS);
const toDate = (day: string): Date => new Date(`${day}T00:00:00Z`);

function writeWithHucre(): Promise<Uint8Array> {
  const toValue = (cell: WorkbookCell): CellValue => {
    if (cell === null || typeof cell !== 'object') return cell;
    return 'date' in cell ? toDate(cell.date) : cell.padded;
  };
  const toStyled = (rows: WorkbookSheet['rows']): Map<string, Cell> => {
    const cells = new Map<string, Cell>();
    for (const [row, values] of rows.entries()) {
      for (const [column, cell] of values.entries()) {
        if (cell === null || typeof cell !== 'object') continue;
        const [type, numFmt] = 'date' in cell ? (['date', DAY] as const) : (['number', PADDED] as const);
        cells.set(`${row},${column}`, { value: toValue(cell), type, style: { numFmt } });
      }
    }
    return cells;
  };
  return writeXlsx({
    sheets: ONE_WORKBOOK.map(({ name, rows, merged }) => ({
      name,
      rows: rows.map((row) => row.map(toValue)),
      cells: toStyled(rows),
      merges: merged.map(({ row, column, width }) => ({
        startRow: row,
        startCol: column,
        endRow: row,
        endCol: column + width - 1,
      })),
    })),
  });
}

function writeWithWriteExcelFile(): Promise<Uint8Array> {
  const toValue = (cell: WorkbookCell): Row[number] => {
    if (cell === null || typeof cell !== 'object') return cell;
    return 'date' in cell ? { value: toDate(cell.date), format: DAY } : { value: cell.padded, format: PADDED };
  };
  const sheets = ONE_WORKBOOK.map(({ name, rows, merged }) => ({
    sheet: name,
    data: rows.map((cells, row) => {
      const values = cells.map(toValue);
      for (const { column, width } of merged.filter((one) => one.row === row)) {
        values[column] = { value: String(cells[column]), columnSpan: width };
      }
      return values;
    }),
  }));
  return writeExcelFile(sheets).toBuffer();
}

const PROGRAMS: readonly (readonly [program: string, write: () => Promise<Uint8Array>])[] = [
  ['LibreOffice (.xlsx)', () => Promise.resolve(readFixture('libreoffice.xlsx'))],
  ['LibreOffice (.xls)', () => Promise.resolve(readFixture('libreoffice.xls'))],
  ['hucre', writeWithHucre],
  ['write-excel-file', writeWithWriteExcelFile],
];

describe.each(PROGRAMS)('a workbook that %s wrote', (_program, write) => {
  it('has the same rows, at the same places, as from every other program (IMPORT-2, IMPORT-3)', async () => {
    const { rows, sheetName, columnCount } = await read(await write());
    expect({ sheetName, columnCount }).toEqual({ sheetName: 'Kontakte & Kunden', columnCount: 6 });
    expect(rows).toEqual([
      { line: 1, cells: ['Name', 'Phone', 'Local', 'Joined', 'Account', 'Note'] },
      {
        line: 2,
        cells: [
          'Deborah Okonkwo',
          '+447700900101',
          '07700900101',
          '2024-02-29',
          '123456789012345',
          'two\nlines; "q" <&>',
        ],
      },
      {
        line: 3,
        cells: ['ليلى حداد', '+44 7700 900102', '07700900102', '1999-12-31', '0012345678901234567890', '٠٧٧٠٠٩٠٠١٠٢'],
      },
      { line: 5, cells: ['Cardiff branch', '', '', '', '', 'merged'] },
      { line: 6, cells: ['王小明', '447700900103', '0', '', '0.25', '  spaces  '] },
      { line: 9, cells: ['Zoë Ångström', '7700900104', '', '2026-11-25', '-12', '=1+1'] },
      { line: 10, cells: ['', '(0)7700 900105 ext. 12', '', '', '0', "'quoted"] },
    ]);
  });

  it('has its second sheet read by name', async () => {
    const { rows, sheets } = await read(await write(), { sheet: 'Lieferanten' });
    expect(sheets).toEqual(ONE_WORKBOOK.map(({ name }) => ({ name, isHidden: false })));
    expect(rows).toEqual([
      { line: 1, cells: ['Firma', 'Telefon'] },
      { line: 2, cells: ['Müller GmbH', '0049 30 901820'] },
      { line: 3, cells: ['株式会社', '81312345678'] },
    ]);
  });
});
