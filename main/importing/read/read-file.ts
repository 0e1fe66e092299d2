/** One file to one table, whole: runs inside the thread. What the content is decides, not the name. */
import { readCsv } from './csv/read-csv.ts';
import { TableError } from './problem.ts';
import type { ReadOrder } from './protocol.ts';
import type { ReadResult } from './read-result.ts';
import { sniffContent } from './sniff.ts';
import type { TableKind, TableNote } from './table.ts';
import { readXls } from './xls/read-xls.ts';
import { readXlsx } from './xlsx/read-xlsx.ts';

const KINDS: Readonly<Record<string, TableKind>> = {
  csv: 'csv',
  tsv: 'csv',
  txt: 'csv',
  xls: 'xls',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
};

async function readContent(order: ReadOrder): Promise<ReadResult> {
  const content = sniffContent(order.bytes);
  switch (content) {
    case 'text':
      return readCsv(order);
    case 'compound':
      return readXls(order);
    case 'zip':
      return readXlsx(order);
    case 'ancient-workbook':
      throw new TableError({ kind: 'too-old' });
    default:
      throw new TableError({ kind: 'not-a-table', found: content });
  }
}

function findOtherKind(name: string, found: TableKind): TableNote | undefined {
  const extension = /\.([^.\\/]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const named = Object.hasOwn(KINDS, extension) ? KINDS[extension] : undefined;
  return named === undefined || named === found ? undefined : { kind: 'other-kind', named: extension, found };
}

/** Throws `TableError` when the file is at fault. */
export async function readFile(order: ReadOrder): Promise<ReadResult> {
  if (order.bytes.length === 0) throw new TableError({ kind: 'empty', sheetName: null });
  const result = await readContent(order);
  const otherKind = findOtherKind(order.name, result.kind);
  return otherKind === undefined ? result : { ...result, notes: [otherKind, ...result.notes] };
}
