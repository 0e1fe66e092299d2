import { TableError } from '../problem.ts';
import type { ReadOrder } from '../protocol.ts';
import type { ReadResult } from '../read-result.ts';
import { readChosenSheet } from '../sheet-choice.ts';
import { Archive } from './archive.ts';
import { SharedTexts } from './shared-texts.ts';
import { SheetRows } from './sheet.ts';
import { TagReader } from './tag-reader.ts';
import type { TagTaker } from './tag-reader.ts';
import { XlsxWorkbook } from './workbook.ts';

async function readPart(archive: Archive, name: string, taker: TagTaker): Promise<void> {
  const reader = new TagReader(taker);
  await archive.unpack(name, (piece) => reader.read(piece));
}

/** Reads a workbook of Excel 2007 and later, part by part as it is unpacked. Throws `TableError`. */
export async function readXlsx(order: ReadOrder): Promise<ReadResult> {
  const { limits } = order;
  const archive = new Archive(order.bytes, limits.unpackedBytes);
  const workbook = new XlsxWorkbook(archive);
  const { shapes, is1904, textsPart } = workbook;
  const shared = new SharedTexts(limits);
  if (textsPart !== null) await readPart(archive, textsPart, shared);
  const { sheetName, collector } = await readChosenSheet(workbook.sheets, order, async ({ part }, into) => {
    const rows = new SheetRows({ texts: shared.texts, shapes, is1904, limits }, into);
    await readPart(archive, part, rows);
    if (!rows.isWhole) throw new TableError({ kind: 'damaged', detail: 'one of its sheets is cut off' });
  });
  const sheets = workbook.sheets.map(({ name, isHidden }) => ({ name, isHidden }));
  const { rows, columnCount } = collector;
  return { kind: 'xlsx', sheetName, sheets, encoding: null, delimiter: null, notes: [], rows, columnCount };
}
