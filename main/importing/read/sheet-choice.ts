import { TableError } from './problem.ts';
import { RowCollector } from './row-collector.ts';
import type { TableLimits, TableSheet } from './table.ts';

export interface SheetOrder {
  readonly sheet: string | null;
  readonly limits: TableLimits;
}

export interface ChosenSheet {
  readonly sheetName: string;
  readonly collector: RowCollector;
}

/**
 * Reads the sheet that was asked for, else the first visible one with anything in it (a hidden one only where all are).
 * Throws `TableError`: `no-such-sheet`, `empty`, or what `read` throws.
 */
export async function readChosenSheet<Sheet extends TableSheet>(
  sheets: readonly Sheet[],
  { sheet, limits }: SheetOrder,
  read: (sheet: Sheet, collector: RowCollector) => void | Promise<void>,
): Promise<ChosenSheet> {
  for (const candidate of listCandidates(sheets, sheet)) {
    const collector = new RowCollector(limits);
    await read(candidate, collector);
    if (collector.rows.length > 0) return { sheetName: candidate.name, collector };
  }
  throw new TableError({ kind: 'empty', sheetName: sheet });
}

function listCandidates<Sheet extends TableSheet>(sheets: readonly Sheet[], name: string | null): readonly Sheet[] {
  if (name === null) {
    const visible = sheets.filter(({ isHidden }) => !isHidden);
    return visible.length > 0 ? visible : sheets;
  }
  const named = sheets.filter((one) => one.name === name);
  if (named.length > 0) return named.slice(0, 1);
  throw new TableError({ kind: 'no-such-sheet', sheet: name, sheetNames: sheets.map((one) => one.name) });
}
