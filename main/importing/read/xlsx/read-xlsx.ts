/** The only importer of the library that reads sheets, of which rows of plain values are asked and nothing else. */
import { streamXlsxRows } from 'hucre/xlsx';
import type { CellValue } from 'hucre/xlsx';
import { toBooleanText, toDateCell, toNumberCell, toTextCell } from '../cell-text.ts';
import type { CellText } from '../cell-text.ts';
import { TableError } from '../problem.ts';
import type { ReadOrder } from '../protocol.ts';
import type { ReadResult } from '../read-result.ts';
import type { RowCollector } from '../row-collector.ts';
import { readChosenSheet } from '../sheet-choice.ts';
import type { CellNote } from '../table.ts';
import { Archive } from './archive.ts';
import { SheetCheck } from './sheet-check.ts';
import { XlsxWorkbook } from './workbook.ts';
import type { XlsxSheet } from './workbook.ts';

const MS_PER_DAY = 86_400_000;
/** As the library counts: the day before 1900-01-01, with a day too many from serial 60 on. */
const EPOCH_1900 = Date.UTC(1899, 11, 31);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const EXTRA_DAY = 60;

/** The number that the library made `date` of. */
function toSerial(date: Date, is1904: boolean): number {
  if (is1904) return (date.getTime() - EPOCH_1904) / MS_PER_DAY;
  const serial = (date.getTime() - EPOCH_1900) / MS_PER_DAY;
  return serial >= EXTRA_DAY ? serial + 1 : serial;
}

function toDate(date: Date, is1904: boolean): CellText {
  // A number too large for a date that is shown as one: in the sheet, too, there is nothing to read.
  if (Number.isNaN(date.getTime())) return { text: '', note: { kind: 'error-cell', original: '########' } };
  return toDateCell(toSerial(date, is1904), is1904);
}

class SheetReader {
  readonly #bytes: Uint8Array;
  readonly #archive: Archive;
  readonly #workbook: XlsxWorkbook;

  constructor(bytes: Uint8Array, archive: Archive, workbook: XlsxWorkbook) {
    this.#bytes = bytes;
    this.#archive = archive;
    this.#workbook = workbook;
  }

  async read(sheet: XlsxSheet, collector: RowCollector): Promise<void> {
    const check = new SheetCheck(this.#workbook.shapes);
    await this.#archive.verify(sheet.part, (piece) => check.look(piece));
    if (!check.isWhole) throw new TableError({ kind: 'damaged', detail: 'a sheet in it is cut off' });
    for await (const { index, values } of streamXlsxRows(this.#bytes, { sheet: sheet.index })) {
      this.#add({ index, values, check }, collector);
    }
  }

  #add(row: { index: number; values: CellValue[]; check: SheetCheck }, collector: RowCollector): void {
    const notes: CellNote[] = [];
    const cells = row.values.map((value, column) => {
      const { text, note } = this.#toCell(value, () => row.check.getShape(row.index, column));
      if (note !== undefined) notes.push({ column, ...note });
      return text;
    });
    collector.add(row.index + 1, cells, notes);
  }

  #toCell(value: CellValue, getShape: () => ReturnType<SheetCheck['getShape']>): CellText {
    if (value === null) return { text: '' };
    if (typeof value === 'string') return toTextCell(value);
    if (typeof value === 'number') return toNumberCell(value, getShape());
    if (typeof value === 'boolean') return { text: toBooleanText(value) };
    return toDate(value, this.#workbook.is1904);
  }
}

async function readArchive(order: ReadOrder): Promise<ReadResult> {
  const archive = new Archive(order.bytes, order.limits.unpackedBytes);
  const workbook = new XlsxWorkbook(archive);
  const reader = new SheetReader(order.bytes, archive, workbook);
  const { sheetName, collector } = await readChosenSheet(workbook.sheets, order, (sheet, into) =>
    reader.read(sheet, into),
  );
  const sheets = workbook.sheets.map(({ name, isHidden }) => ({ name, isHidden }));
  const { rows, columnCount } = collector;
  return { kind: 'xlsx', sheetName, sheets, encoding: null, delimiter: null, notes: [], rows, columnCount };
}

/** Reads a workbook of Excel 2007 and later. Throws `TableError`; whatever its parts make the library throw is damage. */
export async function readXlsx(order: ReadOrder): Promise<ReadResult> {
  try {
    return await readArchive(order);
  } catch (error) {
    if (error instanceof TableError) throw error;
    throw new TableError({ kind: 'damaged', detail: 'its contents cannot be understood' }, error);
  }
}
