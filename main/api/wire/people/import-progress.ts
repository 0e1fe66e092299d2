import * as v from 'valibot';
import type { ImportProgress, ImportState } from '#shared/domain/imports.ts';
import { readCountOrNull } from '../read.ts';
import { mapRow, parseRow, soft } from '../schema.ts';
import type { RowResult } from '../schema.ts';

const progressSchema = v.object({ status: soft(readCountOrNull), processed: soft(readCountOrNull) });

/** Supplement 2.1; nobody has explained 2, and 0 has been seen before 1. */
const STATES: ReadonlyMap<number | null, ImportState> = new Map([
  [0, 'waiting'],
  [1, 'waiting'],
  [3, 'working'],
  [4, 'with-errors'],
  [5, 'completed'],
]);

/** How far an import is. An answer that says nothing of it is none: whoever waits for the end would wait for ever. */
export function decodeImportProgress(value: unknown): RowResult<ImportProgress> {
  const row = parseRow(progressSchema, value);
  if (row.isOk && row.value.status === null && row.value.processed === null) return { isOk: false, path: 'status' };
  return mapRow(row, ({ status, processed }) => ({
    state: STATES.get(status) ?? 'unknown',
    importedCount: processed ?? 0,
  }));
}
