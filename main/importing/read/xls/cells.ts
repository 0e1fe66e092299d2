/** The cells of one sheet of an .xls workbook. */
import { toBooleanText, toDateCell, toErrorCell, toNumberCell, toTextCell } from '../cell-text.ts';
import type { CellText } from '../cell-text.ts';
import { refuseDamaged } from './compound-file.ts';
import { listWhole, readText, RECORD, toRkNumber } from './records.ts';
import type { XlsWorkbook } from './workbook.ts';

/** Takes one cell; `row` and `column` from 0. */
export type CellTaker = (row: number, column: number, cell: CellText) => void;

const ERRORS: Readonly<Record<number, string>> = {
  0x00: '#NULL!',
  0x07: '#DIV/0!',
  0x0f: '#VALUE!',
  0x17: '#REF!',
  0x1d: '#NAME?',
  0x24: '#NUM!',
  0x2a: '#N/A',
};

const toError = (code: number): CellText => toErrorCell(ERRORS[code] ?? '#N/A');

class SheetReader {
  readonly #workbook: XlsWorkbook;
  readonly #take: CellTaker;
  /** The formula whose result is a text, which comes in a record of its own. */
  #awaited: { readonly row: number; readonly column: number } | null = null;

  constructor(workbook: XlsWorkbook, take: CellTaker) {
    this.#workbook = workbook;
    this.#take = take;
  }

  read(id: number, data: Buffer, blocks: readonly Buffer[]): void {
    if (id === RECORD.string) this.#takeAwaited(blocks);
    else if (id === RECORD.mulRk) this.#readMany(data);
    else if (data.length >= 8) this.#readOne(id, data, blocks);
  }

  #readOne(id: number, data: Buffer, blocks: readonly Buffer[]): void {
    const row = data.readUInt16LE(0);
    const column = data.readUInt16LE(2);
    const cell = id === RECORD.formula ? this.#toResult(data) : this.#toCell(id, data, blocks);
    if (cell === 'text follows') this.#awaited = { row, column };
    else if (cell !== undefined) this.#take(row, column, cell);
  }

  #toCell(id: number, data: Buffer, blocks: readonly Buffer[]): CellText | undefined {
    if (id === RECORD.labelSst) return toTextCell(this.#workbook.texts[data.readUInt32LE(6)] ?? '');
    if (id === RECORD.label || id === RECORD.rString) return toTextCell(readText(blocks, 6));
    if (id === RECORD.rk) return this.#toNumber(toRkNumber(data, 6), data.readUInt16LE(4));
    if (id === RECORD.number) return this.#toNumber(data.readDoubleLE(6), data.readUInt16LE(4));
    if (id !== RECORD.boolErr) return undefined;
    const value = data.readUInt8(6);
    return data.readUInt8(7) === 1 ? toError(value) : { text: toBooleanText(value !== 0) };
  }

  #toNumber(value: number, format: number): CellText {
    const shape = this.#workbook.shapes[format] ?? 'plain';
    return shape === 'date' ? toDateCell(value, this.#workbook.is1904) : toNumberCell(value, shape);
  }

  /** What a formula came to when the file was saved. */
  #toResult(data: Buffer): CellText | 'text follows' | undefined {
    if (data.readUInt16LE(12) !== 0xffff) return this.#toNumber(data.readDoubleLE(6), data.readUInt16LE(4));
    const value = data.readUInt8(8);
    switch (data.readUInt8(6)) {
      case 0:
        return 'text follows';
      case 1:
        return { text: toBooleanText(value !== 0) };
      case 2:
        return toError(value);
      default:
        return undefined;
    }
  }

  #takeAwaited(blocks: readonly Buffer[]): void {
    if (this.#awaited !== null) this.#take(this.#awaited.row, this.#awaited.column, toTextCell(readText(blocks)));
    this.#awaited = null;
  }

  #readMany(data: Buffer): void {
    const row = data.readUInt16LE(0);
    const first = data.readUInt16LE(2);
    for (let at = 4; at + 6 < data.length; at += 6) {
      const cell = this.#toNumber(toRkNumber(data, at + 2), data.readUInt16LE(at));
      this.#take(row, first + (at - 4) / 6, cell);
    }
  }
}

/** Hands over the cells of the sheet that begins at `offset`; charts inside the sheet are passed over. */
export function readCells(
  stream: Uint8Array,
  offset: number,
  context: { workbook: XlsWorkbook; take: CellTaker },
): void {
  const reader = new SheetReader(context.workbook, context.take);
  let depth = 0;
  for (const { id, data, blocks } of listWhole(stream, offset)) {
    if (id === RECORD.bof) depth += 1;
    else if (id === RECORD.eof) depth -= 1;
    if (depth === 0) {
      if (id !== RECORD.eof) break;
      return;
    }
    if (depth === 1) reader.read(id, data, blocks);
  }
  refuseDamaged('one of its sheets is cut off');
}
