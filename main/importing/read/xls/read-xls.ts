import { TableError } from '../problem.ts';
import type { ReadOrder } from '../protocol.ts';
import type { ReadResult } from '../read-result.ts';
import type { RowCollector } from '../row-collector.ts';
import { readChosenSheet } from '../sheet-choice.ts';
import type { CellNote } from '../table.ts';
import { readCells } from './cells.ts';
import { CompoundFile, refuseDamaged } from './compound-file.ts';
import { readWorkbook } from './workbook.ts';
import type { XlsSheet, XlsWorkbook } from './workbook.ts';

/** Of a sheet in this format, from 0. */
const LAST_COLUMN = 255;

interface Row {
  readonly cells: string[];
  readonly notes: CellNote[];
}

function findStream(bytes: Uint8Array): Uint8Array {
  const file = new CompoundFile(bytes);
  const names = file.listNames();
  // A workbook of today with a password is packed into the container of yesterday.
  if (names.includes('EncryptedPackage')) throw new TableError({ kind: 'password' });
  const stream = file.findStream('Workbook');
  if (stream !== undefined) return stream;
  if (names.includes('Book')) throw new TableError({ kind: 'too-old' });
  throw new TableError({ kind: 'not-a-table', found: 'office' });
}

function readSheet(stream: Uint8Array, workbook: XlsWorkbook, sheet: XlsSheet): ReadonlyMap<number, Row> {
  const rows = new Map<number, Row>();
  readCells(stream, sheet.offset, {
    workbook,
    take: (number, column, { text, note }) => {
      if (column > LAST_COLUMN) refuseDamaged('a cell is in an impossible place');
      const row = rows.get(number) ?? { cells: [], notes: [] };
      rows.set(number, row);
      if (text !== '') {
        while (row.cells.length < column) row.cells.push('');
        row.cells[column] = text;
      }
      if (note !== undefined) row.notes.push({ column, ...note });
    },
  });
  return rows;
}

function collect(rows: ReadonlyMap<number, Row>, collector: RowCollector): void {
  // As the file goes: programs need not write them in order.
  const inOrder = [...rows].sort(([one], [other]) => one - other);
  for (const [number, { cells, notes }] of inOrder) collector.add(number + 1, cells, notes);
}

/** Turns what reading past the end of a record throws into words. */
function guard<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) refuseDamaged('one of its records is cut off', error);
    throw error;
  }
}

/** Reads a workbook of Excel 97 to 2003. Throws `TableError`. */
export async function readXls(order: ReadOrder): Promise<ReadResult> {
  const stream = guard(() => findStream(order.bytes));
  const workbook = guard(() => readWorkbook(stream));
  const { sheetName, collector } = await readChosenSheet(workbook.sheets, order, (sheet, into) =>
    guard(() => collect(readSheet(stream, workbook, sheet), into)),
  );
  const sheets = workbook.sheets.map(({ name, isHidden }) => ({ name, isHidden }));
  const { rows, columnCount } = collector;
  return { kind: 'xls', sheetName, sheets, encoding: null, delimiter: null, notes: [], rows, columnCount };
}
