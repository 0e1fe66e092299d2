import { describe, expect, it } from 'vitest';
import { takeBatch } from '#main/importing/read/batch.ts';
import { toDateCell, toNumberCell, toNumberShape } from '#main/importing/read/cell-text.ts';
import { readCells } from '#main/importing/read/xls/cells.ts';
import { BlockReader } from '#main/importing/read/xls/records.ts';
import type { XlsWorkbook } from '#main/importing/read/xls/workbook.ts';
import { getProblem } from './fixtures.ts';

const WORKBOOK: XlsWorkbook = { sheets: [], texts: [], is1904: false, shapes: ['plain'] };

function toStream(records: readonly (readonly [id: number, data: readonly number[]])[]): Uint8Array {
  return Buffer.concat(
    records.map(([id, data]) => Buffer.from([id & 255, id >> 8, data.length & 255, data.length >> 8, ...data])),
  );
}

function readAll(stream: Uint8Array): (readonly [number, number, string])[] {
  const cells: (readonly [number, number, string])[] = [];
  readCells(stream, 0, { workbook: WORKBOOK, take: (row, column, { text }) => cells.push([row, column, text]) });
  return cells;
}

const BOF = [0x0809, [0, 6, 0x10, 0]] as const;
const EOF = [0x000a, []] as const;
const toTextFormula = (row: number) =>
  [0x0006, [row, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0]] as const;
const toText = (text: string) => [0x0207, [text.length, 0, 0, ...Buffer.from(text)]] as const;

describe('the cells of an .xls sheet', () => {
  it('have a formula’s text also where the formula is shared, and its own record stands between (IMPORT-2)', () => {
    const shared = [0x04bc, [0, 0, 5, 0, 2, 2, 0, 1, 0, 0]] as const;
    const stream = toStream([BOF, toTextFormula(1), shared, toText('Ann Doe'), toTextFormula(2), toText('Bob'), EOF]);
    expect(readAll(stream)).toEqual([
      [1, 2, 'Ann Doe'],
      [2, 2, 'Bob'],
    ]);
  });

  it('go on after a chart inside of the sheet', () => {
    const number = [0x027e, [7, 0, 0, 0, 0, 0, 2 + 4 * 25, 0, 0, 0]] as const;
    expect(readAll(toStream([BOF, BOF, number, EOF, number, EOF]))).toEqual([[7, 0, '25']]);
  });

  it('are refused as damaged where the sheet is not where it should be, or has no end (IMPORT-5)', async () => {
    for (const records of [[], [EOF], [BOF, toTextFormula(1)]]) {
      const reading = Promise.resolve().then(() => readAll(toStream(records)));
      expect(await getProblem(reading)).toEqual({ kind: 'damaged', detail: 'one of its sheets is cut off' });
    }
  });
});

describe('texts of an .xls workbook', () => {
  it('go on in the next record in another width, a character never split', () => {
    const blocks = [Buffer.from([1, 0x41, 0x00, 0x3a, 0x26]), Buffer.from([0, 0x42, 0x43])];
    expect(new BlockReader(blocks).richText(4)).toBe('A☺BC');
  });

  it('are refused where half a character is left: Node itself would break on it (IMPORT-5)', async () => {
    const blocks = [Buffer.from([1, 0x41, 0x00, 0x3a]), Buffer.from([1, 0x26, 0x42, 0x00])];
    const reading = Promise.resolve().then(() => new BlockReader(blocks).richText(3));
    expect(await getProblem(reading)).toEqual({ kind: 'damaged', detail: 'some of its text is cut off' });
  });
});

describe('numbers', () => {
  it.each([
    [447700900123, '447700900123'],
    [999_999_999_999_999, '999999999999999'],
    [-0, '0'],
    [0.1 + 0.2, '0.3'],
    [-1.5e-9, '-0.0000000015'],
    [123.456, '123.456'],
  ])('%d is the text %s', (value, text) => {
    expect(toNumberCell(value)).toEqual({ text });
  });

  it.each([
    [1e15, '1000000000000000'],
    [-12345678901234567890, '-12345678901234600000'],
    [1e22, '10000000000000000000000'],
  ])('%d has lost digits', (value, text) => {
    expect(toNumberCell(value)).toEqual({ text, note: { kind: 'digits-lost', original: text } });
  });

  it.each([
    ['00000', { digits: 5 }],
    ['dd/mm/yyyy', 'date'],
    ['[$-409]h:mm AM/PM;@', 'date'],
    ['[h]:mm', 'date'],
    ['[Red]0.00', 'plain'],
    ['[<=9999999]###-####;(###) ###-####', 'plain'],
    ['"days" 0', 'plain'],
    ['\\d0', 'plain'],
    ['General', 'plain'],
    ['#,##0.00 [$USD]', 'plain'],
  ])('with the format %s are %j', (code, shape) => {
    expect(toNumberShape(164, code)).toEqual(shape);
  });
});

describe('dates', () => {
  it.each([
    [0.5, '12:00:00'],
    [1, '1900-01-01'],
    [59, '1900-02-28'],
    [61, '1900-03-01'],
    [45_000.25, '2023-03-15T06:00:00'],
    [46_346 + 34_214.999_9 / 86_400, '2026-11-20T09:30:15'],
    [0.999_999_9, '23:59:59'],
    [2_958_465, '9999-12-31'],
    [2_958_466, '2958466'],
    [-3, '-3'],
  ])('%d is %s', (serial, text) => {
    expect(toDateCell(serial)).toEqual({ text });
  });

  it('count from another day in workbooks from old Macintoshes', () => {
    expect(toDateCell(0, true)).toEqual({ text: '1904-01-01' });
    expect(toDateCell(44_884, true)).toEqual({ text: '2026-11-20' });
  });
});

describe('a batch (IMPORT-6)', () => {
  const toRows = (count: number, cell: string) =>
    Array.from({ length: count }, (_, index) => ({ line: index + 1, cells: [cell] }));

  it('has rows filled up to the columns of the table, and what was noted', () => {
    const rows = [{ line: 4, cells: ['a'], notes: [{ column: 0, kind: 'error-cell', original: '#N/A' }] as const }];
    const batch = takeBatch({ rows, columnCount: 3 }, { start: 0, count: 5 });
    expect(batch).toEqual([{ ...rows[0], cells: ['a', '', ''] }]);
  });

  it('is as long as asked for where rows are narrow, shorter where they are wide or long, and never empty', () => {
    const narrow = { rows: toRows(3_000, 'a'), columnCount: 1 };
    expect(takeBatch(narrow, { start: 500, count: 1_000 })).toHaveLength(1_000);
    expect(takeBatch(narrow, { start: 2_999, count: 1_000 })).toHaveLength(1);
    expect(takeBatch(narrow, { start: 3_000, count: 1_000 })).toEqual([]);
    expect(takeBatch({ ...narrow, columnCount: 500 }, { start: 0, count: 1_000 })).toHaveLength(16);
    const long = { rows: toRows(100, 'x'.repeat(300_000)), columnCount: 1 };
    expect(takeBatch(long, { start: 0, count: 1_000 })).toHaveLength(2);
  });
});
