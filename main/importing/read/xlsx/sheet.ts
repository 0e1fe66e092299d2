/** The rows of one sheet of an .xlsx workbook. */
import { toBooleanText, toDateCell, toErrorCell, toNumberCell, toTextCell } from '../cell-text.ts';
import type { CellText, NumberShape } from '../cell-text.ts';
import { TableError } from '../problem.ts';
import type { RowCollector } from '../row-collector.ts';
import type { CellNote, TableLimits } from '../table.ts';
import { decodeEscapes, TextGatherer } from './shared-texts.ts';
import { findAttribute } from './tag-reader.ts';
import type { TagTaker } from './tag-reader.ts';

export interface SheetContext {
  readonly texts: readonly string[];
  readonly shapes: readonly NumberShape[];
  readonly is1904: boolean;
  readonly limits: TableLimits;
}

const LAST_ROW = 1_048_576;
const LAST_COLUMN = 16_384;
/** A number has fewer characters, a formula's text no more than a cell. */
const LONGEST_ESCAPE = 7;

function refuseDamaged(detail: string): never {
  throw new TableError({ kind: 'damaged', detail });
}

/** Column of a cell's name, from 1: 28 for AB7. 0 where there is none. */
function toColumn(name: string): number {
  let column = 0;
  for (let index = 0; index < name.length; index += 1) {
    const code = name.charCodeAt(index);
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
  }
  return column;
}

export class SheetRows implements TagTaker {
  readonly #context: SheetContext;
  readonly #collector: RowCollector;
  readonly #inline: TextGatherer;
  #row = 0;
  #column = 0;
  #cells: string[] = [];
  #notes: CellNote[] = [];
  #type = '';
  #style = 0;
  #value = '';
  #isInValue = false;
  #isWhole = false;

  constructor(context: SheetContext, collector: RowCollector) {
    this.#context = context;
    this.#collector = collector;
    this.#inline = new TextGatherer(context.limits);
  }

  /** Whether the end of the sheet has come. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  open(name: string, inside: string): void {
    if (name === 'c') this.#openCell(inside);
    else if (name === 'v') this.#isInValue = true;
    else if (name === 'row') this.#openRow(inside);
    else this.#inline.open(name);
  }

  text(text: string): void {
    if (!this.#isInValue) {
      this.#inline.add(text);
      return;
    }
    this.#value += text;
    const { cellLength } = this.#context.limits;
    if (this.#value.length > cellLength * LONGEST_ESCAPE) this.#refuse('cell', cellLength);
  }

  close(name: string): void {
    if (name === 'c') this.#closeCell();
    else if (name === 'v') this.#isInValue = false;
    else if (name === 'row') this.#closeRow();
    else if (name === 'worksheet') this.#isWhole = true;
    else this.#inline.close(name);
  }

  #openRow(inside: string): void {
    const before = this.#row;
    this.#row = Number(findAttribute(inside, 'r') ?? before + 1);
    // A row's number names it, so that no two may have the same.
    if (!(this.#row > before && this.#row <= LAST_ROW)) refuseDamaged('a row is in an impossible place');
    this.#column = 0;
  }

  #openCell(inside: string): void {
    const name = findAttribute(inside, 'r');
    this.#column = name === undefined ? this.#column + 1 : toColumn(name);
    if (this.#column < 1 || this.#column > LAST_COLUMN) refuseDamaged('a cell is in an impossible place');
    this.#type = findAttribute(inside, 't') ?? 'n';
    this.#style = Number(findAttribute(inside, 's') ?? 0);
    this.#value = '';
  }

  #closeCell(): void {
    const { text, note } = this.#toCell(this.#inline.take());
    const column = this.#column - 1;
    if (note !== undefined) this.#notes.push({ column, ...note });
    if (text === '') return;
    const { columns } = this.#context.limits;
    if (column >= columns) this.#refuse('columns', columns);
    while (this.#cells.length < column) this.#cells.push('');
    this.#cells[column] = text;
  }

  #closeRow(): void {
    this.#collector.add(this.#row, this.#cells, this.#notes);
    this.#cells = [];
    this.#notes = [];
  }

  #toCell(inline: string): CellText {
    const value = this.#value;
    switch (this.#type) {
      case 's':
        return toTextCell(value === '' ? '' : (this.#context.texts[Number(value)] ?? ''));
      case 'inlineStr':
        return toTextCell(inline);
      case 'str':
        return toTextCell(decodeEscapes(value));
      case 'b':
        return { text: value === '' ? '' : toBooleanText(value === '1' || value === 'true') };
      case 'e':
        return toErrorCell(value);
      case 'd':
        return { text: value.replace(/T00:00:00(?:\.0+)?Z?$/, '') };
      default:
        return value.trim() === '' ? { text: '' } : this.#toNumber(Number(value));
    }
  }

  #toNumber(value: number): CellText {
    const shape = this.#context.shapes[this.#style] ?? 'plain';
    return shape === 'date' ? toDateCell(value, this.#context.is1904) : toNumberCell(value, shape);
  }

  #refuse(what: 'cell' | 'columns', limit: number): never {
    throw new TableError({ kind: 'too-large', what, limit, line: this.#row });
  }
}
