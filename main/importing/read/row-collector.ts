/** Rows on their way into a table: what is empty is left out, what is too much is refused. */
import { TableError } from './problem.ts';
import type { Excess } from './problem.ts';
import type { CellNote, TableLimits, TableRow } from './table.ts';

/** A number as a spreadsheet shows one that is too wide: its last digits are gone. */
const SCIENTIFIC = /^[+-]?\d(?:[.,]\d+)?E\+\d{1,3}$/i;

export class RowCollector {
  readonly #limits: TableLimits;
  readonly #rows: TableRow[] = [];
  #columnCount = 0;
  #cellCount = 0;

  constructor(limits: TableLimits) {
    this.#limits = limits;
  }

  get rows(): readonly TableRow[] {
    return this.#rows;
  }

  /** Up to the last column with text in any row. */
  get columnCount(): number {
    return this.#columnCount;
  }

  /** Takes over `cells`. Throws `TableError` when a limit is passed. */
  add(line: number, cells: string[], notes: readonly CellNote[] = []): void {
    while (cells.at(-1) === '') cells.pop();
    if (cells.length === 0 && notes.length === 0) return;
    this.#check(line, cells);
    const all = [...notes, ...findLostDigits(cells)];
    this.#rows.push(all.length === 0 ? { line, cells } : { line, cells, notes: all });
  }

  #check(line: number, cells: readonly string[]): void {
    const { rows, columns, cells: most, cellLength } = this.#limits;
    if (cells.length > columns) refuse('columns', columns, line);
    if (this.#rows.length >= rows) refuse('rows', rows, null);
    this.#cellCount += cells.length;
    if (this.#cellCount > most) refuse('cells', most, null);
    for (const cell of cells) if (cell.length > cellLength) refuse('cell', cellLength, line);
    if (cells.length > this.#columnCount) this.#columnCount = cells.length;
  }
}

function refuse(what: Excess, limit: number, line: number | null): never {
  throw new TableError({ kind: 'too-large', what, limit, line });
}

function findLostDigits(cells: readonly string[]): CellNote[] {
  const notes: CellNote[] = [];
  cells.forEach((original, column) => {
    if (original.length <= 24 && SCIENTIFIC.test(original)) notes.push({ column, kind: 'digits-lost', original });
  });
  return notes;
}
