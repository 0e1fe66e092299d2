import type { TableHead, TableRow } from './table.ts';

/** A file that was read, inside the thread. Rows are as long as they have text; they are filled up when they leave. */
export interface ReadResult extends Omit<TableHead, 'rowCount'> {
  readonly rows: readonly TableRow[];
}
