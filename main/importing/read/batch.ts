import type { TableRow } from './table.ts';

/** What one message may carry, so that taking it up stays a matter of a few milliseconds. */
const BATCH_CELLS = 8_000;
const BATCH_CHARACTERS = 500_000;

/** Up to `count` of `rows` from `start` on, each with `columnCount` cells: fewer where they are much, at least one. */
export function takeBatch(
  { rows, columnCount }: { readonly rows: readonly TableRow[]; readonly columnCount: number },
  { start, count }: { readonly start: number; readonly count: number },
): TableRow[] {
  const batch: TableRow[] = [];
  let characters = 0;
  for (const row of rows.slice(start, start + count)) {
    const isFull = (batch.length + 1) * columnCount > BATCH_CELLS || characters > BATCH_CHARACTERS;
    if (batch.length > 0 && isFull) break;
    const cells = [...row.cells];
    while (cells.length < columnCount) cells.push('');
    batch.push({ ...row, cells });
    for (const cell of cells) characters += cell.length;
  }
  return batch;
}
