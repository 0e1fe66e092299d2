/** Rows of a run that were not imported and that the user may repair: which they are, and the cells of the file as they were. */
import type { ImportPlan, ImportRowFilter, StoredImportRow } from '#main/store/api/imports.ts';
import type { Store } from '#main/store/api.ts';

const ROWS_AT_ONCE = 500;

/** Rows that could not be used, such as those without a number, and those that the service refused, or that could not be imported when it came to it. */
export const REJECTED: ImportRowFilter = {
  verdicts: ['new', 'update', 'unchanged', 'lost-digits', 'invalid', 'read-only'],
  states: ['refused', 'skipped'],
};

/** All of them, a page at a time, in the order of the file. */
export async function* readRejected(
  store: Pick<Store, 'listImportRows'>,
  importId: number,
): AsyncGenerator<readonly StoredImportRow[]> {
  for (let afterLine = 0; ;) {
    const rows = await store.listImportRows({ importId, filter: REJECTED, afterLine, limit: ROWS_AT_ONCE });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    afterLine = last.line;
  }
}

/** What the file has in the column of that meaning; '' where it has none. */
export function findCell(
  row: Pick<StoredImportRow, 'cells'>,
  { choices }: Pick<ImportPlan, 'choices'>,
  kind: 'phone' | 'firstName' | 'lastName' | 'fullName',
): string {
  const index = choices.findIndex((choice) => choice?.kind === kind);
  return index < 0 ? '' : (row.cells[index] ?? '').trim();
}
