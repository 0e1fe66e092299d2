/** The rejected rows of a run as a file that is read again: the columns of the file as they were, and nothing else. */
import { toNotFound } from '#main/services/refusals.ts';
import type { ImportPlan } from '#main/store/api/imports.ts';
import type { Store } from '#main/store/api.ts';
import { readRejected } from './rejected-rows.ts';

export interface RejectedFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly rowsCount: number;
  /** What the columns meant, where the rows go and how they were taken: for the draft. */
  readonly plan: ImportPlan;
  /** The list of the run, where there is one by now. */
  readonly listId: number | null;
}

/** Rejects with `not-found`, also where the run has no such rows any more, and `disk`. */
export async function toRejectedFile(
  store: Pick<Store, 'findImport' | 'listImportRows'>,
  importId: number,
): Promise<RejectedFile> {
  const stored = await store.findImport({ importId });
  if (stored === null) throw toNotFound('import');
  const { plan, memory } = stored;
  const lines: string[] = plan.options.hasHeader ? [toLine(plan.headers)] : [];
  let rowsCount = 0;
  for await (const rows of readRejected(store, importId)) {
    for (const { cells } of rows) lines.push(toLine(cells));
    rowsCount += rows.length;
  }
  if (rowsCount === 0) throw toNotFound('rejected row');
  const bytes = new TextEncoder().encode(lines.join(''));
  return { name: toFileName(plan.fileName), bytes, rowsCount, plan, listId: memory.listId };
}

/** Every cell in quotation marks: no blank, delimiter or line break in it changes where it ends. */
function toLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`;
}

/** It is text, whatever the file was. */
function toFileName(name: string): string {
  return `${name.replace(/\.[a-z0-9]{1,5}$/i, '')}.csv`;
}
