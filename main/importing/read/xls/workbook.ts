/** What stands before the sheets of an .xls workbook: its sheets, its texts, the shapes of its numbers. */
import { toNumberShape } from '../cell-text.ts';
import type { NumberShape } from '../cell-text.ts';
import { TableError } from '../problem.ts';
import type { TableSheet } from '../table.ts';
import { refuseDamaged } from './compound-file.ts';
import { BlockReader, listWhole, readSharedTexts, readText, RECORD } from './records.ts';

/** Excel 97 and later; every older one is refused. */
const BIFF8 = 0x0600;

export interface XlsSheet extends TableSheet {
  readonly offset: number;
}

export interface XlsWorkbook {
  readonly sheets: readonly XlsSheet[];
  readonly texts: readonly string[];
  readonly is1904: boolean;
  /** By the number of the cell's format record. */
  readonly shapes: readonly NumberShape[];
}

function toSheet(data: Buffer): XlsSheet | undefined {
  // 0 is a sheet of cells; charts and macros have none.
  if (data.readUInt8(5) !== 0) return undefined;
  const name = new BlockReader([data], 7).richText(data.readUInt8(6));
  return { name, isHidden: (data.readUInt8(4) & 3) !== 0, offset: data.readUInt32LE(0) };
}

class GlobalsReader {
  readonly #sheets: XlsSheet[] = [];
  readonly #codes = new Map<number, string>();
  readonly #formats: number[] = [];
  #texts: readonly string[] = [];
  #is1904 = false;

  take(id: number, data: Buffer, blocks: readonly Buffer[]): void {
    if (id === RECORD.filePass) throw new TableError({ kind: 'password' });
    if (id === RECORD.sst) this.#texts = readSharedTexts(blocks);
    else if (id === RECORD.format) this.#codes.set(data.readUInt16LE(0), readText(blocks, 2));
    else if (id === RECORD.xf) this.#formats.push(data.readUInt16LE(2));
    else if (id === RECORD.date1904) this.#is1904 = data.readUInt16LE(0) === 1;
    else if (id === RECORD.boundSheet) {
      const sheet = toSheet(data);
      if (sheet !== undefined) this.#sheets.push(sheet);
    }
  }

  toWorkbook(): XlsWorkbook {
    const shapes = this.#formats.map((format) => toNumberShape(format, this.#codes.get(format) ?? ''));
    return { sheets: this.#sheets, texts: this.#texts, is1904: this.#is1904, shapes };
  }
}

/** Throws `TableError`: `password`, `too-old` or `damaged`. */
export function readWorkbook(stream: Uint8Array): XlsWorkbook {
  const reader = new GlobalsReader();
  let isFirst = true;
  for (const { id, data, blocks } of listWhole(stream)) {
    if (isFirst) {
      if (id !== RECORD.bof || data.length < 2) refuseDamaged('the start of its workbook is missing');
      if (data.readUInt16LE(0) !== BIFF8) throw new TableError({ kind: 'too-old' });
    }
    isFirst = false;
    if (id === RECORD.eof) return reader.toWorkbook();
    reader.take(id, data, blocks);
  }
  return refuseDamaged('its workbook is cut short');
}
